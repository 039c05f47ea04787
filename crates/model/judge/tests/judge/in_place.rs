//! Tests of the versions from which nodes can be updated in place.

use rootstock_judge::{Before, Pool, PoolContext, PoolProperties};
use rstest::rstest;
use serde_json::json;

use crate::samples::{documented, messages, profile};

const NEVER: &[&str] = &["it does not support in-place updates"];
const FROM_NOTHING: &[&str] =
    &["it does not allow in-place updates, because it has no `inPlaceUpdates.minVersionForUpdate`"];

#[rstest]
#[case::new("2.0.0", None, &[])]
#[case::from_the_minimum("2.0.0", Some("1.5.0"), &[])]
#[case::from_above("2.0.0", Some("1.6.0"), &[])]
#[case::from_below("2.0.0", Some("1.4.9"), &["in-place updates to it need at least `1.5.0`, but `1.4.9` is in use"])]
#[case::from_no_version("2.0.0", Some("old"), &["in-place updates to it need at least `1.5.0`, but `old` is in use"])]
#[case::stays("2.0.0", Some("2.0.0"), &[])]
#[case::not_supported("2.1.0", None, NEVER)]
#[case::not_supported_and_stays("2.1.0", Some("2.1.0"), NEVER)]
#[case::not_said("2.2.0", Some("2.1.0"), NEVER)]
#[case::no_minimum("2.3.0", Some("2.2.0"), FROM_NOTHING)]
#[case::no_minimum_and_new("2.3.0", None, &[])]
#[case::no_minimum_and_stays("2.3.0", Some("2.3.0"), &[])]
fn nodes_are_updated_from_the_minimum_version_on(
    #[case] version: &str,
    #[case] current: Option<&str>,
    #[case] expected: &[&str],
) {
    let profile = profile(&json!({"machineImages": [{"name": "os", "versions": [
        {"version": "2.0.0", "inPlaceUpdates": {"supported": true, "minVersionForUpdate": "1.5.0"}},
        {"version": "2.1.0", "inPlaceUpdates": {"supported": false, "minVersionForUpdate": "1.5.0"}},
        {"version": "2.2.0"},
        {"version": "2.3.0", "inPlaceUpdates": {"supported": true}},
    ]}]}));
    let judge = documented(&profile);
    let offer = profile.offer("os", version).unwrap();
    assert_eq!(messages(&judge.in_place_from(current, &offer)), expected);
    let before = current.map_or(Before::Nothing, |version| {
        Before::Pool(PoolProperties { version: Some(version), ..PoolProperties::default() })
    });
    for (is_in_place, expected) in [(true, expected), (false, &[][..])] {
        let properties = PoolProperties { is_in_place, ..PoolProperties::default() };
        let pool = Pool::new(judge, properties, PoolContext { before: before.clone(), ..PoolContext::default() });
        assert_eq!(messages(&judge.in_place(&pool, &offer)), expected, "in place: {is_in_place}");
    }
}
