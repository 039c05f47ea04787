//! The two sections of a NamespacedCloudProfile and its parent, and the additional requirements of OpenStack.

use rootstock_admission::{default_namespaced_cloud_profile, in_parent_format, render};
use rootstock_core_model::Semantics::{self, Documented, Gardener};
use rootstock_core_model::{CloudProfile, NamespacedCloudProfile, Severity};
use rootstock_provider_api::NamespacedSection;
use rstest::rstest;

use crate::rendering::{BOTH, child, parent, settings};

/// `severity rule path`, in order.
fn findings(parent: &CloudProfile, child: &NamespacedCloudProfile, semantics: Semantics) -> Vec<String> {
    let registry = rootstock_providers::registry().unwrap();
    let settings = settings(semantics);
    let mut child = child.clone();
    default_namespaced_cloud_profile(&mut child);
    let mut rendered = render(parent, &child, &settings);
    if let Some(provider) = registry.get(&parent.spec.provider_type) {
        rendered = rendered.with_provider_config(provider, &child.spec, &settings);
    }
    let transformed = in_parent_format(&child.spec, &parent.spec);
    let section =
        NamespacedSection { parent: &parent.spec, written: &child.spec, child: &transformed, rendered: &rendered.spec };
    let outcome = registry.check_namespaced_cloud_profile(&section, &settings);
    let shown = outcome.violations.iter().map(|found| {
        let severity = match found.severity {
            Severity::Error => "error",
            Severity::Warning => "warning",
            Severity::Note => "note",
        };
        format!("{severity} {} {:?} {}", found.rule.name, found.kind, found.path)
    });
    shown.collect()
}

const N: &str = "spec.providerConfig.machineImages";

/// Expands a leading `N` of the path to [`N`].
fn whole_path(line: &str) -> String {
    match line.rsplit_once(' ') {
        Some((head, path)) if path.starts_with('N') => format!("{head} {N}{}", &path[1..]),
        _ => line.to_owned(),
    }
}

fn local(capabilities: bool) -> CloudProfile {
    let (registered, core, provider) = if capabilities {
        (
            "[{name: architecture, values: [amd64]}]",
            "capabilityFlavors: [{architecture: [amd64]}]",
            "capabilityFlavors: [{image: p, capabilities: {architecture: [amd64]}}]",
        )
    } else {
        ("null", "architectures: [amd64]", "image: p")
    };
    parent(&format!(
        "{{type: local, machineCapabilities: {registered}, regions: [{{name: eu}}],
        machineImages: [{{name: os, versions: [{{version: '1', {core}}}]}}],
        providerConfig: {{apiVersion: local.provider.extensions.gardener.cloud/v1alpha1, kind: CloudProfileConfig,
          machineImages: [{{name: os, versions: [{{version: '1', {provider}}}]}}]}}}}"
    ))
}

fn local_child(core: &str, provider: &str) -> NamespacedCloudProfile {
    child(&format!(
        "{{machineImages: {core}, providerConfig: {{apiVersion: local.provider.extensions.gardener.cloud/v1alpha1, kind: CloudProfileConfig, {provider}}}}}"
    ))
}

/// The bug report: an override that changes an expiration date and has no providerConfig is refused.
#[test]
fn an_override_of_a_date_needs_no_provider_config() {
    let registry = rootstock_providers::registry().unwrap();
    for provider in registry.names() {
        for registered in ["null", "[{name: architecture, values: [amd64, arm64]}]"] {
            let parent = parent(&format!(
                "{{type: {provider}, machineCapabilities: {registered}, machineImages: [{{name: gardenlinux, versions: [
                {{version: 1592.9.0, architectures: [amd64], capabilityFlavors: [{{architecture: [amd64]}}]}}]}}]}}"
            ));
            let child = child(
                "{parent: {kind: CloudProfile, name: gcp}, machineImages: [{name: gardenlinux, versions: [
                {expirationDate: '2026-03-30T23:59:59Z', version: 1592.9.0}]}]}",
            );
            for semantics in BOTH {
                assert_eq!(findings(&parent, &child, semantics), [""; 0], "{provider}");
            }
        }
    }
}

#[rstest]
#[case::pl20_an_image("[{name: new, versions: [{version: '1', architectures: [amd64]}]}]", "machineImages: []",
    &["error provider-image-unmapped Required spec.machineImages[0]"],
    &["error provider-image-unmapped Required N"])]
#[case::pl20_a_version("[{name: os, versions: [{version: '2', architectures: [amd64]}, {version: '1'}]}]", "machineImages: [{name: os, versions: [{version: '3', image: i}]}]",
    &["error provider-version-unmapped Required spec.machineImages[0].versions[0]", "error provider-mapping-surplus Forbidden N[0].versions[0].version"],
    &["error provider-version-unmapped Required N", "error provider-mapping-surplus Invalid N[0].versions[0]"])]
#[case::pl21("[{name: os, versions: [{version: '1'}]}]", "machineImages: [{name: os, versions: [{version: '1', image: i}]}]",
    &["warning provider-mapping-overrides-parent Forbidden N[0].versions[0]"],
    &["error provider-mapping-overrides-parent Forbidden N[0].versions[0]"])]
