//! Tests with the examples of the operator's guide of the OpenStack extension.

use rootstock_core_model::Semantics::{Documented, Gardener};
use rootstock_core_model::{CloudProfile, Decode, ReadLimits, read};
use rootstock_provider_api::{ImageRequest, NotFoundReason};

use crate::support::{check, config, findings, settings};

fn example(name: &str) -> CloudProfile {
    let path = format!("{}/../../fixtures/documents/{name}.yaml", env!("CARGO_MANIFEST_DIR"));
    let file = read::read(name, &std::fs::read(path).unwrap(), &ReadLimits::DEFAULT);
    // The nested core flavors of one example are decoded as intended.
    file.documents[0].object().unwrap().raw.decode::<CloudProfile>(&rootstock_core_model::Path::object()).0
}

/// The examples map the regions `europe` and `asia`, but the profiles have `europe-1`. Gardener does not compare them.
#[test]
fn the_old_format_is_valid_and_its_regions_are_never_used() {
    let profile = example("openstack-legacy");
    assert_eq!(findings(&check(&profile, Gardener).violations), [""; 0]);
    let found = check(&profile, Documented).violations;
    assert_eq!(
        findings(&found),
        [
            "warning image-not-in-region spec.providerConfig.machineImages[0].versions[0]",
            "warning provider-region-unknown spec.providerConfig.machineImages[0].versions[0].regions[0].name",
            "warning provider-region-unknown spec.providerConfig.machineImages[0].versions[0].regions[2].name",
        ],
    );
    let unknown = found.iter().find(|one| one.rule.name == "provider-region-unknown").unwrap();
    // A name that differs in a number is never suggested.
    assert_eq!(unknown.help, "");

    // A worker there gets the image by its name: only for amd64 as documented, and for either architecture in Gardener.
    for machine in profile.spec.types() {
        let request = ImageRequest::new("coreos", "2135.6.0", Some("europe-1"), machine);
        let select = |semantics| config(&profile).select_image(&profile.spec, &request, &settings(semantics));
        let choice = select(Gardener).unwrap();
        assert_eq!((choice.reference.path.field(), choice.reference.value.as_str()), ("image", "coreos-2135.6.0"));
        assert_eq!(select(Documented).is_ok(), machine.architecture.as_deref() != Some("arm64"));
    }
}

/// Without names to fall back to, no machine can be created in `europe-1`.
#[test]
fn the_capability_format_has_no_image_in_its_region() {
    let profile = example("openstack-capabilities");
    assert_eq!(findings(&check(&profile, Gardener).violations), [""; 0]);
    assert_eq!(
        findings(&check(&profile, Documented).violations),
        [
            "warning image-not-in-region spec.providerConfig.machineImages[0].versions[0]",
            "warning provider-region-unknown \
             spec.providerConfig.machineImages[0].versions[0].capabilityFlavors[0].regions[0].name",
            "warning provider-region-unknown \
             spec.providerConfig.machineImages[0].versions[0].capabilityFlavors[0].regions[1].name",
        ],
    );
    let select = |region| {
        let request = ImageRequest::new("gardenlinux", "1877.5.0", Some(region), &profile.spec.types()[0]);
        config(&profile).select_image(&profile.spec, &request, &settings(Documented))
    };
    let error = select("europe-1").unwrap_err();
    let known = ["asia".to_owned(), "europe".to_owned()].into();
    assert_eq!(error.reason, NotFoundReason::NotInRegion { region: "europe-1".to_owned(), known });
    assert_eq!(select("europe").unwrap().reference.value, "1234-amd64-virt");
}
