#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    missing_docs,
    reason = "tests"
)]
//! Targets of updates: recorded cases, and the examples of "Shoot Kubernetes and Operating System Versioning".

use rootstock_versioning::{
    Classification, ImageUpdateStrategy, UpdateCandidate, UpdateDecision, UpdateQuirks, UpdateReason,
    plan_image_update, plan_kubernetes_update,
};
use rstest::rstest;

/// Parses `1.1.0 1.2.0:p 1.3.0:E`: preview, supported, deprecated, Expired, Unavailable; supported without a letter.
fn candidates(text: &str) -> Vec<UpdateCandidate> {
    let candidate = |word: &str| {
        let (version, flag) = word.split_once(':').unwrap_or((word, "s"));
        let classification = match flag {
            "p" => Classification::Preview,
            "s" => Classification::Supported,
            "d" => Classification::Deprecated,
            "E" => Classification::Expired,
            "U" => Classification::Unavailable,
            other => panic!("no such flag: {other}"),
        };
        UpdateCandidate::new(version, classification)
    };
    text.split_whitespace().map(candidate).collect()
}

/// Renders a decision: the target version, `-` for none, or `failure`.
fn outcome(decision: &UpdateDecision<'_>) -> String {
    let goes_to = decision.target().map(|target| target.text().to_owned());
    match decision {
        UpdateDecision::NotDue | UpdateDecision::UpToDate => goes_to.unwrap_or_else(|| "-".to_owned()),
        UpdateDecision::Update { .. } => goes_to.unwrap(),
        UpdateDecision::Failed { .. } => goes_to.unwrap_or_else(|| "failure".to_owned()),
    }
}

fn image(strategy: &str, current: &str, auto: bool, versions: &str, quirks: UpdateQuirks) -> String {
    let candidates = candidates(versions);
    outcome(&plan_image_update(current, candidates.iter(), strategy.parse().unwrap(), auto, quirks))
}

fn kubernetes(current: &str, auto: bool, versions: &str, quirks: UpdateQuirks) -> String {
    outcome(&plan_kubernetes_update(current, candidates(versions).iter(), auto, quirks).unwrap())
}

/// Versions that differ only in their build metadata are equal, so the first one is selected.
#[test]
fn first_of_equal_versions_is_selected() {
    for quirks in [UpdateQuirks::NONE, UpdateQuirks::GARDENER_1_150] {
        assert_eq!(image("major", "1.1.0", true, "1.1.0 1.2.0+a 1.2.0+b", quirks), "1.2.0+a");
        assert_eq!(kubernetes("1.1.0", false, "1.1.0:E 1.2.0+a 1.2.0+b", quirks), "1.2.0+a");
    }
}

/// Deviations of Gardener from its documentation: only the quirk that the row names makes the difference.
#[test]
fn image_updates_match_the_table() {
    let rows =
        include_str!("../../../../../fixtures/updates/machine-images.txt").lines().filter(|row| !row.starts_with('#'));
    for row in rows {
        let cells: Vec<&str> = row.split("; ").collect();
        let [strategy, current, how, versions, documented] = cells[..5] else { panic!("{row}") };
        let (gardener, quirk) = if let [gardener, quirk] = cells[5..] { (gardener, quirk) } else { (documented, "") };
        let only = UpdateQuirks {
            unavailable_is_a_target: quirk == "unavailable",
            force_update_may_pick_expired: quirk == "force",
            force_update_passes_expired_levels: quirk == "levels",
            force_update_passes_expired_latest: quirk == "latest",
            version_zero_is_special: quirk == "zero",
        };
        let target = |quirks| image(strategy, current, how == "auto", versions, quirks);
        assert_eq!(target(UpdateQuirks::NONE), documented, "{row}");
        assert_eq!(target(only), gardener, "{row}");
        assert_eq!(target(UpdateQuirks::GARDENER_1_150), gardener, "{row}");
    }
}

#[test]
fn kubernetes_updates_match_the_table() {
    let rows = include_str!("../../../../../fixtures/updates/kubernetes.txt").lines();
    for row in rows.filter(|row| !row.starts_with('#')) {
        let cells: Vec<&str> = row.split("; ").collect();
        let [current, how, versions, documented] = cells[..4] else { panic!("{row}") };
        let target = |quirks| kubernetes(current, how == "auto", versions, quirks);
        assert_eq!(target(UpdateQuirks::NONE), documented, "{row}");
        assert_eq!(target(UpdateQuirks::GARDENER_1_150), *cells.get(4).unwrap_or(&documented), "{row}");
    }
}

/// Without candidates, there is no update.
#[test]
fn kubernetes_update_without_candidates_fails() {
    assert_eq!(kubernetes("1.24.12", false, "", UpdateQuirks::NONE), "failure");
    assert_eq!(kubernetes("1.24.12", false, "", UpdateQuirks::GARDENER_1_150), "failure");
}

#[test]
fn invalid_version_aborts_the_lookup() {
    assert!(plan_kubernetes_update("foo", candidates("1.24.12").iter(), true, UpdateQuirks::NONE).is_err());
    assert!(plan_kubernetes_update("1.24.12", candidates("foo 1.24.12").iter(), true, UpdateQuirks::NONE).is_err());
    // The version in use is found before the invalid one is reached.
    assert!(plan_kubernetes_update("1.24.12", candidates("1.24.12 foo").iter(), false, UpdateQuirks::NONE).is_ok());
}

