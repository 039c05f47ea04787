//! Tests of the reasons why a machine type cannot be chosen, regardless of the image.

use rootstock_judge::{MachineTypeObstacle, Pool, PoolContext, PoolProperties};
use rstest::rstest;
use serde_json::json;

use crate::samples::{documented, profile};

const OTHER: &str = "its architecture is `arm64`, but the worker has `amd64`";
const NOT_USABLE: &str = "the profile marks it as not usable";

#[rstest]
#[case::anywhere("plain", "eu", Some("amd64"), &["a", "b", "c"], &[])]
#[case::without_architecture("arm", "eu", None, &["a"], &[])]
#[case::another_architecture("arm", "eu", Some("amd64"), &["a"], &[OTHER])]
#[case::the_same_architecture("arm", "eu", Some("arm64"), &["a"], &[])]
#[case::not_usable("old", "eu", Some("amd64"), &["a"], &[NOT_USABLE])]
#[case::usable("new", "eu", Some("amd64"), &["a"], &[])]
#[case::one_zone("large", "eu", None, &["a", "b"], &["it is not available in zone `b`"])]
#[case::two_zones("large", "eu", None, &["c", "b", "a"], &["it is not available in zone `b` and `c`"])]
#[case::other_zones("large", "eu", None, &["a"], &[])]
#[case::another_region("large", "us", None, &["b"], &[])]
#[case::no_region("large", "", None, &["b"], &[])]
#[case::unknown_region("large", "asia", None, &["b"], &[])]
#[case::all_at_once("bad", "eu", Some("amd64"), &["b"], &[NOT_USABLE, "it is not available in zone `b`", OTHER])]
fn machine_type_obstacles_do_not_depend_on_the_image(
    #[case] name: &str,
    #[case] region: &str,
    #[case] architecture: Option<&str>,
    #[case] zones: &[&str],
    #[case] expected: &[&str],
) {
    let profile = profile(&json!({
        "regions": [
            {"name": "eu", "zones": [
                {"name": "a"},
                {"name": "b", "unavailableMachineTypes": ["other", "large", "bad"]},
                {"name": "c", "unavailableMachineTypes": ["large"]},
            ]},
            {"name": "us", "zones": [{"name": "b"}]},
        ],
        "machineTypes": [
            {"name": "plain"},
            {"name": "arm", "architecture": "arm64"},
            {"name": "old", "usable": false},
            {"name": "new", "usable": true},
            {"name": "large"},
            {"name": "bad", "architecture": "arm64", "usable": false},
        ],
    }));
    let judge = documented(&profile);
    let zones: Vec<String> = zones.iter().map(|&zone| zone.to_owned()).collect();
    let pool = PoolProperties { architecture, ..PoolProperties::default() };
    let pool = Pool::new(judge, pool, PoolContext { region, ..PoolContext::default() });
    let (machine_type, _) = profile.machine_type(name).unwrap();
    let obstacles = judge.machine_type_obstacles(&pool, &zones, machine_type);
    assert_eq!(obstacles.iter().map(ToString::to_string).collect::<Vec<_>>(), expected);
}

#[test]
fn in_json_it_has_a_reason_and_a_message() {
    let obstacle = MachineTypeObstacle::OtherArchitecture { own: "arm64".to_owned(), wanted: "amd64".to_owned() };
    let expected = json!({"reason": "other-architecture", "own": "arm64", "wanted": "amd64", "message": OTHER});
    assert_eq!(serde_json::to_value(obstacle).unwrap(), expected);
}
