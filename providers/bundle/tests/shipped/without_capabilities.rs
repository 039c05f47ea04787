//! Tests of the extensions without capability support, other than IronCore's.

use rootstock_core_model::Semantics::{Documented, Gardener};
use rootstock_provider_api::NotFoundReason;
use rstest::rstest;

use crate::support::{assert_found, check, choice, chosen, findings, profile};

const CONFIG: &str = "spec.providerConfig";
const VERSIONS: &str = "spec.providerConfig.machineImages.0.versions";

#[rstest]
#[case::equinix("equinixmetal", "m3.small.x86", "ny", "id gardenlinux_1877")]
#[case::hetzner("hcloud", "cx42", "hel1", "imageName gardenlinux-1877")]
#[case::stackit("stackit", "g2i.4", "eu01", "id 1877-amd64")]
#[case::vsphere("vsphere", "std-04", "dc1", "path gardener/templates/gardenlinux-1877.5.0")]
fn selection(#[case] base: &str, #[case] machine_type: &str, #[case] region: &str, #[case] expected: &str) {
    assert_eq!(chosen(&profile(base, &[]), machine_type, region), expected);
}

/// Quirks `config_may_be_unchecked` and `extensions_compare_less`: the extension for Equinix Metal has no admission
/// webhook.
#[test]
fn equinix_metal_is_checked_in_documented_semantics_only() {
    let versions = "[{version: 1.0.0, ipxeScriptUrl: 'https://boot.example'}, {version: 2.0.0}]";
    let found = [
        "error provider-image-reference-missing spec.providerConfig.machineImages[0].versions[1]",
        "error provider-version-unmapped spec.machineImages[0].versions[0]",
        "warning provider-mapping-surplus spec.providerConfig.machineImages[0].versions[0].version",
        "warning provider-mapping-surplus spec.providerConfig.machineImages[0].versions[1].version",
    ];
    assert_found("equinixmetal", &[(VERSIONS, versions)], &found, &[]);
    let script = "[{version: 1877.5.0, ipxeScriptUrl: 'https://boot.example'}]";
    let profile = profile("equinixmetal", &[(VERSIONS, script)]);
    assert_eq!(chosen(&profile, "m3.small.x86", "ny"), "ipxeScriptUrl https://boot.example");
}

/// An image that the profile does not map may still exist.
#[rstest]
#[case::hetzner("hcloud", "cx42")]
#[case::metal("metal", "n1-medium-x86")]
fn images_are_found_elsewhere(#[case] base: &str, #[case] machine_type: &str) {
    let changes: &[(&str, &str)] = if base == "hcloud" { &[(VERSIONS, "[]")] } else { &[] };
    assert_found(base, changes, &[], &[]);
    let answer = choice(&profile(base, changes), machine_type, "anywhere", Documented);
    assert_eq!(answer.unwrap_err(), NotFoundReason::Elsewhere);
}

#[test]
fn hetzner_needs_no_config() {
    assert_found("hcloud", &[(CONFIG, "")], &[], &[]);
}

#[rstest]
#[case::partition("prod: {partitions: {b: {}}}",
    &["error metal-partition-unknown spec.providerConfig.metalControlPlanes.prod.partitions.b"],
    &["error metal-partition-unknown spec.providerConfig.metalControlPlanes.prod"])]
#[case::unknown_field("prod: {partition: {}}",
    &["error unknown-field spec.providerConfig.metalControlPlanes.prod.partition"],
    &["error unknown-field spec.providerConfig.metalControlPlanes.prod.partition"])]
fn metal(#[case] control_planes: &str, #[case] documented: &[&str], #[case] gardener: &[&str]) {
    assert_found(
        "metal",
        &[(&format!("{CONFIG}.metalControlPlanes"), &format!("{{{control_planes}}}"))],
        documented,
        gardener,
    );
}

