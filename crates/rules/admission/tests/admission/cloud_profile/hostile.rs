//! Arbitrary input makes the rules neither panic nor run slowly.

use proptest::prelude::*;
use rootstock_admission::{Operation, check_cloud_profile};
use rootstock_core_model::{
    AvailabilityZone, Bastion, BastionMachineImage, BastionMachineType, CloudProfile, CloudProfileSpec,
    ExpirableVersion, FieldPath, KubernetesSettings, LabelSelectorRequirement, Limits, MachineImage,
    MachineImageVersion, Region, SeedSelector, Semantics, VolumeType,
};
use rootstock_versioning::{Classification, LifecycleStage, Timestamp};

use crate::cloud_profile::overlay::settings;

fn text() -> impl Strategy<Value = String> {
    prop_oneof![
        Just(String::new()),
        Just("a".to_owned()),
        Just("1.30.1".to_owned()),
        Just("v1.30".to_owned()),
        Just("1.30.2-x+y".to_owned()),
        Just("-----BEGIN CERTIFICATE-----\n-----END CERTIFICATE-----".to_owned()),
        ".{0,8}",
    ]
}

fn instant() -> impl Strategy<Value = Option<Timestamp>> {
    proptest::option::of((0_i64..4_000_000_000).prop_map(Timestamp::from_unix_seconds))
}

fn classification() -> impl Strategy<Value = Classification> {
    prop_oneof![
        4 => Just(Classification::Supported),
        1 => Just(Classification::Preview),
        1 => Just(Classification::Deprecated),
        1 => Just(Classification::Expired),
        1 => Just(Classification::Unavailable),
        1 => text().prop_map(|text| Classification::from(text.as_str())),
    ]
}

fn version() -> impl Strategy<Value = ExpirableVersion> {
    let stage = (classification(), instant())
        .prop_map(|(classification, start_time)| LifecycleStage { classification, start_time });
    let stages = proptest::option::of(proptest::collection::vec(stage, 0..4));
    (text(), instant(), proptest::option::of(classification()), stages).prop_map(
        |(version, expiration_date, classification, lifecycle)| ExpirableVersion {
            version,
            expiration_date,
            classification,
            lifecycle,
        },
    )
}

fn image_version(version: ExpirableVersion) -> MachineImageVersion {
    MachineImageVersion {
        version: version.version,
        expiration_date: version.expiration_date,
        classification: version.classification,
        lifecycle: version.lifecycle,
        ..MachineImageVersion::default()
    }
}

prop_compose! {
    fn spec()(
        kubernetes in proptest::collection::vec(version(), 0..8),
        images in proptest::collection::vec((text(), proptest::collection::vec(version(), 0..6)), 0..3),
        names in proptest::collection::vec(text(), 24),
        nodes in proptest::option::of(any::<i32>()),
    ) -> CloudProfileSpec {
        let name = |position: usize| names[position].clone();
        let zone = AvailabilityZone {
            name: name(0),
            unavailable_machine_types: Some(vec![name(1)]),
            unavailable_volume_types: Some(vec![name(2)]),
        };
        let region = |first: usize| Region {
            name: name(first),
            zones: Some(vec![zone.clone(), zone.clone()]),
            labels: [(name(4), name(5))].into(),
            access_restrictions: None,
        };
        let volume = |first: usize| VolumeType { name: name(first), class: name(first + 1), ..VolumeType::default() };
        let expression = LabelSelectorRequirement { key: name(6), operator: name(7), values: Some(vec![name(8)]) };
        CloudProfileSpec {
            ca_bundle: Some(name(9)),
            kubernetes: KubernetesSettings { versions: Some(kubernetes) },
            machine_images: Some(
                images
                    .into_iter()
                    .map(|(name, versions)| MachineImage {
                        name,
                        versions: Some(versions.into_iter().map(image_version).collect()),
                        update_strategy: None,
                    })
                    .collect(),
            ),
            regions: Some(vec![region(10), region(11)]),
            volume_types: Some(vec![volume(12), volume(14)]),
            bastion: Some(Bastion {
                machine_image: Some(BastionMachineImage { name: name(16), version: Some(name(17)) }),
                machine_type: Some(BastionMachineType { name: name(18) }),
            }),
            limits: Some(Limits { max_nodes_total: nodes }),
            seed_selector: Some(SeedSelector {
                match_labels: [(name(19), name(20))].into(),
                match_expressions: Some(vec![expression]),
                provider_types: None,
            }),
            ..CloudProfileSpec::default()
        }
    }
}

/// Returns whether a path exists in the object, or at least its parent.
fn exists(profile: &serde_json::Value, path: &FieldPath) -> bool {
    use rootstock_core_model::Segment;
    let mut value = profile;
    for (position, segment) in path.segments().iter().enumerate() {
        let next = match segment {
            Segment::Field(name) => value.get(name.as_ref()),
            Segment::Index(index) => value.get(index),
        };
        match next {
            Some(next) => value = next,
            None => return position + 1 == path.segments().len(),
        }
    }
    true
}

proptest! {
    #[test]
    fn nothing_panics_and_documented_paths_exist(spec in spec()) {
        let profile = CloudProfile { spec, ..CloudProfile::default() };
        let json = serde_json::to_value(&profile).unwrap();
        for semantics in [Semantics::Documented, Semantics::Gardener] {
            for operation in [Operation::State, Operation::Create, Operation::Update { old: &profile }] {
                let outcome = check_cloud_profile(&profile, operation, &settings(semantics));
                for violation in outcome.violations.iter().filter(|_| semantics == Semantics::Documented) {
                    prop_assert!(exists(&json, &violation.path), "{violation}");
                    prop_assert!(!violation.detail.is_empty() || violation.kind.head() == "Duplicate value");
                }
            }
        }
    }

    /// Every overlap that Gardener refuses is also refused by the documented semantics.
    #[test]
    fn overlaps_of_gardener_are_overlaps(
        list in proptest::collection::vec((0_u8..3, 0_u8..3, version()), 0..6)
    ) {
        let versions: Vec<ExpirableVersion> = list
            .into_iter()
            .map(|(minor, patch, version)| ExpirableVersion {
                version: format!("1.{minor}.{patch}"),
                // Only one of the two notations, because a separate rule forbids both.
                lifecycle: if version.classification.is_some() { None } else { version.lifecycle.clone() },
                ..version
            })
            .collect();
        let spec = CloudProfileSpec {
            kubernetes: KubernetesSettings { versions: Some(versions) },
            ..CloudProfileSpec::default()
        };
        let profile = CloudProfile { spec, ..CloudProfile::default() };
        let overlaps = |semantics| {
            let outcome = check_cloud_profile(&profile, Operation::State, &settings(semantics));
            outcome.errors().filter(|violation| violation.rule.name == "supported-versions-overlap").count()
        };
        prop_assert!(overlaps(Semantics::Gardener) == 0 || overlaps(Semantics::Documented) > 0);
    }
}

#[test]
fn many_versions_of_one_minor_are_checked() {
    let versions = (0..100_000).map(|patch| ExpirableVersion {
        version: format!("1.30.{patch}"),
        classification: Some(Classification::Supported),
        ..ExpirableVersion::default()
    });
    let spec = CloudProfileSpec {
        kubernetes: KubernetesSettings { versions: Some(versions.collect()) },
        ..CloudProfileSpec::default()
    };
    let profile = CloudProfile { spec, ..CloudProfile::default() };
    for semantics in [Semantics::Documented, Semantics::Gardener] {
        let outcome = check_cloud_profile(&profile, Operation::State, &settings(semantics));
        assert!(outcome.violations.len() > 10_000);
    }
}
