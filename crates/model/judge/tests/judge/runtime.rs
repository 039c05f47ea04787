//! Tests of container runtime interfaces and their runtimes.

use rootstock_judge::{Obstacle, Pool, PoolContext, PoolProperties};
use rstest::rstest;
use serde_json::json;

use crate::samples::{documented, messages, profile};

/// A version without `cri` has containerd; one with `cri` has only the listed interfaces.
#[rstest]
#[case::default("1.0.0", None, &[], None)]
#[case::by_name("1.0.0", Some("containerd"), &[], None)]
#[case::another("1.0.0", Some("cri-o"), &[], Some("it has `containerd`, not the container runtime interface `cri-o`"))]
#[case::written("1.1.0", Some("cri-o"), &[], None)]
#[case::not_written("1.1.0", None, &[], Some("it has `cri-o`, not the container runtime interface `containerd`"))]
#[case::not_among_two(
    "1.2.0", Some("docker"), &[], Some("it has `containerd` and `cri-o`, not the container runtime interface `docker`")
)]
#[case::has_both("1.2.0", None, &["gvisor", "kata"], None)]
#[case::lacks_one("1.2.0", None, &["gvisor", "runsc"], Some("it has the container runtimes `gvisor` and `kata`, but the worker needs `runsc`"))]
#[case::lacks_all("1.2.0", Some("cri-o"), &["gvisor", "kata"], Some("it has no container runtimes besides `cri-o`, but the worker needs `gvisor` and `kata`"))]
#[case::none_by_default("1.0.0", None, &["gvisor"], Some("it has no container runtimes besides `containerd`, but the worker needs `gvisor`"))]
fn interface_and_runtimes_are_checked(
    #[case] version: &str,
    #[case] cri: Option<&str>,
    #[case] runtimes: &[&'static str],
    #[case] expected: Option<&str>,
) {
    let profile = profile(&json!({"machineImages": [{"name": "os", "versions": [
        {"version": "1.0.0"},
        {"version": "1.1.0", "cri": [{"name": "cri-o"}]},
        {"version": "1.2.0", "cri": [
            {"name": "containerd", "containerRuntimes": [{"type": "gvisor"}, {"type": "kata"}]}, {"name": "cri-o"},
        ]},
    ]}]}));
    let judge = documented(&profile);
    let properties = PoolProperties { cri, container_runtimes: runtimes.to_vec(), ..PoolProperties::default() };
    let pool = Pool::new(judge, properties, PoolContext::default());
    let obstacle = judge.runtime(&pool, &profile.offer("os", version).unwrap());
    assert_eq!(messages(&obstacle), expected.into_iter().collect::<Vec<_>>());
    let is_interface = expected.is_some_and(|text| text.contains("interface"));
    if let Some(Obstacle::ContainerRuntime { missing, .. }) = obstacle {
        assert_eq!(missing.is_empty(), is_interface);
    }
}