/// Flavors that the profile must not have are one error for each entry: their images are not missing as well.
#[rstest]
fn flavors_without_capabilities_are_one_error(
    #[values("alicloud", "aws", "azure", "gcp", "ironcore-metal", "local", "openstack")] base: &str,
) {
    let profile = profile(base, &[("spec.machineCapabilities", "null")]);
    let has_flavors = |path: &str| path.ends_with(".capabilityFlavors");
    let found = findings(&check(&profile, Documented).violations);
    let errors: Vec<&String> = found.iter().filter(|line| line.starts_with("error")).collect();
    assert!(
        errors.iter().any(|line| line.contains("provider-flavors-need-capabilities") && has_flavors(line)),
        "{found:#?}"
    );
    assert!(errors.iter().all(|line| !line.contains("provider-image-reference-missing")), "{found:#?}");
}

/// The name is for amd64, regardless of the architectures of the regions.
#[rstest]
#[case::by_region("regions: [{name: eu01, id: a}], image: n", "amd64", "id a")]
#[case::by_name("regions: [{name: eu02, id: a}], image: n", "amd64", "image n")]
#[case::with_arm64_region("regions: [{name: eu01, id: a, architecture: arm64}], image: n", "amd64", "image n")]
#[case::not_for_arm(
    "regions: [{name: eu02, id: a, architecture: arm64}], image: n",
    "arm64",
    "no flavor is compatible with the machine type"
)]
#[case::first_region("regions: [{name: eu01, id: a}, {name: eu01, id: b}]", "amd64", "id a")]
#[case::first_entry(
    "regions: [{name: eu02, id: a}], image: n}, {version: 1877.5.0, regions: [{name: eu01, id: b}]",
    "amd64",
    "image n"
)]
fn stackit(#[case] version: &str, #[case] architecture: &str, #[case] expected: &str) {
    let versions = format!("[{{version: 1877.5.0, {version}}}]");
    let changes = [(VERSIONS, versions.as_str()), ("spec.machineTypes.0.architecture", architecture)];
    assert_eq!(chosen(&profile("stackit", &changes), "g2i.4", "eu01"), expected);
}

const REGISTERED: &str =
    "[{name: architecture, values: [amd64, arm64]}, {name: secureBoot, values: ['true', 'false']}]";

/// Quirk `merged_capabilities_are_unknown`: the release that is followed has no such field.
#[rstest]
#[case::mapped(
    "capabilityFlavors: [{capabilities: {architecture: [amd64]}, regions: [{name: eu01, id: a}]}]",
    &["warning provider-without-capabilities spec.machineCapabilities"]
)]
#[case::another_value(
    "capabilityFlavors: [{capabilities: {architecture: [amd], secureBoot: ['true']}, regions: [{name: eu01, id: a}]}]",
    &["error provider-capability-value-unregistered spec.providerConfig.machineImages[0].versions[0].capabilityFlavors[0].capabilities.architecture[0]",
      "warning provider-without-capabilities spec.machineCapabilities"]
)]
#[case::both_formats(
    "regions: [{name: eu01, id: a}], capabilityFlavors: [{capabilities: {architecture: [amd64]}, regions: [{name: eu01, id: a}]}]",
    &["error provider-image-formats-mixed spec.providerConfig.machineImages[0].versions[0]",
      "warning provider-without-capabilities spec.machineCapabilities"]
)]
fn stackit_has_flavors(#[case] version: &str, #[case] documented: &[&str]) {
    let versions = format!("[{{version: 1877.5.0, {version}}}]");
    let changes = [
        ("spec.machineCapabilities", REGISTERED),
        (
            "spec.machineImages",
            "[{name: gardenlinux, versions: [{version: 1877.5.0, capabilityFlavors: [{architecture: [amd64]}]}]}]",
        ),
        ("spec.machineTypes.0.architecture", ""),
        ("spec.machineTypes.0.capabilities", "{architecture: [amd64]}"),
        (VERSIONS, versions.as_str()),
    ];
    let unknown = ["error unknown-field spec.providerConfig.machineImages[0].versions[0].capabilityFlavors"];
    assert_found("stackit", &changes, documented, &unknown);
}

