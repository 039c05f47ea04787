//! Quirks of the provider section: each one on its own changes the answer to its example, and only as described.

use rootstock_core_model::Semantics::{Documented, Gardener};
use rootstock_core_model::{CloudProfile, Quirks, Settings, Severity};
use rstest::rstest;

use crate::support::{check, check_by, findings, profile, settings};

const IMAGES: &str = "spec.providerConfig.machineImages";
const VERSIONS: &str = "spec.providerConfig.machineImages.0.versions";

fn with(quirk: &str) -> Settings {
    Settings { quirks: Quirks::NONE.with(quirk, true).unwrap(), ..settings(Documented) }
}

#[rstest]
#[case::unchecked("config_may_be_unchecked", "equinixmetal", &[(VERSIONS, "[{version: 1877.5.0}]")],
    &["error provider-image-reference-missing spec.providerConfig.machineImages[0].versions[0]"],
    &[])]
#[case::repeated("repeated_provider_entries_pass", "gcp-legacy",
    &[(IMAGES, "[{name: gardenlinux, versions: [{version: 1877.5.0, image: a}, {version: 1877.5.0, image: b, architecture: arm64}]},
                 {name: gardenlinux, versions: [{version: 1877.5.0, image: a}]}]")],
    &["warning provider-mapping-repeated spec.providerConfig.machineImages[1].name"],
    &["error provider-architecture-unmapped spec.machineImages[0].versions[0]"])]
#[case::networking("azure_networking_may_be_unregistered", "azure",
    &[("spec.machineCapabilities", "[{name: architecture, values: [amd64]}]"),
      ("spec.machineImages.0.versions.0.capabilityFlavors", "[{architecture: [amd64]}]"),
      ("spec.machineTypes", "[{name: m, cpu: '2', gpu: '0', memory: 8Gi}]"),
      (VERSIONS, "[{version: 1877.5.0, urn: 'a:b:c:d'}]")],
    &["error azure-networking-unregistered spec.providerConfig.machineImages[0].versions[0]"],
    &[])]
fn single_quirk_changes_the_answer(
    #[case] quirk: &str,
    #[case] base: &str,
    #[case] changes: &[(&str, &str)],
    #[case] documented: &[&str],
    #[case] departed: &[&str],
) {
    let profile = profile(base, changes);
    assert_eq!(findings(&check(&profile, Documented).violations), documented);
    assert_eq!(findings(&check_by(&profile, &with(quirk)).violations), departed);
}

/// Returns profiles with mistakes of every kind.
fn broken() -> Vec<CloudProfile> {
    let elsewhere = ("spec.regions.1", "{name: elsewhere}");
    let unregistered = ("spec.providerConfig.machineImages.0.versions.0.capabilityFlavors.0.capabilities.x", "[y]");
    let classes =
        "{name: '*', loadBalancerClasses: [{name: a, purpose: x}, {name: a, purpose: default}, {name: default}]}";
    vec![
        profile("aws", &[elsewhere, unregistered]),
        profile("azure-legacy", &[("spec.providerConfig.machineTypes", "[{name: nothing}]"), (VERSIONS, "[]")]),
        profile("ironcore", &[(IMAGES, "[]"), ("spec.providerConfig.storageClasses", "{default: {name: A}}")]),
        profile("metal", &[("spec.providerConfig.metalControlPlanes", "{prod: {partitions: {b: {}}}}")]),
        profile(
            "openstack",
            &[
                elsewhere,
                unregistered,
                ("spec.providerConfig.keystoneURL", "''"),
                ("spec.providerConfig.nodeVolumeAttachLimit", "0"),
                (
                    "spec.providerConfig.constraints",
                    &format!("{{floatingPools: [{classes}], loadBalancerProviders: []}}"),
                ),
            ],
        ),
        profile("vsphere", &[(IMAGES, "[{name: other, versions: [{version: '1', path: ''}]}]")]),
    ]
}

/// The quirk changes the paths of findings, but adds and removes none.
#[test]
fn gardener_paths_only_moves_findings() {
    for profile in broken() {
        let rules = |settings: &Settings| {
            let found = check_by(&profile, settings).violations.into_iter().map(|one| (one.rule.name, one.severity));
            let mut found: Vec<_> = found.collect();
            found.sort_unstable();
            found
        };
        assert_eq!(rules(&settings(Documented)), rules(&with("gardener_paths")), "{}", profile.metadata.name);
    }
}

#[test]
fn own_warnings_do_not_change_errors() {
    for profile in broken() {
        for semantics in [Documented, Gardener] {
            let errors = |own_warnings| {
                let mut found = check_by(&profile, &Settings { own_warnings, ..settings(semantics) }).violations;
                found.retain(|one| one.severity == Severity::Error);
                findings(&found)
            };
            assert_eq!(errors(true), errors(false), "{}", profile.metadata.name);
        }
    }
}
