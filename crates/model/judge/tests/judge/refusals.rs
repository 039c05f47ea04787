//! Tests of all obstacles at once, and of those that lead to a refusal.

use rootstock_judge::{Before, CompiledProfile, Pool, PoolContext, PoolProperties};
use rstest::rstest;
use serde_json::json;

use crate::samples::{documented, messages, profile};

/// Builds a profile with one version that fails every check.
fn profile_with_all_obstacles() -> CompiledProfile {
    profile(&json!({
        "machineCapabilities": [
            {"name": "architecture", "values": ["amd64", "arm64"]}, {"name": "disk", "values": ["fast", "slow"]},
        ],
        "machineTypes": [{"name": "fast", "capabilities": {"architecture": ["amd64"], "disk": ["fast"]}}],
        "machineImages": [{"name": "os", "versions": [{
            "version": "1.0.0",
            "expirationDate": "2026-02-01T00:00:00Z",
            "kubeletVersionConstraint": ">= 1.31",
            "capabilityFlavors": [{"architecture": ["amd64"], "disk": ["slow"]}],
        }]}],
    }))
}

fn properties() -> PoolProperties<'static> {
    PoolProperties {
        machine_type: "fast",
        architecture: Some("amd64"),
        image: Some("os"),
        version: Some("1.0.0"),
        cri: Some("cri-o"),
        is_in_place: true,
        ..PoolProperties::default()
    }
}

const EXPIRED: &str = "it has expired";
const DISK: &str = "capability `disk`: the machine type has `fast`, the image has `slow`";
const RUNTIME: &str = "it has `containerd`, not the container runtime interface `cri-o`";
const KUBELET: &str = "it works with kubelets `>= 1.31`, but the kubelet is `1.30.0`";
const IN_PLACE: &str = "it does not support in-place updates";

#[rstest]
#[case::new(Before::Nothing, &[EXPIRED, DISK, RUNTIME, KUBELET, IN_PLACE])]
#[case::was_there(Before::Pool(properties()), &[DISK, KUBELET])]
#[case::had_another_runtime(Before::Pool(PoolProperties { cri: None, ..properties() }), &[DISK, RUNTIME, KUBELET])]
#[case::had_more_runtimes(
    Before::Pool(PoolProperties { container_runtimes: vec!["kata"], ..properties() }),
    &[DISK, RUNTIME, KUBELET]
)]
#[case::had_another_version(
    Before::Pool(PoolProperties { version: Some("1.1.0"), ..properties() }),
    &[EXPIRED, DISK, RUNTIME, KUBELET, IN_PLACE]
)]
#[case::had_another_architecture(
    Before::Pool(PoolProperties { architecture: None, ..properties() }),
    &[DISK, KUBELET, IN_PLACE]
)]
fn an_existing_pool_is_refused_for_fewer_reasons(#[case] before: Before<'static>, #[case] expected: &[&str]) {
    let profile = profile_with_all_obstacles();
    let judge = documented(&profile);
    let context = PoolContext { before, kubernetes_version: "1.30.0", ..PoolContext::default() };
    let pool = Pool::new(judge, properties(), context);
    let offer = profile.offer("os", "1.0.0").unwrap();
    assert_eq!(messages(&judge.refusals(&pool, &offer)), expected);
}

/// All obstacles are reported, in the order in which admission checks.
#[test]
fn all_obstacles_are_reported() {
    let profile = profile_with_all_obstacles();
    let judge = documented(&profile);
    let pool = Pool::new(judge, properties(), PoolContext { kubernetes_version: "1.30.0", ..PoolContext::default() });
    let offer = profile.offer("os", "1.0.0").unwrap();
    assert_eq!(messages(&judge.obstacles(&pool, &offer)), [EXPIRED, DISK, RUNTIME, KUBELET, IN_PLACE]);
    let fit: Vec<_> = judge.fit_obstacles(&pool, &offer).collect();
    assert_eq!(messages(&fit), [DISK, RUNTIME, KUBELET, IN_PLACE]);
    assert_eq!(messages(&judge.hardware(&pool, &offer)), [DISK]);
}

/// The version as a whole is checked before its flavors, which are then not reported.
#[test]
fn architecture_comes_before_capabilities() {
    let profile = profile_with_all_obstacles();
    let judge = documented(&profile);
    let pool = PoolProperties { architecture: Some("arm64"), ..properties() };
    let pool = Pool::new(judge, pool, PoolContext::default());
    let offer = profile.offer("os", "1.0.0").unwrap();
    assert_eq!(messages(&judge.hardware(&pool, &offer)), ["it exists for `amd64`, not for architecture `arm64`"]);
}
