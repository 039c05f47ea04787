//! `metadata`, and fields that an update must not change.

use rootstock_admission::Operation;
use rootstock_core_model::Semantics;
use rstest::rstest;
use serde_json::{Value, json};

use crate::cloud_profile::edited::{Edit, assert_findings, check, decode, findings, legacy};

fn meta(profile: &mut Value) -> &mut Value {
    &mut profile["metadata"]
}

fn provider_type(profile: &mut Value) -> &mut Value {
    &mut profile["spec"]["type"]
}

#[rstest]
#[case::no_name(|p: &mut Value| *meta(p) = json!({}), &["name-missing metadata.name"], &["name-missing metadata.name"])]
#[case::generated(|p: &mut Value| *meta(p) = json!({"generateName": "a-"}), &[], &[])]
#[case::badly_generated(
    |p: &mut Value| meta(p)["generateName"] = json!("A_"),
    &["generate-name-invalid metadata.generateName A_"], &["generate-name-invalid metadata.generateName A_"],
)]
#[case::generated_from_a_dash(
    |p: &mut Value| meta(p)["generateName"] = json!("-"),
    &["generate-name-invalid metadata.generateName -"], &["generate-name-invalid metadata.generateName -"],
)]
#[case::generated_from_more_than_ascii(
    |p: &mut Value| meta(p)["generateName"] = json!("ä-"),
    &["generate-name-invalid metadata.generateName ä-"], &["generate-name-invalid metadata.generateName ä-"],
)]
#[case::name(
    |p: &mut Value| meta(p)["name"] = json!("a_b"),
    &["name-invalid metadata.name a_b"], &["name-invalid metadata.name a_b"],
)]
#[case::namespace(
    |p: &mut Value| meta(p)["namespace"] = json!("garden"),
    &["namespace-set metadata.namespace"], &["namespace-set metadata.namespace"],
)]
#[case::generation(
    |p: &mut Value| meta(p)["generation"] = json!(-1),
    &["generation-negative metadata.generation -1"], &["generation-negative metadata.generation -1"],
)]
#[case::labels(
    |p: &mut Value| meta(p)["labels"] = json!({"x/": "a b"}),
    &["labels-invalid metadata.labels x/", "labels-invalid metadata.labels x/", "labels-invalid metadata.labels a b"],
    &["labels-invalid metadata.labels x/", "labels-invalid metadata.labels x/", "labels-invalid metadata.labels a b"],
)]
#[case::annotations(
    |p: &mut Value| meta(p)["annotations"] = json!({"Example.COM/x": "", "bad key!": ""}),
    &["annotations-invalid metadata.annotations bad key!"], &["annotations-invalid metadata.annotations bad key!"],
)]
#[case::annotations_size(
    |p: &mut Value| meta(p)["annotations"] = json!({"x": "x".repeat(262_144)}),
    &["annotations-invalid metadata.annotations <value omitted>"], &["annotations-invalid metadata.annotations <value omitted>"],
)]
#[case::annotations_fit(|p: &mut Value| meta(p)["annotations"] = json!({"x": "x".repeat(262_143)}), &[], &[])]
#[case::finalizers(
    |p: &mut Value| meta(p)["finalizers"] = json!(["gardener", "bad!", "orphan", "foregroundDeletion"]),
    &["finalizers-invalid metadata.finalizers bad!", r#"finalizers-invalid metadata.finalizers ["gardener","bad!","orphan","foregroundDeletion"]"#],
    &["finalizers-invalid metadata.finalizers bad!", r#"finalizers-invalid metadata.finalizers ["gardener","bad!","orphan","foregroundDeletion"]"#],
)]
#[case::type_(|p: &mut Value| *provider_type(p) = json!(""), &["type-missing spec.type"], &["type-missing spec.type"])]
fn metadata_is_validated(#[case] edit: Edit, #[case] documented: &[&str], #[case] gardener: &[&str]) {
    assert_findings(legacy(), edit, documented, gardener);
}

#[track_caller]
fn assert_update(old: Value, new: Value, documented: &[&str], gardener: &[&str]) {
    let mut before = legacy();
    before["metadata"] = old;
    let mut after = legacy();
    after["metadata"] = new;
    let old = decode(&before);
    for (semantics, expected) in [(Semantics::Documented, documented), (Semantics::Gardener, gardener)] {
        let outcome = check(&after, Operation::Update { old: &old }, semantics);
        assert_eq!(findings(&outcome), expected, "{semantics:?}");
    }
}

#[test]
fn server_fields_may_be_omitted() {
    let old = json!({"name": "a", "uid": "1", "generation": 4, "creationTimestamp": "2026-01-01T00:00:00Z"});
    assert_update(old, json!({"name": "a"}), &[], &[]);
}

#[rstest]
#[case::resource_version(
    json!({"name": "a", "resourceVersion": "1"}), json!({"name": "a"}),
    &[], &["resource-version-missing metadata.resourceVersion"],
)]
#[case::name(
    json!({"name": "a"}), json!({"name": "b"}),
    &["metadata-changed metadata.name b"], &["metadata-changed metadata.name b"],
)]
#[case::name_removed(
    json!({"name": "a"}), json!({}),
    &["name-missing metadata.name"], &["name-missing metadata.name", "metadata-changed metadata.name"],
)]
#[case::uid(
    json!({"name": "a", "uid": "1"}), json!({"name": "a", "uid": "2"}),
    &["metadata-changed metadata.uid 2"], &["metadata-changed metadata.uid 2"],
)]
#[case::generation(
    json!({"name": "a", "generation": 4}), json!({"name": "a", "generation": 3}),
    &["metadata-changed metadata.generation 3"], &["metadata-changed metadata.generation 3"],
)]
#[case::negative_generation(
    json!({"name": "a"}), json!({"name": "a", "generation": -1}),
    &["generation-negative metadata.generation -1"],
    &["generation-negative metadata.generation -1", "metadata-changed metadata.generation -1"],
)]
#[case::times(
    json!({"name": "a", "creationTimestamp": "2026-01-01T00:00:00Z"}),
    json!({"name": "a", "creationTimestamp": "2026-01-02T00:00:00Z", "deletionGracePeriodSeconds": 3}),
    &["metadata-changed metadata.creationTimestamp 2026-01-02T00:00:00Z", "metadata-changed metadata.deletionGracePeriodSeconds 3"],
    &["metadata-changed metadata.creationTimestamp 2026-01-02T00:00:00Z", "metadata-changed metadata.deletionGracePeriodSeconds 3"],
)]
#[case::labels_are_reported_twice(
    json!({"name": "a"}), json!({"name": "a", "labels": {"!": ""}}),
    &["labels-invalid metadata.labels !"], &["labels-invalid metadata.labels !", "labels-invalid metadata.labels !"],
)]
#[case::finalizer_added(
    json!({"name": "a", "deletionTimestamp": "2026-01-01T00:00:00Z", "finalizers": ["a"]}),
    json!({"name": "a", "deletionTimestamp": "2026-01-01T00:00:00Z", "finalizers": ["b", "a"]}),
    &["finalizer-added-while-deleting metadata.finalizers"], &["finalizer-added-while-deleting metadata.finalizers"],
)]
fn metadata_changes_are_validated(
    #[case] old: Value,
    #[case] new: Value,
    #[case] documented: &[&str],
    #[case] gardener: &[&str],
) {
    assert_update(old, new, documented, gardener);
}
