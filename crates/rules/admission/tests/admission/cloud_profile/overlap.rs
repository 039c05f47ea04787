//! At most one supported version per minor.

use rstest::rstest;

use crate::cloud_profile::overlay::{expect, expect_both, found_in, profile, settings};
use rootstock_core_model::Semantics;

const OVERLAP: &str = "supported-versions-overlap spec.kubernetes.versions";

fn versions(list: &str) -> String {
    format!("spec: {{kubernetes: {{versions: [{{version: 1.99.0}}, {list}]}}}}")
}

#[test]
fn one_message_for_the_lower_version() {
    expect(
        &versions("{version: 1.30.1, classification: supported}, {version: 1.30.2, classification: supported}"),
        &[&format!("{OVERLAP}[1].classification")],
        &[&format!("{OVERLAP}[1]"), &format!("{OVERLAP}[2]")],
    );
}

#[test]
fn all_but_highest_of_three_are_reported() {
    let list = "{version: 1.30.3, classification: supported}, {version: 1.30.1, classification: supported}, \
                {version: 1.30.2, classification: supported}";
    let gardener: Vec<String> = [1, 1, 2, 2, 3, 3].map(|position| format!("{OVERLAP}[{position}]")).to_vec();
    expect(
        &versions(list),
        &[&format!("{OVERLAP}[2].classification"), &format!("{OVERLAP}[3].classification")],
        &gardener.iter().map(String::as_str).collect::<Vec<_>>(),
    );
}

#[test]
fn message_names_both_versions_and_the_fix() {
    let profile = profile(&versions(
        "{version: 1.30.1, classification: supported}, {version: 1.30.2, classification: supported}",
    ));
    let outcome = rootstock_admission::check_cloud_profile(
        &profile,
        rootstock_admission::Operation::State,
        &settings(Semantics::Documented),
    );
    let [violation] = &outcome.violations[..] else { panic!("{:?}", outcome.violations) };
    assert_eq!(
        violation.detail,
        "`1.30.1` and `1.30.2` are both supported versions of 1.30: there can be only one per minor version"
    );
    assert_eq!(violation.help, "write `classification: deprecated` for `1.30.1`");
    assert_eq!(violation.related[0].path.to_string(), "spec.kubernetes.versions[2]");
}

#[rstest]
#[case::other_minor("{version: 1.30.1, classification: supported}, {version: 1.31.1, classification: supported}")]
#[case::other_major("{version: 1.30.1, classification: supported}, {version: 0.30.2, classification: supported}")]
#[case::deprecated("{version: 1.30.1, classification: deprecated}, {version: 1.30.2, classification: supported}")]
#[case::unclassified("{version: 1.30.1}, {version: 1.30.2, classification: supported}, {version: 1.30.3}")]
#[case::equal_versions("{version: 1.30.1, classification: supported}, {version: 1.030.1, classification: supported}")]
fn unrelated_versions_do_not_overlap(#[case] list: &str) {
    expect_both(&versions(list), &[]);
}

#[test]
fn expired_version_classified_as_supported_overlaps() {
    // Gardener refuses it because of the live one, so both do.
    expect(
        &versions(
            "{version: 1.30.1, classification: supported, expirationDate: 2026-01-01T00:00:00Z}, \
             {version: 1.30.2, classification: supported}",
        ),
        &[
            &format!("{OVERLAP}[1].classification"),
            "warning new-version-expired spec.kubernetes.versions[1].expirationDate = 2026-01-01T00:00:00Z",
        ],
        &[&format!("{OVERLAP}[2]")],
    );
    // Two expired versions do not conflict.
    let both = "{version: 1.30.1, classification: supported, expirationDate: 2026-01-01T00:00:00Z}, \
                {version: 1.30.2, classification: supported, expirationDate: 2026-02-01T00:00:00Z}";
    let found = found_in(&profile(&versions(both)), &settings(Semantics::Documented));
    assert!(found.iter().all(|line| line.starts_with("warning new-version-expired")), "{found:?}");
    assert!(found_in(&profile(&versions(both)), &settings(Semantics::Gardener)).is_empty());
}

