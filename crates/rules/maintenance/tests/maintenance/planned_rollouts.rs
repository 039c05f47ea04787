//! The pools whose nodes a maintenance run replaces or updates in place.

use rootstock_core_model::Semantics;
use rootstock_maintenance::{FleetSummary, PoolEffect};
use rstest::rstest;
use serde_json::{Value, json};

use crate::samples::{compile, plan, shoot, versions};

fn pool(over: &Value) -> Value {
    let mut pool = json!({
        "name": "a", "minimum": 1, "maximum": 7, "machine": { "type": "small", "image": { "name": "os", "version": "1.1.0" } },
    });
    pool.as_object_mut().unwrap().extend(over.as_object().unwrap().clone());
    pool
}

fn with_image(version: &str) -> Value {
    json!({ "machine": { "type": "small", "image": { "name": "os", "version": version } } })
}

const ROLLED: &str = "nodes are replaced one after the other: at most 7 nodes";
const IN_PLACE: &str = "nodes are updated in place one after the other: at most 7 nodes";
const MANUAL: &str = "nodes are updated in place when an operator selects them: at most 7 nodes";

#[rstest]
#[case::nothing("1.30.4", &json!({}), "")]
#[case::image("1.30.4", &with_image("1.0.0"), ROLLED)]
#[case::patch("1.30.3", &json!({}), "")]
#[case::minor("1.29.8", &json!({}), ROLLED)]
#[case::own_version_stays("1.29.8", &json!({ "kubernetes": { "version": "1.29.9" } }), "")]
#[case::own_minor("1.30.4", &json!({ "kubernetes": { "version": "1.29.8" } }), ROLLED)]
#[case::in_place("1.29.8", &json!({ "updateStrategy": "AutoInPlaceUpdate" }), IN_PLACE)]
#[case::manual("1.29.8", &json!({ "updateStrategy": "ManualInPlaceUpdate" }), MANUAL)]
#[case::single_node("1.29.8", &json!({ "maximum": 1 }), "nodes are replaced one after the other: at most 1 node")]
#[case::rejected("1.29.8", &json!({ "minimum": 9 }), "")]
fn update_has_effect_on_nodes(#[case] kubernetes: &str, #[case] over: &Value, #[case] expected: &str) {
    let in_place = json!({ "supported": true, "minVersionForUpdate": "1.0.0" });
    let profile = compile(&json!({
        "kubernetes": { "versions": versions("1.29.8:E 1.29.9 1.30.3:E 1.30.4") },
        "limits": { "maxNodesTotal": 8 },
        "machineTypes": [{ "name": "small" }],
        "machineImages": [{ "name": "os", "versions": [
            { "version": "1.0.0", "expirationDate": "2020-01-01T00:00:00Z", "inPlaceUpdates": in_place },
            { "version": "1.1.0", "inPlaceUpdates": in_place },
        ] }],
    }));
    let profile_without_patch = compile(&json!({
        "kubernetes": { "versions": versions("1.29.8:E 1.30.3:E 1.30.4") },
        "limits": { "maxNodesTotal": 8 },
        "machineTypes": [{ "name": "small" }],
        "machineImages": profile.spec().machine_images,
    }));
    let profile =
        if over.get("kubernetes").is_some() && kubernetes == "1.29.8" { &profile } else { &profile_without_patch };
    let shoot = shoot(&json!({ "kubernetes": { "version": kubernetes }, "provider": { "workers": [pool(over)] } }));
    for semantics in [Semantics::Documented, Semantics::Gardener] {
        let plan = plan(profile, &shoot, semantics);
        let rollout = plan.workers[0].rollout;
        assert_eq!(rollout.map(|rollout| rollout.to_string()).unwrap_or_default(), expected);
        let mut summary = FleetSummary::default();
        summary.add(&plan);
        let nodes = usize::try_from(rollout.map_or(0, |rollout| rollout.nodes_at_most)).unwrap();
        let is_rolled = rollout.is_some_and(|rollout| rollout.effect == PoolEffect::Rolled);
        let counted = [
            summary.rolled_pools,
            summary.rolled_nodes_at_most,
            summary.in_place_pools,
            summary.in_place_nodes_at_most,
        ];
        let pools = usize::from(rollout.is_some());
        assert_eq!(counted, if is_rolled { [pools, nodes, 0, 0] } else { [0, 0, pools, nodes] });
    }
}
