//! Findings in the OpenStack section of a profile, in both semantics. The pages of the rules have further examples.

use crate::support::{assert_found, check, profile};
use rootstock_core_model::Semantics::Documented;
use rstest::rstest;

const CONFIG: &str = "spec.providerConfig";
const IMAGES: &str = "spec.providerConfig.machineImages";

#[rstest]
#[case::inner_wildcard("constraints.floatingPools", "[{name: fp-*-pool}]",
    &["error openstack-floating-pool-wildcard spec.providerConfig.constraints.floatingPools[0].name"], &[])]
#[case::two_wildcards("constraints.floatingPools", "[{name: '*a*'}]",
    &["error openstack-floating-pool-wildcard spec.providerConfig.constraints.floatingPools[0].name"], &[])]
#[case::provider_repeated_without_region("constraints.loadBalancerProviders", "[{name: haproxy}, {name: haproxy}]",
    &["error openstack-load-balancer-provider-repeated spec.providerConfig.constraints.loadBalancerProviders[1].name"], &[])]
#[case::provider_repeated_in_a_region("constraints.loadBalancerProviders", "[{name: f5, region: europe}, {name: f5, region: europe}]",
    &["error openstack-load-balancer-provider-repeated spec.providerConfig.constraints.loadBalancerProviders[1].name"],
    &["error openstack-load-balancer-provider-repeated spec.providerConfig.constraints.loadBalancerProviders[1]"])]
#[case::pools_without_region_are_not_compared("constraints.floatingPools", "[{name: a}, {name: a}]", &[], &[])]
#[case::an_absent_region_is_any_region("constraints.floatingPools", "[{name: a, domain: d}, {name: a, domain: d, region: '*'}]",
    &["error openstack-floating-pool-repeated spec.providerConfig.constraints.floatingPools[1].name"],
    &["error openstack-floating-pool-repeated spec.providerConfig.constraints.floatingPools[1].name"])]
#[case::no_keystone("keystoneURL", "''",
    &["error openstack-keystone-url-missing spec.providerConfig.keystoneURL"],
    &["error openstack-keystone-url-missing spec.providerConfig.keyStoneURL"])]
#[case::certificate("keystoneCACert", "nonsense",
    &["error openstack-keystone-certificate spec.providerConfig.keystoneCACert"],
    &["error openstack-keystone-certificate spec.providerConfig.caCert"])]
#[case::empty_certificate("keystoneCACert", "''", &[], &[])]
#[case::regions_without_name("keystoneURLs", "[{url: 'https://u'}, {url: 'https://u'}]",
    &["error openstack-keystone-url-incomplete spec.providerConfig.keystoneURLs[0].region",
      "error openstack-keystone-url-incomplete spec.providerConfig.keystoneURLs[1].region"],
    &["error openstack-keystone-url-incomplete spec.providerConfig.keyStoneURLs[0].region",
      "error openstack-keystone-url-incomplete spec.providerConfig.keyStoneURLs[1].region",
      "error openstack-keystone-url-repeated spec.providerConfig.keyStoneURLs[1].region"])]
#[case::class_twice_by_name("constraints.floatingPools", "[{name: a, loadBalancerClasses: [{name: default}, {name: default}]}]",
    &["error openstack-load-balancer-class-repeated spec.providerConfig.constraints.floatingPools[0].loadBalancerClasses[1].name"],
    &["error openstack-load-balancer-class-repeated spec.providerConfig.constraints.floatingPools[0].loadBalancerClasses[1].name",
      "error openstack-load-balancer-class-second spec.providerConfig.constraints.floatingPools[0].loadBalancerClasses"])]
#[case::null_entries("constraints.loadBalancerProviders", "[null]",
    &["error openstack-load-balancer-provider-incomplete spec.providerConfig.constraints.loadBalancerProviders[0].name"],
    &["error openstack-load-balancer-provider-incomplete spec.providerConfig.constraints.loadBalancerProviders[0].name"])]
#[case::storage_classes("storageClasses", "[{name: ''}, {name: '', reclaimPolicy: x}]",
    &["warning openstack-storage-class spec.providerConfig.storageClasses[0].name",
      "warning openstack-storage-class spec.providerConfig.storageClasses[1].name",
      "warning openstack-storage-class spec.providerConfig.storageClasses[1].reclaimPolicy"], &[])]
#[case::attach_limit("nodeVolumeAttachLimit", "-1",
    &["warning openstack-setting-not-positive spec.providerConfig.nodeVolumeAttachLimit"], &[])]
#[case::timeout("requestTimeout", "-5s",
    &["warning openstack-setting-not-positive spec.providerConfig.requestTimeout"], &[])]
fn settings(#[case] field: &str, #[case] value: &str, #[case] documented: &[&str], #[case] gardener: &[&str]) {
    assert_found("openstack", &[(&format!("{CONFIG}.{field}"), value)], documented, gardener);
}

const VERSION: &str = "spec.providerConfig.machineImages.0.versions.0";