#[case::pl22("[]", "machineImages: [{name: new, versions: [{version: '1', image: i}]}]",
    &["error provider-mapping-surplus Forbidden N[0].name"],
    &["error provider-mapping-surplus Required N[0]"])]
#[case::pl21_and_pl23("[{name: os, versions: []}]", "machineImages: [{name: os, versions: [{version: '1', image: i}]}]",
    &["error provider-mapping-surplus Forbidden N[0].versions[0].version", "warning provider-mapping-overrides-parent Forbidden N[0].versions[0]"],
    &["error provider-mapping-overrides-parent Forbidden N[0].versions[0]", "error provider-mapping-surplus Required N[0]"])]
#[case::other_fields_are_ignored("[]", "machineImages: [], loadBalancer: {image: mine}",
    &["warning provider-field-inherited Forbidden spec.providerConfig.loadBalancer"], &[])]
#[case::right("[{name: new, versions: [{version: '1', architectures: [amd64]}]}]", "machineImages: [{name: new, versions: [{version: '1', image: i}]}]", &[], &[])]
fn local_profiles(#[case] core: &str, #[case] provider: &str, #[case] documented: &[&str], #[case] gardener: &[&str]) {
    let child = local_child(core, provider);
    let with = |lines: &[&str]| lines.iter().map(|line| whole_path(line)).collect::<Vec<_>>();
    for capabilities in [true, false] {
        assert_eq!(findings(&local(capabilities), &child, Documented), with(documented), "{capabilities}");
        assert_eq!(findings(&local(capabilities), &child, Gardener), with(gardener), "{capabilities}");
    }
}

/// The local extension looks at names and versions only (quirk `namespaced_config_may_be_unchecked`).
#[rstest]
#[case::no_image("machineImages: [{name: new, versions: [{version: '1'}]}]",
    &["error provider-image-reference-missing Required N[0].versions[0].capabilityFlavors[0].image"])]
#[case::another_flavor("machineImages: [{name: new, versions: [{version: '1', capabilityFlavors: [{image: a, capabilities: {architecture: [arm64]}}]}]}]",
    &["error provider-capability-value-unregistered NotSupported N[0].versions[0].capabilityFlavors[0].capabilities.architecture[0]"])]
#[case::the_legacy_format_is_converted("machineImages: [{name: new, versions: [{version: '1', image: a}]}]", &[])]
fn local_entries(#[case] provider: &str, #[case] documented: &[&str]) {
    let child = local_child(
        "[{name: new, versions: [{version: '1', capabilityFlavors: [{architecture: [amd64]}]}]}]",
        provider,
    );
    let documented: Vec<String> = documented.iter().map(|line| whole_path(line)).collect();
    assert_eq!(findings(&local(true), &child, Documented), documented);
    assert_eq!(findings(&local(true), &child, Gardener), [""; 0]);
}

const IDENTITY: &str = "apiVersion: openstack.provider.extensions.gardener.cloud/v1alpha1, kind: CloudProfileConfig";

fn openstack(capabilities: bool) -> CloudProfile {
    let registered = if capabilities {
        "[{name: architecture, values: [amd64, arm64]}, {name: disk, values: [a, b]}]"
    } else {
        "null"
    };
    parent(&format!(
        "{{type: openstack, machineCapabilities: {registered}, regions: [{{name: eu}}, {{name: us}}],
        machineImages: [{{name: os, versions: [{{version: '1', architectures: [amd64], capabilityFlavors: [{{architecture: [amd64]}}]}}]}}],
        providerConfig: {{{IDENTITY}, keystoneURL: https://k, machineImages: []}}}}"
    ))
}

fn openstack_findings(capabilities: bool, core: &str, entry: &str, semantics: Semantics) -> Vec<String> {
    let child = child(&format!(
        "{{machineImages: [{{name: os, versions: [{{version: '2', {core}}}]}}],
        providerConfig: {{{IDENTITY}, machineImages: [{{name: os, versions: [{{version: '2', {entry}}}]}}]}}}}"
    ));
    let found = findings(&openstack(capabilities), &child, semantics);
    found.iter().map(|line| line.replace(N, "N")).collect()
}

const REQUIRED: &str = "error provider-architecture-unmapped Required N";

#[rstest]
#[case::complete("regions: [{name: eu, id: a}, {name: us, id: b}]", &[], &[])]
#[case::an_architecture_too_many("regions: [{name: eu, id: a}, {name: eu, id: b, architecture: arm64}, {name: us, id: a}, {name: us, id: b, architecture: arm64}]",
    &["error provider-mapping-surplus Forbidden N[0].versions[0].regions[1]"],
    &["error provider-mapping-surplus Forbidden N", "error provider-mapping-surplus Forbidden N"])]
#[case::none("regions: []",
    &["error provider-image-reference-missing Required N[0].versions[0].regions", "error provider-architecture-unmapped Required N[0].versions[0]"],
    &[REQUIRED])]