/// Expiration takes effect strictly after its instant.
#[rstest]
#[case("2026-06-01T00:00:00Z", true)]
#[case("2026-05-31T23:59:59Z", false)]
fn version_is_supported_until_expiration_instant(#[case] date: &str, #[case] still_supported: bool) {
    let list = format!(
        "{{version: 1.30.1, classification: supported, expirationDate: {date}}}, \
         {{version: 1.30.2, classification: supported, expirationDate: {date}}}"
    );
    let gardener = found_in(&profile(&versions(&list)), &settings(Semantics::Gardener));
    assert_eq!(gardener.len(), if still_supported { 2 } else { 0 });
    let documented = found_in(&profile(&versions(&list)), &settings(Semantics::Documented));
    assert_eq!(documented.iter().filter(|line| line.starts_with(OVERLAP)).count(), usize::from(still_supported));
}

fn staged(version: &str, from: &str, until: &str) -> String {
    let stage = |name: &str, time: &str| match time {
        "" => format!("{{classification: {name}}}"),
        time => format!("{{classification: {name}, startTime: {time}}}"),
    };
    let mut stages = vec![stage("preview", if from.is_empty() { "2020-01-01T00:00:00Z" } else { "" })];
    stages.push(stage("supported", if from.is_empty() { "2020-01-02T00:00:00Z" } else { from }));
    if !until.is_empty() {
        stages.push(stage("deprecated", until));
    }
    format!("{{version: {version}, lifecycle: [{}]}}", stages.join(", "))
}

/// Gardener does not compare two versions that have only stages.
#[rstest]
#[case::both_without_end(staged("1.30.1", "", ""), staged("1.30.2", "", ""), true)]
#[case::later(staged("1.30.1", "", "2026-10-01T00:00:00Z"), staged("1.30.2", "2026-09-01T00:00:00Z", ""), true)]
#[case::one_after_the_other(
    staged("1.30.1", "", "2026-09-01T00:00:00Z"),
    staged("1.30.2", "2026-09-01T00:00:00Z", ""),
    false
)]
#[case::long_ago(staged("1.30.1", "", "2021-06-01T00:00:00Z"), staged("1.30.2", "2021-01-01T00:00:00Z", ""), false)]
#[case::until_this_instant(
    staged("1.30.1", "", "2026-06-01T00:00:00Z"),
    staged("1.30.2", "2021-01-01T00:00:00Z", ""),
    true
)]
#[case::until_just_now(
    staged("1.30.1", "", "2026-05-31T23:59:59Z"),
    staged("1.30.2", "2021-01-01T00:00:00Z", ""),
    false
)]
fn stages_overlap_in_time(#[case] lower: String, #[case] higher: String, #[case] overlap: bool) {
    for list in [format!("{lower}, {higher}"), format!("{higher}, {lower}")] {
        let position = if list.starts_with(&lower) { 1 } else { 2 };
        let documented = format!("{OVERLAP}[{position}].lifecycle");
        let documented = [documented.as_str()];
        expect(&versions(&list), if overlap { &documented } else { &[] }, &[]);
    }
}

#[test]
fn legacy_version_overlaps_stages() {
    // Gardener does not look at the dates when one of two versions has no stages.
    let staged = staged("1.30.1", "2021-01-01T00:00:00Z", "2022-01-01T00:00:00Z");
    expect(
        &versions(&format!("{staged}, {{version: 1.30.2, classification: supported}}")),
        &[&format!("{OVERLAP}[1].lifecycle")],
        &[&format!("{OVERLAP}[2]")],
    );
}

#[test]
fn images_are_checked_one_by_one() {
    let image = |name: &str| {
        format!(
            "{{name: {name}, versions: [{{version: 1.0.0, classification: supported}}, \
             {{version: 1.0.0-metal, classification: supported}}, {{version: 1.1.0, classification: supported}}]}}"
        )
    };
    let found = found_in(
        &profile(&format!("spec: {{machineImages: [{}, {}]}}", image("plain"), image("other"))),
        &settings(Semantics::Documented),
    );
    let overlaps: Vec<&String> = found.iter().filter(|line| line.starts_with("supported-versions-overlap")).collect();
    assert_eq!(
        overlaps,
        [
            "supported-versions-overlap spec.machineImages[0].versions[1].classification",
            "supported-versions-overlap spec.machineImages[1].versions[1].classification",
        ]
    );
}

#[test]
fn one_unreadable_candidate_stops_gardener_only() {
    let list = "{version: 1.30.1, classification: supported}, {version: 1.30.2, classification: supported}, \
                {version: x, classification: supported}";
    let documented = found_in(&profile(&versions(list)), &settings(Semantics::Documented));
    assert!(documented.contains(&format!("{OVERLAP}[1].classification")));
    let gardener = found_in(&profile(&versions(list)), &settings(Semantics::Gardener));
    assert!(!gardener.iter().any(|line| line.starts_with(OVERLAP)));
}