#[rstest]
#[case::mixed_legacy_version_covers_architectures_only(
    "{version: 1877.5.0, regions: [{name: europe, id: a}, {name: europe, id: b, architecture: arm64}]}", &[], &[])]
#[case::mixed_legacy_version_lacks_an_architecture(
    "{version: 1877.5.0, regions: [{name: europe, id: a}]}",
    &["error provider-flavor-unmapped spec.machineImages[0].versions[0].capabilityFlavors[2]"],
    &["error provider-flavor-unmapped spec.machineImages[0].versions[0].capabilityFlavors[2]"])]
#[case::an_image_name_alone_is_no_flavor(
    "{version: 1877.5.0, image: gardenlinux-1877}",
    &["error provider-flavor-unmapped spec.machineImages[0].versions[0].capabilityFlavors[0]",
      "error provider-flavor-unmapped spec.machineImages[0].versions[0].capabilityFlavors[1]",
      "error provider-flavor-unmapped spec.machineImages[0].versions[0].capabilityFlavors[2]",
      "note openstack-image-by-name spec.providerConfig.machineImages[0].versions[0].image"],
    &["error provider-flavor-unmapped spec.machineImages[0].versions[0].capabilityFlavors[0]",
      "error provider-flavor-unmapped spec.machineImages[0].versions[0].capabilityFlavors[1]",
      "error provider-flavor-unmapped spec.machineImages[0].versions[0].capabilityFlavors[2]"])]
#[case::a_typo_is_one_mistake(
    "{version: 1877.5.0, capabilityFlavors: [
        {capabilities: {architecture: [amd64], hypervisor: [virtual]}, image: a},
        {capabilities: {architecture: [amd64], hypervisor: [baremetal]}, image: b},
        {capabilities: {architecture: [arm64], hypervisor: [virtualized]}, image: c}]}",
    &["error provider-capability-value-unregistered \
       spec.providerConfig.machineImages[0].versions[0].capabilityFlavors[0].capabilities.hypervisor[0]"],
    &["error provider-capability-value-unregistered \
       spec.providerConfig.machineImages[0].versions[0].capabilityFlavors[0].capabilities.hypervisor[0]",
      "error provider-flavor-unmapped spec.machineImages[0].versions[0].capabilityFlavors[0]"])]
#[case::an_unknown_capability_is_one_mistake(
    "{version: 1877.5.0, capabilityFlavors: [
        {capabilities: {architecture: [amd64], hypervizor: [virtualized]}, image: a},
        {capabilities: {architecture: [amd64], hypervisor: [baremetal]}, image: b},
        {capabilities: {architecture: [arm64], hypervisor: [virtualized]}, image: c}]}",
    &["error provider-capability-unregistered \
       spec.providerConfig.machineImages[0].versions[0].capabilityFlavors[0].capabilities.hypervizor"],
    &["error provider-capability-unregistered \
       spec.providerConfig.machineImages[0].versions[0].capabilityFlavors[0].capabilities",
      "error provider-flavor-unmapped spec.machineImages[0].versions[0].capabilityFlavors[0]"])]
#[case::surplus_and_repeated_flavors(
    "{version: 1877.5.0, capabilityFlavors: [
        {capabilities: {architecture: [amd64], hypervisor: [virtualized]}, image: a},
        {capabilities: {architecture: [amd64], hypervisor: [baremetal]}, image: b},
        {capabilities: {architecture: [arm64], hypervisor: [virtualized]}, image: c},
        {capabilities: {hypervisor: [virtualized], architecture: [arm64]}, image: d},
        {capabilities: {architecture: [arm64]}, image: e}]}",
    &["error provider-flavor-repeated spec.providerConfig.machineImages[0].versions[0].capabilityFlavors[3]",
      "error provider-mapping-surplus spec.providerConfig.machineImages[0].versions[0].capabilityFlavors[4]",
      "note openstack-image-by-name spec.providerConfig.machineImages[0].versions[0].capabilityFlavors[0].image"],
    &[])]
#[case::a_version_without_name_is_one_mistake(
    "{version: '', image: a}",
    &["error provider-image-incomplete spec.providerConfig.machineImages[0].versions[0].version"],
    &["error provider-image-incomplete spec.providerConfig.machineImages[0].versions[0].version",
      "error provider-version-unmapped spec.machineImages[0].versions[0]"])]
#[case::null(
    "null",
    &["error provider-image-incomplete spec.providerConfig.machineImages[0].versions[0].version"],
    &["error provider-image-incomplete spec.providerConfig.machineImages[0].versions[0].version",
      "error provider-version-unmapped spec.machineImages[0].versions[0]"])]
#[case::a_misspelled_field_is_one_mistake(
    "{version: 1877.5.0, capabilityFlavor: []}",
    &["error unknown-field spec.providerConfig.machineImages[0].versions[0].capabilityFlavor"],
    &["error unknown-field spec.providerConfig.machineImages[0].versions[0].capabilityFlavor"])]
