//! `spec.volumeTypes`, `spec.regions`, and the references of zones.

use rstest::rstest;

use crate::cloud_profile::overlay::{expect, expect_both};

#[rstest]
#[case::no_name("[{name: '', class: a}]", &["volume-type-name-missing spec.volumeTypes[0].name"])]
#[case::slash("[{name: a/b, class: a}]", &["volume-type-name-invalid spec.volumeTypes[0].name = a/b"])]
#[case::no_class("[{name: a}]", &["volume-type-class-missing spec.volumeTypes[0].class"])]
#[case::class_slash("[{name: a, class: c/d}]", &["volume-type-class-invalid spec.volumeTypes[0].class = c/d"])]
#[case::negative("[{name: a, class: a, minSize: -1Gi}]", &["volume-type-min-size-negative spec.volumeTypes[0].minSize = -1Gi"])]
#[case::canonical("[{name: a, class: a, minSize: -0.5}]", &["volume-type-min-size-negative spec.volumeTypes[0].minSize = -500m"])]
#[case::zero("[{name: a, class: a, minSize: 0}]", &[])]
#[case::fine("[{name: SCSI_1.b-c, class: a, usable: false, minSize: 1Gi}]", &[])]
#[case::none("[]", &[])]
fn volume_types_are_validated(#[case] list: &str, #[case] expected: &[&str]) {
    expect_both(&format!("spec: {{volumeTypes: {list}}}"), expected);
}

#[test]
fn a_repeated_volume_type_hides_the_rest_from_gardener() {
    expect(
        "spec: {volumeTypes: [{name: a, class: a}, {name: a}, {name: ''}, {name: ''}]}",
        &[
            "volume-type-duplicate spec.volumeTypes[1].name = a",
            "volume-type-class-missing spec.volumeTypes[1].class",
            "volume-type-name-missing spec.volumeTypes[2].name",
            "volume-type-class-missing spec.volumeTypes[2].class",
            "volume-type-name-missing spec.volumeTypes[3].name",
            "volume-type-class-missing spec.volumeTypes[3].class",
        ],
        &["volume-type-duplicate spec.volumeTypes[1].name = a"],
    );
}

#[rstest]
#[case::none("[]", &["regions-missing spec.regions"])]
#[case::null("null", &["regions-missing spec.regions"])]
#[case::no_name("[{name: ''}, {}]", &["region-name-missing spec.regions[0].name", "region-name-missing spec.regions[1].name"])]
#[case::repeated("[{name: a}, {name: b}, {name: a}]", &["region-duplicate spec.regions[2].name = a"])]
#[case::zones(
    "[{name: a, zones: [{name: z}, {name: ''}, {name: ''}, {name: z}]}, {name: b, zones: [{name: z}]}]",
    &[
        "zone-name-missing spec.regions[0].zones[1].name",
        "zone-name-missing spec.regions[0].zones[2].name",
        "zone-duplicate spec.regions[0].zones[3].name = z",
    ]
)]
#[case::any_name("[{name: 'Any name, really / 1'}]", &[])]
fn regions(#[case] list: &str, #[case] expected: &[&str]) {
    expect_both(&format!("spec: {{regions: {list}}}"), expected);
}

#[test]
fn labels_are_named_and_counted_once() {
    expect(
        "spec: {regions: [{name: a, labels: {x/: ok, good: bad value!, fine: ''}}]}",
        &[
            "region-label-invalid spec.regions[0].labels.good = bad value!",
            "region-label-invalid spec.regions[0].labels.x/ = x/",
        ],
        &[
            "region-label-invalid spec.regions[0].labels = bad value!",
            // The key has an empty name that is also malformed: Kubernetes reports two messages.
            "region-label-invalid spec.regions[0].labels = x/",
            "region-label-invalid spec.regions[0].labels = x/",
        ],
    );
}

#[test]
fn unknown_references_of_zones_are_reported() {
    let zones = "[{name: z, unavailableMachineTypes: [medium, mediun], unavailableVolumeTypes: [fast]}]";
    expect_both(
        &format!("spec: {{regions: [{{name: a, zones: {zones}}}], volumeTypes: [{{name: slow, class: a}}]}}"),
        &[
            "warning zone-machine-type-unknown spec.regions[0].zones[0].unavailableMachineTypes[1] = mediun",
            "warning zone-volume-type-unknown spec.regions[0].zones[0].unavailableVolumeTypes[0] = fast",
        ],
    );
}