/// The profile "alicloud" of the documentation, on a day after the expiration of 1.24.5.
#[rstest]
#[case("1.24.5", false, "1.24.6")]
#[case("1.24.6", true, "-")]
#[case("1.25.4", true, "-")]
#[case("1.26.2", true, "-")]
#[case("1.25.3", false, "1.25.4")]
fn documented_alicloud_example(#[case] current: &str, #[case] auto: bool, #[case] expected: &str) {
    let versions = "1.27.0:p 1.26.3:p 1.26.2:s 1.25.5:p 1.25.4:s 1.24.6:s 1.24.5:E";
    assert_eq!(kubernetes(current, auto, versions, UpdateQuirks::NONE), expected);
}

/// The two profiles of the documentation for a cluster on the expired version 1.24.12: without and with versions 1.25.x.
#[test]
fn documented_minor_jump_examples() {
    assert_eq!(kubernetes("1.24.12", true, "1.26.10 1.26.9 1.24.12:E", UpdateQuirks::NONE), "failure");
    assert_eq!(kubernetes("1.24.12", true, "1.26.9 1.25.10 1.25.9 1.24.12:E", UpdateQuirks::NONE), "1.25.10");
}

/// The images of the documentation: gardenlinux with strategy minor, suse-chost with strategy patch.
#[rstest]
#[case("minor", "934.7.0", true, "1096.1.0 934.8.0 934.7.0", "934.8.0")]
#[case("minor", "934.8.0", true, "1096.1.0 934.8.0 934.7.0", "-")]
#[case("minor", "934.8.0", false, "1096.1.0 934.8.0:E 934.7.0", "1096.1.0")]
#[case("minor", "934.7.0", false, "1096.1.0 934.8.0 934.7.0:E", "934.8.0")]
#[case("patch", "15.3.20220818", true, "15.3.20220818 15.3.20221118", "15.3.20221118")]
#[case("patch", "15.3.20221118", true, "15.3.20220818 15.3.20221118 15.4.20230101", "-")]
#[case("patch", "15.3.20221118", false, "15.3.20220818 15.3.20221118:E 15.5.20230101", "15.5.20230101")]
fn documented_image_examples(
    #[case] strategy: &str,
    #[case] current: &str,
    #[case] auto: bool,
    #[case] versions: &str,
    #[case] expected: &str,
) {
    assert_eq!(image(strategy, current, auto, versions, UpdateQuirks::NONE), expected);
}

/// Cases from users' issues: an automatic update because a newer patch is supported, although nothing has expired; and a version
/// with a suffix, which counts as a separate version.
#[test]
fn reported_user_issues_are_solved() {
    let versions = candidates("1.31.2:d 1.31.5:s 1.32.0:s");
    let decision = plan_kubernetes_update("1.31.2", versions.iter(), true, UpdateQuirks::NONE).unwrap();
    let UpdateDecision::Update { target, reason } = decision else { panic!("no update") };
    assert_eq!((target.candidate.text(), reason), ("1.31.5", UpdateReason::Auto));
    assert_eq!(image("major", "1.2.3-gen1", true, "1.2.3-gen1 1.3.2-gen2", UpdateQuirks::NONE), "1.3.2-gen2");
}

#[rstest]
#[case(
    "major",
    "1.5.0",
    "1.5.0:E",
    "there is no version higher than `1.5.0` to update to, so with update strategy `major` the image has reached its end of life; add a version to the profile that is neither preview nor expired"
)]
#[case(
    "patch",
    "1.5.0",
    "1.5.0:E 2.0.0",
    "there is no patch and no higher minor of 1 after `1.5.0` to update to, and update strategy `patch` never leaves the major; add such a version to the profile (not a preview)"
)]
#[case(
    "minor",
    "1.5.0",
    "1.5.0:E",
    "there is no version higher than `1.5.0` to update to; add one to the profile (not a preview)"
)]
#[case(
    "major",
    "3.0.0",
    "5.1.0:E 4.0.0 3.0.0:E",
    "update strategy `major` forces updates to the latest version only, and the latest version `5.1.0` has expired as well, so the image has reached its end of life; add a higher version to the profile that is neither preview nor expired"
)]
#[case(
    "minor",
    "gen2",
    "1.5.0",
    "the version in use cannot be compared: `gen2` is not a valid version: `gen2` is not a valid number"
)]
#[case(
    "minor",
    "1.5.0",
    "gen2",
    "a version of the profile cannot be compared: `gen2` is not a valid version: `gen2` is not a valid number"
)]
fn image_update_failure_suggests_a_remedy(
    #[case] strategy: &str,
    #[case] current: &str,
    #[case] versions: &str,
    #[case] message: &str,
) {
    let candidates = candidates(versions);
    let strategy: ImageUpdateStrategy = strategy.parse().unwrap();
    match plan_image_update(current, candidates.iter(), strategy, false, UpdateQuirks::NONE) {
        UpdateDecision::Failed { error, .. } => assert_eq!(error.to_string(), message),
        other => panic!("{other:?}"),
    }
}

#[test]
fn kubernetes_update_failure_suggests_a_remedy() {
    let candidates = candidates("1.24.12:E 1.26.9");
    match plan_kubernetes_update("1.24.12", candidates.iter(), false, UpdateQuirks::NONE).unwrap() {
        UpdateDecision::Failed { error, .. } => assert_eq!(
            error.to_string(),
            "there is no patch of `1.24.12` and no version 1.25 to update to, and Kubernetes minors cannot be skipped; add a version 1.25 to the profile (not a preview)"
        ),
        other => panic!("{other:?}"),
    }
}
