//! The selection of a worker's image, with all fallbacks.

use rootstock_core_model::Semantics::{self, Documented, Gardener};
use rootstock_core_model::{Capabilities, CloudProfile};
use rootstock_provider_api::{GardenerAnswer, ImageChoice, ImageNotFound, ImageRequest, NotFoundReason};
use rstest::rstest;

use crate::support::{config, profile, settings};

fn select(
    profile: &CloudProfile,
    machine: &str,
    region: Option<&str>,
    semantics: Semantics,
) -> Result<ImageChoice, ImageNotFound> {
    let machine: Capabilities = serde_yaml::from_str(machine).unwrap();
    let request = ImageRequest {
        image: "gardenlinux",
        version: "1877.5.0",
        region,
        machine_type: None,
        machine_capabilities: &machine,
        architecture: None,
        worker_capabilities: None,
    };
    config(profile).select_image(&profile.spec, &request, &settings(semantics))
}

/// Formats the reference, or the reason why there is none.
fn answer(result: Result<ImageChoice, ImageNotFound>) -> String {
    match result {
        Ok(choice) => format!("{} {}", choice.reference.path.field(), choice.reference.value),
        Err(error) => error.reason.to_string(),
    }
}

const VERSION: &str = "spec.providerConfig.machineImages.0.versions.0";

/// Cases in a profile without capabilities.
#[rstest]
#[case::by_region("regions: [{name: r, id: a}, {name: s, id: b}]", "{}", "id a")]
#[case::other_architecture(
    "regions: [{name: r, id: a}, {name: r, id: b, architecture: arm64}]",
    "{architecture: [arm64]}",
    "id b"
)]
#[case::last_of_a_repeated_region("regions: [{name: r, id: a}, {name: r, id: b}]", "{}", "id b")]
#[case::name_when_the_region_is_not_mapped("image: n, regions: [{name: s, id: b}]", "{}", "image n")]
#[case::name_of_a_region_without_id("image: n, regions: [{name: r, id: ''}]", "{}", "image n")]
#[case::region_before_name("image: n, regions: [{name: r, id: a}]", "{}", "id a")]
#[case::name_alone("image: n", "{}", "image n")]
#[case::a_name_alone_is_for_amd64(
    "image: n",
    "{architecture: [arm64]}",
    "no flavor is compatible with the machine type"
)]
#[case::not_in_the_region(
    "regions: [{name: s, id: b}, {name: q, id: c}]",
    "{}",
    "no image is mapped for region `r`; there are mappings for `q` and `s`"
)]
#[case::nothing("regions: []", "{}", "the entry in `providerConfig` maps the version to no image reference")]
fn legacy(#[case] version: &str, #[case] machine: &str, #[case] expected: &str) {
    let profile = profile("openstack-legacy", &[(VERSION, &format!("{{version: 1877.5.0, {version}}}"))]);
    for semantics in [Documented, Gardener] {
        assert_eq!(answer(select(&profile, machine, Some("r"), semantics)), expected, "{semantics:?}");
    }
}

/// The name is for amd64 as documented, and for every architecture of the regions next to it in Gardener.
#[rstest]
#[case::legacy(
    "openstack-legacy",
    "image: n, regions: [{name: s, id: b, architecture: arm64}]",
    "no image is mapped for region `r`; there are mappings for `s`"
)]
#[case::region_without_id("openstack-legacy", "image: n, regions: [{name: r, id: '', architecture: arm64}]", "id ")]
#[case::other_architectures_are_in_the_region(
    "openstack-legacy",
    "image: n, regions: [{name: r, id: a}, {name: s, id: b, architecture: arm64}]",
    "no flavor is compatible with the machine type"
)]
#[case::flavor(
    "openstack",
    "capabilityFlavors: [{capabilities: {architecture: [arm64]}, image: n}]",
    "the entry in `providerConfig` maps the version to no image reference"
)]
fn a_name_for_arm64(#[case] base: &str, #[case] version: &str, #[case] documented: &str) {
    let profile = profile(base, &[(VERSION, &format!("{{version: 1877.5.0, {version}}}"))]);
    let machine = "{architecture: [arm64]}";
    assert_eq!(answer(select(&profile, machine, Some("r"), Documented)), documented);
    assert_eq!(answer(select(&profile, machine, Some("r"), Gardener)), "image n");
}

