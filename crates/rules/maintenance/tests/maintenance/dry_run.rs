//! Updates that the API server refuses because of the Shoot as a whole.

use rootstock_core_model::{Quirks, Semantics};
use rootstock_maintenance::{Planner, Rejection, ShootPlan, ShootRow};
use rstest::rstest;
use serde_json::{Value, json};

use crate::samples::{NOW, compile, plan, shoot, versions};

const BOTH: [Semantics; 2] = [Semantics::Documented, Semantics::Gardener];

fn codes(plan: &ShootPlan) -> Vec<&'static str> {
    plan.rejections.iter().map(Rejection::code).collect()
}

fn profile(kubernetes: &str, limit: Option<i32>) -> Value {
    json!({
        "kubernetes": { "versions": versions(kubernetes) },
        "limits": limit.map(|most| json!({ "maxNodesTotal": most })),
        "machineTypes": [{ "name": "small" }],
        "machineImages": [{ "name": "os", "versions": versions("1.0.0 1.1.0") }],
    })
}

fn pool(name: &str, minimum: i32, kubernetes: Option<&str>) -> Value {
    json!({
        "name": name, "minimum": minimum, "maximum": 10,
        "machine": { "type": "small", "image": { "name": "os", "version": "1.0.0" } },
        "kubernetes": kubernetes.map(|version| json!({ "version": version })),
    })
}

#[rstest]
#[case(None, &[])]
#[case(Some(5), &[])]
#[case(Some(4), &["too-many-nodes"])]
fn minima_over_the_limit_are_rejected(#[case] limit: Option<i32>, #[case] expected: &[&str]) {
    let profile = compile(&profile("1.30.4", limit));
    let shoot = |auto: bool| {
        shoot(&json!({
            "maintenance": { "autoUpdate": { "machineImageVersion": auto } },
            "provider": { "workers": [pool("a", 2, None), pool("b", 3, None)] },
        }))
    };
    for semantics in BOTH {
        assert_eq!(codes(&plan(&profile, &shoot(true), semantics)), expected);
        assert_eq!(codes(&plan(&profile, &shoot(false), semantics)), [""; 0], "without an update there is no refusal");
        // A stream of JSON reads the same fields.
        let text = serde_json::to_string(&shoot(true)).unwrap();
        let row: ShootRow<'_> = serde_json::from_str(&text).unwrap();
        assert_eq!(codes(&Planner::new(&profile, Quirks::of(semantics)).shoot(&row, NOW)), expected);
    }
}

/// The versions of pools that the API server refuses: newer than the control plane, or more than three minors behind.
#[rstest]
#[case("1.30.4", "1.31.2", "1.30.4 1.31.2", &["ahead-of-control-plane"])]
#[case("1.30.4", "1.26.2", "1.30.4 1.26.2", &["too-far-behind"])]
#[case("1.30.4", "1.30.4", "1.30.4", &[])]
fn kubernetes_versions_of_pools_are_rejected(
    #[case] control_plane: &str,
    #[case] own: &str,
    #[case] offered: &str,
    #[case] expected: &[&str],
) {
    let shoot = shoot(&json!({
        "kubernetes": { "version": control_plane },
        "maintenance": { "autoUpdate": { "machineImageVersion": true } },
        "provider": { "workers": [pool("a", 1, Some(own))] },
    }));
    let profile = compile(&profile(offered, None));
    for semantics in BOTH {
        let plan = plan(&profile, &shoot, semantics);
        assert_eq!(codes(&plan), expected);
    }
}

/// A pool is held back to a control plane's version that the profile no longer has, and that cannot be updated.
#[test]
fn pool_held_back_to_a_missing_version_is_rejected() {
    let shoot = shoot(&json!({
        "kubernetes": { "version": "1.33.1" },
        "provider": { "workers": [pool("a", 1, Some("1.32.5"))] },
    }));
    let profile = compile(&profile("1.32.5:E 1.33.5:E 1.34.1:p 1.35.1", None));
    let plan = plan(&profile, &shoot, Semantics::Gardener);
    insta::assert_snapshot!(plan.rejections[0], @"worker a: the profile does not have Kubernetes 1.33.1, the control plane's version, so the update is refused as a whole; add the version to the profile, or update the control plane to one that it has");
    assert_eq!((plan.rejections.len(), plan.rejections[0].worker()), (1, "a"));
}
