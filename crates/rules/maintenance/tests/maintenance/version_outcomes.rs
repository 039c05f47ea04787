//! Outcomes of the versions that an update does not go to: the reach of updates, and their order.

use rootstock_core_model::Quirks;
use rootstock_maintenance::{Planner, WorkerRow};
use rstest::rstest;
use serde_json::json;

use crate::samples::{NOW, simple, worker};

/// Outcomes in the order of the versions, followed by those of Gardener's semantics after a bar, if they differ.
#[rstest]
#[case::patches(
    "patch",
    "1.0.0",
    "1.0.0 1.0.1 1.0.2 1.1.0 2.0.0",
    "not-higher outranked target out-of-reach out-of-reach"
)]
#[case::forced_to_a_minor(
    "patch",
    "1.0.0",
    "1.0.0:E 1.1.0 1.1.1 1.2.0 2.0.0",
    "not-higher outranked target outranked out-of-reach"
)]
#[case::forced_to_a_patch("patch", "1.0.0", "1.0.0:E 1.0.1 1.1.0 2.0.0", "not-higher target later out-of-reach")]
#[case::minors("minor", "1.0.0", "1.0.0 1.1.0 1.2.0 2.0.0", "not-higher outranked target out-of-reach")]
#[case::patch_before_minor("minor", "1.0.0", "1.0.0 1.0.1:d 1.1.0", "not-higher target later")]
#[case::forced_to_a_major("minor", "1.0.0", "1.0.0:E 2.0.0 2.1.0 3.0.0", "not-higher outranked target outranked")]
#[case::forced_within_the_major("minor", "1.0.0", "1.0.0:E 1.1.0 1.2.0 2.0.0", "not-higher outranked target later")]
#[case::majors("major", "1.0.0", "1.0.0 2.0.0 3.0.0", "not-higher outranked target")]
#[case::patch_before_major(
    "major",
    "1.0.0",
    "1.0.0 1.0.1:d 1.0.2:d 1.1.0 2.0.0",
    "not-higher outranked target later later"
)]
#[case::up_to_date("patch", "1.0.0", "1.0.0 1.1.0 2.0.0", "not-higher out-of-reach out-of-reach")]
#[case::nowhere_to_go("patch", "1.0.0", "1.0.0:E 2.0.0", "not-higher out-of-reach")]
#[case::expired_on_the_way(
    "patch",
    "1.0.0",
    "1.0.0:E 1.0.1:E 1.1.0:E 1.1.1 2.0.0:E",
    "not-higher target expired later expired | not-higher expired-level expired target expired"
)]
#[case::expired_majors_on_the_way(
    "minor",
    "1.0.0",
    "1.0.0:E 1.1.0:E 2.0.0:E 2.1.0",
    "not-higher target expired later | not-higher expired-level expired target"
)]
#[case::zero(
    "patch",
    "0.0.0",
    "0.0.0 0.1.0 1.0.0",
    "not-higher out-of-reach out-of-reach | not-higher outranked target"
)]
#[case::not_available_yet(
    "patch",
    "1.0.0",
    "1.0.0 1.0.1:U 1.0.2 1.1.0:U",
    "not-higher unavailable target unavailable | not-higher outranked target out-of-reach"
)]
#[case::expired_patches("patch", "1.0.0", "1.0.0:E 1.0.1:E 1.0.2", "not-higher expired target")]
#[case::expired_minors_and_nowhere_to_go("patch", "1.0.0", "1.0.0:E 1.1.0:E 2.0.0", "not-higher target out-of-reach")]
#[case::expired_minors_and_no_major(
    "minor",
    "1.0.0",
    "1.0.0:E 1.1.0:E",
    "not-higher target | not-higher expired-level"
)]
#[case::all_expired("major", "1.0.0", "1.0.0:E 1.1.0:E 2.0.0:E", "not-higher expired expired")]
fn version_outcomes(#[case] strategy: &str, #[case] current: &str, #[case] written: &str, #[case] expected: &str) {
    let profile = simple(strategy, written, "");
    let worker = worker(current, &json!({}));
    let version_outcomes = |quirks| {
        let explained = Planner::new(&profile, quirks).explain_image(&WorkerRow::from(&worker), "1.30.4", true, NOW);
        let names: Vec<_> = explained.unwrap().versions.iter().map(|it| it.fate.as_str()).collect();
        names.join(" ")
    };
    let (documented, gardener) = (version_outcomes(Quirks::NONE), version_outcomes(Quirks::GARDENER_1_150));
    let both = if documented == gardener { documented } else { format!("{documented} | {gardener}") };
    assert_eq!(both, expected);
}

/// If no update is due, that is the reason for not updating, and not the classification of the versions.
#[rstest]
#[case::automatic(true, "not-higher target preview unavailable")]
#[case::by_hand(false, "not-higher no-update-due preview unavailable")]
fn version_without_due_update_says_so(#[case] is_automatic: bool, #[case] expected: &str) {
    let profile = simple("major", "1.0.0 1.1.0 1.2.0:p 1.3.0:U", "");
    let worker = worker("1.0.0", &json!({}));
    let mut planner = Planner::new(&profile, Quirks::NONE);
    let explained = planner.explain_image(&WorkerRow::from(&worker), "1.30.4", is_automatic, NOW).unwrap();
    let names: Vec<_> = explained.versions.iter().map(|it| it.fate.as_str()).collect();
    assert_eq!(names.join(" "), expected);
}
