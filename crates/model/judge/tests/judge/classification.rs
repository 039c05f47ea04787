//! Tests with expired and not yet available versions.

use rootstock_judge::{Before, CompiledProfile, Pool, PoolContext, PoolProperties};
use rstest::rstest;
use serde_json::json;

use crate::samples::{documented, messages, profile};

/// Builds a profile with five versions, of which `1.1.0` has expired and `1.4.0` is not available before May.
fn versions() -> CompiledProfile {
    profile(&json!({"machineImages": [{"name": "os", "versions": [
        {"version": "1.0.0"},
        {"version": "1.1.0", "expirationDate": "2026-02-01T00:00:00Z"},
        {"version": "1.2.0", "classification": "deprecated"},
        {"version": "1.3.0", "classification": "preview"},
        {"version": "1.4.0", "lifecycle": [{"classification": "preview", "startTime": "2026-05-01T00:00:00Z"}]},
    ]}]}))
}

fn pool_with_version(version: Option<&str>) -> Before<'_> {
    Before::Pool(PoolProperties { image: Some("os"), version, ..PoolProperties::default() })
}

const HAS_EXPIRED: &[&str] = &["it has expired"];

#[rstest]
#[case::in_use("1.0.0", Before::Nothing, &[])]
#[case::deprecated("1.2.0", Before::Nothing, &[])]
#[case::preview("1.3.0", Before::Nothing, &[])]
#[case::expired("1.1.0", Before::Nothing, HAS_EXPIRED)]
#[case::may_have_been_there("1.1.0", Before::Unknown, &[])]
#[case::was_there("1.1.0", pool_with_version(Some("1.1.0")), &[])]
#[case::from_below("1.1.0", pool_with_version(Some("1.0.0")), &[])]
#[case::from_above("1.1.0", pool_with_version(Some("1.2.0")), HAS_EXPIRED)]
#[case::from_no_version("1.1.0", pool_with_version(Some("latest")), &[])]
#[case::from_nothing_written("1.1.0", pool_with_version(None), &[])]
#[case::not_yet("1.4.0", Before::Nothing, &["it is not available yet"])]
#[case::cannot_have_been_there("1.4.0", Before::Unknown, &["it is not available yet"])]
#[case::not_yet_from_below("1.4.0", pool_with_version(Some("1.0.0")), &["it is not available yet"])]
fn expired_version_is_only_for_pools_not_above_it(
    #[case] version: &str,
    #[case] before: Before<'_>,
    #[case] expected: &[&str],
) {
    let profile = versions();
    let judge = documented(&profile);
    let pool = Pool::new(judge, PoolProperties::default(), PoolContext { before, ..PoolContext::default() });
    let offer = judge.profile().offer("os", version).unwrap();
    assert_eq!(messages(&judge.activity(&pool, &offer)), expected);
    assert_eq!(messages(&judge.obstacles(&pool, &offer)), expected, "a pool without a machine type has nothing else");
}

#[test]
fn versions_are_classified_by_their_dates() {
    let profile = versions();
    let judge = documented(&profile);
    let classified = judge.offers().map(|offer| format!("{} {}", offer.text(), judge.classification(&offer)));
    let classified: Vec<String> = classified.collect();
    assert_eq!(
        classified,
        ["1.0.0 supported", "1.1.0 expired", "1.2.0 deprecated", "1.3.0 preview", "1.4.0 unavailable"]
    );
}
