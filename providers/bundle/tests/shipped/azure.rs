//! Tests of Azure: four kinds of image references, accelerated networking, and numbers of domains.

use rstest::rstest;

use crate::support::{assert_found, chosen, profile};

const CONFIG: &str = "spec.providerConfig";
const VERSIONS: &str = "spec.providerConfig.machineImages.0.versions";

#[rstest]
#[case::no_domains("countFaultDomains", "[]",
    &["error azure-domain-counts-missing spec.providerConfig.countFaultDomains"])]
#[case::null_domain("countUpdateDomains", "[null]",
    &["error azure-domain-count-invalid spec.providerConfig.countUpdateDomains[0].region"])]
#[case::negative("countUpdateDomains", "[{region: a, count: -1}]",
    &["error azure-domain-count-invalid spec.providerConfig.countUpdateDomains[0].count"])]
#[case::cloud("cloudConfiguration", "{name: AzureChina}", &[])]
fn settings(#[case] field: &str, #[case] value: &str, #[case] found: &[&str]) {
    assert_found("azure", &[(&format!("{CONFIG}.{field}"), value)], found, found);
}

/// The sections are compared only if the provider section is valid on its own: quirk `unsound_config_is_not_compared`.
#[test]
fn an_unsound_config_is_not_compared() {
    let changes =
        [("spec.providerConfig.countFaultDomains", "[]"), (VERSIONS, "[{version: 1877.5.0, urn: 'a:b:c:d'}]")];
    let domains = "error azure-domain-counts-missing spec.providerConfig.countFaultDomains";
    let unmapped = "error provider-architecture-unmapped spec.machineImages[0].versions[0]";
    assert_found("azure-legacy", &changes, &[domains, unmapped], &[domains]);
    assert_found("azure-legacy", &changes[1..], &[unmapped], &[unmapped]);
}

#[rstest]
#[case::urn("urn: 'a:b:c:d'", &[])]
#[case::id("id: anything", &[])]
#[case::community("communityGalleryImageID: /communitygalleries/g/Images/i/Versions/1", &[])]
#[case::shared("sharedGalleryImageID: /SharedGalleries/g/Images/i/Versions/1", &[])]
#[case::short_urn("urn: 'a:b:c'", &["error azure-image-reference-form {}.urn"])]
#[case::no_gallery("communityGalleryImageID: /SharedGalleries/g/Images/i/Versions/1",
    &["error azure-image-reference-form {}.communityGalleryImageID"])]
#[case::short_gallery("sharedGalleryImageID: /SharedGalleries/g/Images/i",
    &["error azure-image-reference-form {}.sharedGalleryImageID"])]
#[case::empty("id: ''", &["error provider-image-reference-missing {}.id"])]
#[case::two("id: a, urn: 'a:b:c:d'", &["error azure-image-references {}"])]
#[case::none("skipMarketplaceAgreement: true", &["error provider-image-reference-missing {}"])]
fn references(#[case] reference: &str, #[case] found: &[&str]) {
    let at = |place: &str| found.iter().map(|line| line.replace("{}", place)).collect::<Vec<_>>();
    let legacy = format!("{{version: 1877.5.0, {reference}}}");
    let found = at("spec.providerConfig.machineImages[0].versions[0]");
    let found: Vec<&str> = found.iter().map(String::as_str).collect();
    assert_found("azure-legacy", &[(&format!("{VERSIONS}.0"), &legacy)], &found, &found);

    let flavor = format!("{{capabilities: {{architecture: [amd64], azure-networking: [basic]}}, {reference}}}");
    let found = at("spec.providerConfig.machineImages[0].versions[0].capabilityFlavors[1]");
    let found: Vec<&str> = found.iter().map(String::as_str).collect();
    assert_found("azure", &[(&format!("{VERSIONS}.0.capabilityFlavors.1"), &flavor)], &found, &found);
}