fn versions(#[case] version: &str, #[case] documented: &[&str], #[case] gardener: &[&str]) {
    assert_found("openstack", &[(VERSION, version)], documented, gardener);
}

/// The help is as good as for the core section.
#[rstest]
#[case::a_name(
    "colour: [red]",
    "register `colour` in the CloudProfile's `spec.machineCapabilities`, or remove it here"
)]
#[case::a_reserved_name(
    "gardener-x: [red]",
    "names that begin with `gardener-` are reserved for Gardener, and Gardener has no such capability; remove it"
)]
#[case::a_value_for_a_name("baremetal: [a]", "`baremetal` is a value of `hypervisor`: write `hypervisor: [baremetal]`")]
#[case::a_slip("hypervizor: [virtualized]", "did you mean `hypervisor`?")]
#[case::a_value(
    "hypervisor: [nested]",
    "add `nested` to the values of `hypervisor` in the CloudProfile's `spec.machineCapabilities`, or remove it here"
)]
#[case::a_value_of_another("hypervisor: [arm64]", "`arm64` is a value of `architecture`, not of `hypervisor`")]
#[case::an_alias("architecture: [x86_64]", "did you mean `amd64`?")]
fn unregistered_capability_of_a_flavor_has_help(#[case] capability: &str, #[case] help: &str) {
    let version = format!("{{version: 1877.5.0, capabilityFlavors: [{{capabilities: {{{capability}}}, image: a}}]}}");
    let outcome = check(&profile("openstack", &[(VERSION, &version)]), Documented);
    let found: Vec<&str> = outcome
        .violations
        .iter()
        .filter(|one| one.rule.name.starts_with("provider-capability-"))
        .map(|one| &*one.help)
        .collect();
    assert_eq!(found, [help]);
}

#[rstest]
#[case::a_name_is_for_amd64("{version: 1877.5.0, image: gardenlinux-1877}",
    &["error provider-architecture-unmapped spec.machineImages[0].versions[0]",
      "note openstack-image-by-name spec.providerConfig.machineImages[0].versions[0].image"], &[])]
#[case::mapped_to_nothing("{version: 1877.5.0}",
    &["error provider-image-reference-missing spec.providerConfig.machineImages[0].versions[0].regions",
      "warning image-not-in-region spec.providerConfig.machineImages[0].versions[0]"], &[])]
#[case::one_architecture_missing("{version: 1877.5.0, regions: [{name: europe, id: a}]}",
    &["error provider-architecture-unmapped spec.machineImages[0].versions[0]"],
    &["error provider-architecture-unmapped spec.machineImages[0].versions[0]"])]
fn legacy_versions(#[case] version: &str, #[case] documented: &[&str], #[case] gardener: &[&str]) {
    assert_found("openstack-legacy", &[(VERSION, version)], documented, gardener);
}

#[test]
fn an_empty_list_of_images_is_one_finding() {
    assert_found(
        "openstack",
        &[(IMAGES, "[]")],
        &["error provider-images-missing spec.providerConfig.machineImages"],
        &[
            "error provider-image-unmapped spec.machineImages[0]",
            "error provider-images-missing spec.providerConfig.machineImages",
        ],
    );
}

/// Gardener uses the last entry with a name; documented semantics merge them, and report the repetition.
#[test]
fn repeated_images() {
    let again = "{name: gardenlinux, versions: [{version: '1', image: a}]}";
    assert_found(
        "openstack",
        &[("spec.providerConfig.machineImages.1", again)],
        &[
            "error provider-mapping-repeated spec.providerConfig.machineImages[1].name",
            "error provider-mapping-surplus spec.providerConfig.machineImages[1].versions[0].version",
            "note openstack-image-by-name spec.providerConfig.machineImages[1].versions[0].image",
        ],
        &["error provider-version-unmapped spec.machineImages[0].versions[0]"],
    );
}

/// A region without any image is a single mistake, regardless of the number of versions.
#[test]
fn region_without_any_image_is_reported_once() {
    let versions = "[{version: '1', architectures: [amd64]}, {version: '2', architectures: [amd64]}]";
    let mapped = "[{version: '1', regions: [{name: europe, id: a}]}, {version: '2', regions: [{name: europe, id: b}]}]";
    assert_found(
        "openstack-legacy",
        &[
            ("spec.machineImages.0.versions", versions),
            ("spec.providerConfig.machineImages.0.versions", mapped),
            ("spec.regions.1", "{name: asia}"),
        ],
        &["warning image-not-in-region spec.regions[1].name"],
        &[],
    );
}

/// New workers cannot use an expired version, so it need not exist everywhere.
#[test]
fn an_expired_version_may_be_missing_in_a_region() {
    assert_found(
        "openstack-legacy",
        &[
            ("spec.machineImages.0.versions.0.classification", "null"),
            ("spec.machineImages.0.versions.0.expirationDate", "'2025-01-01T00:00:00Z'"),
            ("spec.regions.1", "{name: asia}"),
        ],
        &[],
        &[],
    );
}
