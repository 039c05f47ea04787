//! Classification and lifecycle stages, on Kubernetes versions and on image versions.

use rootstock_core_model::{Semantics, Settings};
use rstest::rstest;

use crate::cloud_profile::overlay::{NOW, expect, found_in, profile};

/// Puts the same version into both lists; `P` in the expectation is its path.
#[track_caller]
fn expect_in_both_lists(fields: &str, documented: &[&str], gardener: &[&str]) {
    let kubernetes =
        format!("spec: {{kubernetes: {{versions: [{{version: 1.35.0}}, {{version: 1.30.0, {fields}}}]}}}}");
    let at = |lines: &[&str], path: &str| -> Vec<String> { lines.iter().map(|line| line.replace('P', path)).collect() };
    let check = |fragment: &str, path: &str| {
        let (documented, gardener) = (at(documented, path), at(gardener, path));
        let owned = |lines: &[String]| -> Vec<String> { lines.to_vec() };
        let (documented, gardener) = (owned(&documented), owned(&gardener));
        expect(
            fragment,
            &documented.iter().map(String::as_str).collect::<Vec<_>>(),
            &gardener.iter().map(String::as_str).collect::<Vec<_>>(),
        );
    };
    check(&kubernetes, "spec.kubernetes.versions[1]");
    let image = format!(
        "spec: {{machineImages: [{{name: plain, versions: [{{version: 1.0.0}}, {{version: 0.1.0, {fields}}}]}}]}}"
    );
    check(&image, "spec.machineImages[0].versions[1]");
}

#[rstest]
#[case::typo("suported")]
#[case::empty("")]
#[case::computed_only("unavailable")]
#[case::capital("Supported")]
fn unknown_classification_is_refused(#[case] name: &str) {
    let bad = if name.is_empty() { String::new() } else { format!(" = {name}") };
    let expected = format!("classification-unknown P.classification{bad}");
    expect_in_both_lists(&format!("classification: '{name}'"), &[&expected], &[&expected]);
}

#[test]
fn expired_classification_is_refused() {
    let expected = ["classification-expired P.classification"];
    expect_in_both_lists("classification: expired", &expected, &expected);
    expect_in_both_lists("classification: expired, lifecycle: null", &expected, &expected);
}

#[test]
fn disabled_gate_hides_other_findings() {
    let fragment = "spec: {kubernetes: {versions: [{version: 1.30.0, classification: x, \
                    lifecycle: [{classification: y}, {classification: y}]}]}}";
    for semantics in [Semantics::Documented, Semantics::Gardener] {
        let found = found_in(&profile(fragment), &Settings::new(semantics, NOW.parse().unwrap()));
        assert_eq!(found, ["lifecycle-gate-off spec.kubernetes.versions[0].lifecycle"]);
    }
    // An empty list does not count as a lifecycle.
    let fragment = "spec: {kubernetes: {versions: [{version: 1.30.0, lifecycle: []}]}}";
    for semantics in [Semantics::Documented, Semantics::Gardener] {
        assert!(found_in(&profile(fragment), &Settings::new(semantics, NOW.parse().unwrap())).is_empty());
    }
}

#[test]
fn classification_with_lifecycle_is_refused() {
    expect_in_both_lists(
        "classification: deprecated, lifecycle: [{classification: deprecated}]",
        &["classification-beside-lifecycle P.classification"],
        &["classification-beside-lifecycle P"],
    );
    expect_in_both_lists(
        "expirationDate: 2027-01-01T00:00:00Z, lifecycle: [{classification: deprecated}]",
        &["classification-beside-lifecycle P.expirationDate"],
        &["classification-beside-lifecycle P"],
    );
}

#[test]
fn unknown_stage_is_refused() {
    let stages = "lifecycle: [{classification: preview}, {classification: foo, startTime: 2027-01-01T00:00:00Z}]";
    expect_in_both_lists(
        stages,
        &["lifecycle-stage-unknown P.lifecycle[1].classification = foo"],
        &[
            "lifecycle-stage-unknown P.lifecycle[1].classification = foo",
            "lifecycle-stage-order P.lifecycle[1].classification = foo",
        ],
    );
}

#[test]
fn stages_are_ordered_and_unique() {
    expect_in_both_lists(
        "lifecycle: [{classification: deprecated}, {classification: preview, startTime: 2027-01-01T00:00:00Z}, \
         {classification: preview, startTime: 2027-01-02T00:00:00Z}]",
        &[
            "lifecycle-stage-order P.lifecycle[1].classification = preview",
            "lifecycle-stage-duplicate P.lifecycle[2].classification = preview",
        ],
        &[
            "lifecycle-stage-order P.lifecycle[1].classification = preview",
            "lifecycle-stage-duplicate P.lifecycle[2].classification = preview",
        ],
    );
}

#[test]
fn only_the_first_stage_may_lack_a_start_time() {
    expect_in_both_lists(
        "lifecycle: [{classification: preview}, {classification: supported}]",
        &["lifecycle-start-time-missing P.lifecycle[1].startTime"],
        &["lifecycle-start-time-missing P.lifecycle[1]"],
    );
}

#[test]
fn stages_begin_one_after_the_other() {
    expect_in_both_lists(
        "lifecycle: [{classification: preview, startTime: 2026-02-01T00:00:00Z}, \
         {classification: supported, startTime: 2026-01-31T23:59:59Z}]",
        &["lifecycle-start-time-order P.lifecycle[1].startTime = 2026-01-31T23:59:59Z"],
        &["lifecycle-start-time-order P.lifecycle[1] = 2026-01-31 23:59:59 +0000 UTC"],
    );
    // A stage without a time is skipped: the one after it is compared with the last that has a time.
    expect_in_both_lists(
        "lifecycle: [{classification: preview, startTime: 2026-02-01T00:00:00Z}, {classification: supported}, \
         {classification: deprecated, startTime: 2026-01-01T00:00:00Z}]",
        &[
            "lifecycle-start-time-missing P.lifecycle[1].startTime",
            "lifecycle-start-time-order P.lifecycle[2].startTime = 2026-01-01T00:00:00Z",
        ],
        &[
            "lifecycle-start-time-missing P.lifecycle[1]",
            "lifecycle-start-time-order P.lifecycle[2] = 2026-01-01 00:00:00 +0000 UTC",
        ],
    );
    // The same instant is accepted.
    expect_in_both_lists(
        "lifecycle: [{classification: preview, startTime: 2026-02-01T00:00:00Z}, \
         {classification: supported, startTime: 2026-02-01T00:00:00Z}]",
        &[],
        &[],
    );
}