/// Next to regions that are all for arm64, Gardener has nothing for amd64; as documented, the name does not count at
/// all.
#[test]
fn name_with_regions_for_arm64_is_for_amd64() {
    let version = "{version: 1877.5.0, image: n, regions: [{name: s, id: b, architecture: arm64}]}";
    let profile = profile("openstack-legacy", &[(VERSION, version)]);
    let documented = "no image is mapped for region `r`; there are mappings for `s`";
    assert_eq!(answer(select(&profile, "{}", Some("r"), Documented)), documented);
    let gardener = "no flavor is compatible with the machine type";
    assert_eq!(answer(select(&profile, "{}", Some("r"), Gardener)), gardener);
}

const VIRTUAL: &str = "{architecture: [amd64], hypervisor: [virtualized]}";

/// Cases in a profile with capabilities: architecture [amd64, arm64], hypervisor [virtualized, baremetal].
#[rstest]
#[case::exact(
    "[{capabilities: {architecture: [amd64], hypervisor: [virtualized]}, regions: [{name: r, id: a}]}]",
    VIRTUAL,
    "id a"
)]
#[case::omitted_means_all("[{capabilities: {architecture: [amd64]}, regions: [{name: r, id: a}]}]", VIRTUAL, "id a")]
#[case::empty_means_none(
    "[{capabilities: {architecture: [amd64], hypervisor: []}, image: n}]",
    VIRTUAL,
    "no flavor is compatible with the machine type"
)]
#[case::incompatible(
    "[{capabilities: {architecture: [amd64], hypervisor: [baremetal]}, image: n}]",
    VIRTUAL,
    "no flavor is compatible with the machine type"
)]
#[case::a_better_name_beats_a_mapped_region(
    "[{capabilities: {architecture: [amd64], hypervisor: [baremetal]}, regions: [{name: r, id: a}]},
      {capabilities: {architecture: [amd64], hypervisor: [virtualized]}, image: n}]",
    "{architecture: [amd64]}",
    "image n"
)]
#[case::equal_flavors_are_ambiguous(
    "[{capabilities: {architecture: [amd64]}, image: n}, {capabilities: {architecture: [amd64]}, image: m}]",
    VIRTUAL,
    "several flavors fit equally well, so the choice is ambiguous"
)]
#[case::one_of_two_equal_flavors_is_not_in_the_region(
    "[{capabilities: {architecture: [amd64]}, regions: [{name: s, id: b}]}, {capabilities: {architecture: [amd64]}, image: m}]",
    VIRTUAL,
    "image m"
)]
#[case::a_machine_without_architecture_is_amd64(
    "[{capabilities: {architecture: [arm64]}, image: n}, {capabilities: {architecture: [amd64]}, image: m}]",
    "{hypervisor: [virtualized]}",
    "image m"
)]
#[case::no_reference_at_all(
    "[{capabilities: {architecture: [amd64]}}]",
    VIRTUAL,
    "the entry in `providerConfig` maps the version to no image reference"
)]
fn capabilities(#[case] flavors: &str, #[case] machine: &str, #[case] expected: &str) {
    let version = format!("{{version: 1877.5.0, capabilityFlavors: {flavors}}}");
    let profile = profile("openstack", &[(VERSION, &version)]);
    for semantics in [Documented, Gardener] {
        assert_eq!(answer(select(&profile, machine, Some("r"), semantics)), expected, "{semantics:?}");
    }
}

/// In Gardener the flavor with the better value of its own wins, even if the machine type ([baremetal]) does not have
/// that value, and the answer of documented semantics reports the difference.
#[test]
fn gardener_ranks_by_values_the_machine_does_not_have() {
    let flavors = "{version: 1877.5.0, capabilityFlavors: [
        {capabilities: {architecture: [amd64], hypervisor: [baremetal]}, image: exact},
        {capabilities: {architecture: [amd64]}, image: wide}]}";
    let profile = profile("openstack", &[(VERSION, flavors)]);
    let machine = "{architecture: [amd64], hypervisor: [baremetal]}";
    // The remaining values of both are equal, so that the declared sets decide in documented semantics, too.
    let choice = select(&profile, machine, None, Documented).unwrap();
    assert_eq!(choice.reference.value, "wide");
    assert_eq!(choice.gardener, None);
    assert_eq!(select(&profile, machine, None, Gardener).unwrap().reference.value, "wide");

    let definitions = "[{name: architecture, values: [amd64, arm64]}, {name: hypervisor, values: [kvm, xen, metal]}]";
    let flavors = "{version: 1877.5.0, capabilityFlavors: [
        {capabilities: {architecture: [amd64], hypervisor: [kvm, metal]}, image: better},
        {capabilities: {architecture: [amd64], hypervisor: [xen]}, image: fitting}]}";
    let profile =
        crate::support::profile("openstack", &[(VERSION, flavors), ("spec.machineCapabilities", definitions)]);
    let choice = select(&profile, "{architecture: [amd64], hypervisor: [xen, metal]}", None, Documented).unwrap();
    assert_eq!(choice.reference.value, "fitting");
    let Some(GardenerAnswer::Chooses { reference }) = choice.gardener else { panic!("{:?}", choice.gardener) };
    assert_eq!(reference.value, "better");
}