/// The fitting one of two flavors boots; a release would find nothing, because it cannot read flavors.
#[rstest]
#[case::secure("['true']", "id a")]
#[case::not_secure("['false']", "id b")]
fn stackit_chooses_by_capabilities(#[case] secure_boot: &str, #[case] expected: &str) {
    let flavors = "{capabilities: {architecture: [amd64], secureBoot: ['true']}, regions: [{name: eu01, id: a}]}, \
                   {capabilities: {architecture: [amd64], secureBoot: ['false']}, regions: [{name: eu01, id: b}]}";
    let versions = format!("[{{version: 1877.5.0, capabilityFlavors: [{flavors}]}}]");
    let machine = format!("{{architecture: [amd64], secureBoot: {secure_boot}}}");
    let changes = [
        ("spec.machineCapabilities", REGISTERED),
        ("spec.machineTypes.0.capabilities", machine.as_str()),
        (VERSIONS, versions.as_str()),
    ];
    assert_eq!(chosen(&profile("stackit", &changes), "g2i.4", "eu01"), expected);
}

/// The list of a region takes precedence over the list for all.
#[test]
fn vsphere_has_lists_for_regions() {
    let list = "[{name: dc1, vsphereHost: vc, machineImages: [{name: gardenlinux, versions: [{version: 1877.5.0, path: own}]}]}]";
    let profile = profile("vsphere", &[("spec.providerConfig.regions", list)]);
    assert_eq!(chosen(&profile, "std-04", "dc1"), "path own");
    assert_eq!(chosen(&profile, "std-04", "dc2"), "path gardener/templates/gardenlinux-1877.5.0");
    let path = choice(&profile, "std-04", "dc1", Documented).unwrap();
    let config = crate::support::check(&profile, Documented).config.unwrap();
    assert!(config.image_references(&profile.spec).iter().any(|one| one.path == path.path), "{}", path.path);
}

#[test]
fn vsphere_compares_in_both_directions() {
    let changes = [
        ("spec.machineImages.1", "{name: other, versions: [{version: 1.0.0}]}"),
        (VERSIONS, "[{version: 1.0.0, path: a}, {version: 1.0.0, path: ''}]"),
    ];
    let at = |path: &str, surplus: &str, repeated: &str| {
        [
            format!("error provider-image-reference-missing {path}.versions[1].path"),
            format!("error {surplus} {path}.versions[0].version"),
            format!("error {repeated} {path}.versions[1].version"),
            format!("error vsphere-versions-unmapped {path}"),
        ]
    };
    let own = "vsphere-mapping-surplus";
    let gardener = at("machineImages[0]", own, own);
    let documented =
        at("spec.providerConfig.machineImages[0]", "provider-mapping-surplus", "provider-mapping-repeated");
    let image = "error provider-image-unmapped spec.machineImages[1]";
    let repeated_surplus = "error provider-mapping-surplus spec.providerConfig.machineImages[0].versions[1].version";
    let mut documented: Vec<&str> = documented.iter().map(String::as_str).chain([image, repeated_surplus]).collect();
    documented.sort_unstable();
    assert_found("vsphere", &changes, &documented, &gardener.each_ref().map(String::as_str));
}

/// STACKIT's extension needs neither `apiVersion` nor `kind`, and metal-stack's does not need `kind`.
#[rstest]
#[case::stackit("stackit", "spec.providerConfig.apiVersion", true)]
#[case::stackit_kind("stackit", "spec.providerConfig.kind", true)]
#[case::metal("metal", "spec.providerConfig.kind", true)]
#[case::metal_api_version("metal", "spec.providerConfig.apiVersion", false)]
#[case::ironcore("ironcore", "spec.providerConfig.kind", false)]
fn omitted_identity_is_accepted_by_some_extensions(#[case] base: &str, #[case] field: &str, #[case] accepted: bool) {
    for semantics in [Documented, Gardener] {
        assert_eq!(
            crate::support::check(&profile(base, &[(field, "")]), semantics).decodable,
            accepted,
            "{semantics:?}"
        );
    }
}