#[case::a_name_only("image: i", &["warning provider-architecture-unmapped Required N[0].versions[0]"], &[REQUIRED])]
fn openstack_legacy(#[case] entry: &str, #[case] documented: &[&str], #[case] gardener: &[&str]) {
    let core = "architectures: [amd64]";
    let (ours, theirs) =
        (openstack_findings(false, core, entry, Documented), openstack_findings(false, core, entry, Gardener));
    assert_eq!(ours, documented);
    assert_eq!(theirs, gardener);
}

#[test]
fn openstack_regions_are_complete() {
    let entry = "regions: [{name: eu, id: a}, {name: eu, id: b, architecture: arm64}, {name: us, id: c}]";
    let found = |semantics| openstack_findings(false, "architectures: [amd64, arm64]", entry, semantics);
    assert_eq!(found(Documented), ["error provider-regions-incomplete Required N[0].versions[0]"]);
    assert_eq!(found(Gardener), [REQUIRED]);
}

const TWO: &str = "capabilityFlavors: [{architecture: [amd64]}, {architecture: [arm64], disk: [a]}]";

#[rstest]
#[case::complete("capabilityFlavors: [{capabilities: {architecture: [arm64], disk: [a]}, regions: [{name: eu, id: a}]}, {capabilities: {architecture: [amd64], disk: [a, b]}, regions: [{name: eu, id: b}]}]",
    &[], &[])]
#[case::one_missing_one_surplus("capabilityFlavors: [{capabilities: {architecture: [arm64]}, regions: [{name: eu, id: a}]}, {capabilities: {architecture: [amd64]}, regions: [{name: eu, id: b}]}]",
    &["error provider-flavor-unmapped Required spec.machineImages[0].versions[0].capabilityFlavors[1]", "error provider-mapping-surplus Forbidden N[0].versions[0].capabilityFlavors[0]"],
    &["error provider-mapping-surplus Forbidden N", "error provider-flavor-unmapped Required N"])]
#[case::a_region_lacks("capabilityFlavors: [{capabilities: {architecture: [arm64], disk: [a]}, regions: [{name: eu, id: a}, {name: us, id: c}]}, {capabilities: {architecture: [amd64]}, regions: [{name: eu, id: b}]}]",
    &["error provider-regions-incomplete Required N[0].versions[0].capabilityFlavors[1]"],
    &["error provider-flavor-unmapped Required N"])]
#[case::an_unregistered_value("capabilityFlavors: [{capabilities: {architecture: [arm64], disk: [c]}, regions: []}, {capabilities: {architecture: [amd64]}, regions: []}]",
    &["error provider-capability-value-unregistered NotSupported N[0].versions[0].capabilityFlavors[0].capabilities.disk[0]",
      "error provider-image-reference-missing Required N[0].versions[0].capabilityFlavors[0].regions",
      "error provider-image-reference-missing Required N[0].versions[0].capabilityFlavors[1].regions"],
    &["error provider-capability-value-unregistered NotSupported N[0].versions[0].capabilityFlavors[0].capabilities.disk[0]",
      "error provider-mapping-surplus Forbidden N", "error provider-flavor-unmapped Required N"])]
#[case::neither_format("regions: []",
    &["error provider-image-reference-missing Required N[0].versions[0].regions", "error provider-flavor-unmapped Required spec.machineImages[0].versions[0].capabilityFlavors[0]", "error provider-flavor-unmapped Required spec.machineImages[0].versions[0].capabilityFlavors[1]"],
    &["error provider-flavor-unmapped Required N", "error provider-flavor-unmapped Required N"])]
fn openstack_flavors(#[case] entry: &str, #[case] documented: &[&str], #[case] gardener: &[&str]) {
    assert_eq!(openstack_findings(true, TWO, entry, Documented), documented);
    assert_eq!(openstack_findings(true, TWO, entry, Gardener), gardener);
}

/// The mixed format: regions with architectures in a child of a parent with capabilities, where the first value counts.
#[test]
fn openstack_architectures_for_flavors() {
    let core = "capabilityFlavors: [{architecture: [amd64]}]";
    let wrong = openstack_findings(true, core, "regions: [{name: eu, id: a, architecture: arm64}]", Gardener);
    assert_eq!(wrong, ["error provider-mapping-surplus Forbidden N", "error provider-flavor-unmapped Required N"]);
    assert_eq!(openstack_findings(true, core, "regions: [{name: eu, id: a}]", Gardener), [""; 0]);
}

#[rstest]
#[case(Documented, &["error provider-field-inherited Forbidden spec.providerConfig.dhcpDomain", "error provider-field-inherited Forbidden spec.providerConfig.keystoneURL"])]
#[case(Gardener, &["error provider-field-inherited Forbidden spec.providerConfig"])]
fn openstack_maps_images_only(#[case] semantics: Semantics, #[case] expected: &[&str]) {
    let with = |fields: &str| {
        let child = child(&format!("{{providerConfig: {{{IDENTITY}, {fields}}}}}"));
        findings(&openstack(true), &child, semantics)
    };
    assert_eq!(with("keystoneURL: https://k, dhcpDomain: d, constraints: {}"), expected);
    assert_eq!(with("keystoneURL: '', keystoneURLs: [], constraints: null"), [""; 0]);
}