#[test]
fn unknown_names() {
    let profile = profile("openstack", &[]);
    let machine = Capabilities::new();
    let ask = |image, version| {
        let request = ImageRequest {
            image,
            version,
            region: None,
            machine_type: None,
            machine_capabilities: &machine,
            architecture: None,
            worker_capabilities: None,
        };
        config(&profile).select_image(&profile.spec, &request, &settings(Documented)).unwrap_err().reason
    };
    assert_eq!(ask("ubuntu", "1"), NotFoundReason::UnknownImage);
    assert_eq!(ask("gardenlinux", "1"), NotFoundReason::UnknownVersion);
}

/// Several entries for one version count together; a second entry of an image counts if the first has nothing to offer.
#[test]
fn repeated_entries() {
    let images = "[
        {name: gardenlinux, versions: [{version: 1877.5.0, regions: [{name: s, id: a}]}]},
        {name: gardenlinux, versions: [
            {version: 1877.5.0, regions: [{name: r, id: b}]},
            {version: 1877.5.0, regions: [{name: r, id: c, architecture: arm64}]}]}]";
    let profile = profile("openstack-legacy", &[("spec.providerConfig.machineImages", images)]);
    assert_eq!(answer(select(&profile, "{architecture: [amd64]}", Some("r"), Gardener)), "id b");
    assert_eq!(answer(select(&profile, "{architecture: [arm64]}", Some("r"), Gardener)), "id c");
    assert_eq!(answer(select(&profile, "{architecture: [amd64]}", Some("s"), Gardener)), "id a");
}

/// The worker's own demands narrow the choice.
#[test]
fn a_worker_narrows_the_choice() {
    let profile = profile("openstack", &[]);
    let machine: Capabilities = serde_yaml::from_str("{architecture: [amd64]}").unwrap();
    let worker: Capabilities = serde_yaml::from_str("{hypervisor: [baremetal]}").unwrap();
    let request = ImageRequest {
        image: "gardenlinux",
        version: "1877.5.0",
        region: Some("europe"),
        machine_type: None,
        machine_capabilities: &machine,
        architecture: None,
        worker_capabilities: Some(&worker),
    };
    let choice = config(&profile).select_image(&profile.spec, &request, &settings(Documented)).unwrap();
    assert_eq!(choice.reference.value, "1877-amd64-baremetal");
}

/// The example of the operator's guide: regions `europe` and `asia` are mapped, but the profile has `europe-1`.
#[test]
fn explanation_of_a_region_that_is_not_mapped() {
    let profile = profile("openstack", &[("spec.regions.0.name", "europe-1")]);
    let error = select(&profile, VIRTUAL, Some("europe-1"), Documented).unwrap_err();
    insta::assert_json_snapshot!(error);
    let choice = select(&profile, "{architecture: [amd64]}", Some("europe"), Documented).unwrap();
    insta::assert_json_snapshot!(choice);
}

#[test]
fn references_in_the_order_of_the_document() {
    let profile = profile("openstack", &[]);
    let references = config(&profile).image_references(&profile.spec);
    let values: Vec<&str> = references.iter().map(|one| one.value.as_str()).collect();
    assert_eq!(values, ["1877-amd64-virtualized", "1877-amd64-baremetal", "1877-arm64-virtualized"]);
    assert_eq!(
        references[1].path.to_string(),
        "spec.providerConfig.machineImages[0].versions[0].capabilityFlavors[1].regions[0].id",
    );
    assert_eq!(references[1].region.as_deref(), Some("europe"));

    let version = "{version: 1877.5.0, image: n, regions: [{name: r, id: a}, {name: r, id: b, architecture: arm64}]}";
    let profile = crate::support::profile("openstack-legacy", &[(VERSION, version)]);
    let references = config(&profile).image_references(&profile.spec);
    let values: Vec<(Option<&str>, &str, &str)> =
        references.iter().map(|one| (one.region.as_deref(), one.path.field(), one.value.as_str())).collect();
    assert_eq!(values, [(Some("r"), "id", "a"), (None, "image", "n"), (Some("r"), "id", "b"), (None, "image", "n")]);
}