#[rstest]
#[case::architecture("architecture", "amd64", "architecture", "architecture")]
#[case::networking("acceleratedNetworking", "false", "acceleratedNetworking", "acceleratedNetworking")]
#[case::image("urn", "'a:b:c:d'", "", "image")]
fn both_formats_on_one_version(
    #[case] field: &str,
    #[case] value: &str,
    #[case] documented: &str,
    #[case] gardener: &str,
) {
    let path = |field: &str| {
        let dot = if field.is_empty() { "" } else { "." };
        format!("error provider-image-formats-mixed spec.providerConfig.machineImages[0].versions[0]{dot}{field}")
    };
    assert_found("azure", &[(&format!("{VERSIONS}.0.{field}"), value)], &[&path(documented)], &[&path(gardener)]);
}

#[test]
fn a_version_in_neither_format() {
    let unmapped = |flavor: usize| {
        format!("error provider-flavor-unmapped spec.machineImages[0].versions[0].capabilityFlavors[{flavor}]")
    };
    let missing = "error provider-image-reference-missing spec.providerConfig.machineImages[0].versions[0]";
    assert_found(
        "azure",
        &[(VERSIONS, "[{version: 1877.5.0}]")],
        &[&unmapped(2), missing],
        &[&format!("{missing}.image")],
    );
}

#[rstest]
#[case::both_architectures(
    "[{version: 1877.5.0, urn: 'a:b:c:d'}, {version: 1877.5.0, id: a, architecture: arm64}]", &[], &[])]
#[case::both_kinds_of_networking_of_one_architecture(
    "[{version: 1877.5.0, urn: 'a:b:c:d'}, {version: 1877.5.0, id: b, acceleratedNetworking: true},
      {version: 1877.5.0, id: a, architecture: arm64}]", &[], &[])]
#[case::the_same_twice(
    "[{version: 1877.5.0, urn: 'a:b:c:d'}, {version: 1877.5.0, id: b, acceleratedNetworking: false},
      {version: 1877.5.0, id: a, architecture: arm64}]",
    &["error provider-mapping-repeated spec.providerConfig.machineImages[0].versions[1].version"], &[])]
fn mixed_format(#[case] versions: &str, #[case] documented: &[&str], #[case] gardener: &[&str]) {
    assert_found("azure", &[(VERSIONS, versions)], documented, gardener);
}

/// The extension requires entries for core images without versions, too.
#[test]
fn images_without_versions_are_looked_for() {
    let changes = [("spec.machineImages.1", "{name: other, versions: []}")];
    assert_found("azure", &changes, &[], &["error provider-image-unmapped spec.machineImages[1]"]);
}

const ACCELERATED: &str = "[{version: 1877.5.0, id: basic}, {version: 1877.5.0, id: fast, acceleratedNetworking: true}, \
                            {version: 1877.5.0, id: arm, architecture: arm64}]";

#[rstest]
#[case::capabilities("azure", &[], "Standard_D4s_v5",
    "communityGalleryImageID /CommunityGalleries/gardenlinux-1877/Images/gardenlinux-amd64-accelerated/Versions/1877.5.0")]
#[case::only_one_fits("azure", &[], "Standard_A4_v2", "urn sap:gardenlinux:greatest:1877.5.0")]
#[case::legacy_prefers_the_image_that_can_do_both("azure-legacy", &[(VERSIONS, ACCELERATED)], "Standard_D4s_v5", "id fast")]
#[case::legacy_architecture("azure-legacy", &[(VERSIONS, ACCELERATED)], "Standard_D4ps_v5", "id arm")]
#[case::legacy_machine_type("azure-legacy",
    &[(VERSIONS, ACCELERATED), ("spec.providerConfig.machineTypes", "[{name: Standard_D4s_v5, acceleratedNetworking: true}]")],
    "Standard_D4s_v5", "id fast")]
#[case::the_first_way_counts("azure-legacy", &[(VERSIONS, "[{version: 1877.5.0, id: a, urn: 'a:b:c:d'}]")],
    "Standard_A4_v2", "urn a:b:c:d")]
fn selection(#[case] base: &str, #[case] changes: &[(&str, &str)], #[case] machine_type: &str, #[case] expected: &str) {
    assert_eq!(chosen(&profile(base, changes), machine_type, "anywhere"), expected);
}
