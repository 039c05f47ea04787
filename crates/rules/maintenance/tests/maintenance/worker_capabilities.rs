//! With the gate `WorkerCapabilities` on, an update goes only to versions that the worker can boot (GEP-54).

use insta::assert_snapshot;
use rootstock_core_model::{CanonicalProfile, FeatureGates, Quirks, Semantics, Worker};
use rootstock_judge::{CompiledProfile, ObstacleKind, ProviderSection};
use rootstock_maintenance::{Planner, UpdateCause, VersionOutcome, WorkerRow};
use rstest::rstest;
use serde_json::{Value, json};

use crate::samples::{NOW, image, outcome, spec, worker};

/// Version 1.0.0 boots both ways; 1.1.0 in place and on NVIDIA, 1.2.0 securely, 1.3.0 rolling only.
fn profile(gate: bool) -> CompiledProfile {
    let profile = spec(&json!({
        "machineCapabilities": [{ "name": "architecture", "values": ["amd64"] }],
        "machineTypes": [{ "name": "small" }],
        "machineImages": [{ "name": "os", "versions": [
            { "version": "1.0.0", "architectures": ["amd64"], "capabilityFlavors": [
                { "gardener-bootType": ["standard", "secure"], "gardener-gpuSupport": ["none", "nvidia"] },
            ] },
            { "version": "1.1.0", "architectures": ["amd64"],
              "inPlaceUpdates": { "supported": true, "minVersionForUpdate": "1.0.0" }, "capabilityFlavors": [{ "gardener-gpuSupport": ["none", "nvidia"], "openstack-trustedLaunch": ["enabled"] }] },
            { "version": "1.2.0", "architectures": ["amd64"], "capabilityFlavors": [
                { "gardener-bootType": ["standard"] }, { "gardener-bootType": ["secure"] },
            ] },
            { "version": "1.3.0", "architectures": ["amd64"] },
        ] }],
    }));
    let gates = FeatureGates { worker_capabilities: gate, ..FeatureGates::default() };
    let plugin = rootstock_providers::registry().unwrap().get("openstack").unwrap();
    let section = ProviderSection { plugin, config: None };
    CompiledProfile::with_provider(CanonicalProfile::named("example", profile), gates, Some(section)).unwrap()
}

#[rstest]
#[case::nothing_special(json!({}), "1.3.0", "1.3.0")]
#[case::no_gpu(json!({ "machine": { "gpu": { "type": "none" } } }), "1.3.0", "1.3.0")]
#[case::secure_boot(json!({ "machine": { "secureBoot": true } }), "1.3.0", "1.2.0")]
#[case::gpu(json!({ "machine": { "gpu": { "type": "nvidia" } } }), "1.3.0", "1.1.0")]
#[case::both(json!({ "machine": { "secureBoot": true, "gpu": { "type": "nvidia" } } }), "1.3.0", "-")]
#[case::in_place(json!({ "updateStrategy": "AutoInPlaceUpdate" }), "1.1.0", "1.1.0")]
#[case::of_the_provider(json!({ "providerConfig": { "trustedLaunch": { "enabled": true } } }), "1.3.0", "1.1.0")]
fn update_target_meets_worker_requirements(#[case] over: Value, #[case] off: &str, #[case] on: &str) {
    let worker = worker("1.0.0", &over);
    for semantics in [Semantics::Documented, Semantics::Gardener] {
        let target = |gate| outcome(&image(&profile(gate), &worker, true, semantics));
        assert_eq!((target(false).as_str(), target(true).as_str()), (off, on), "{semantics:?}");
    }
}

/// A planner whose cache has answers for other workers gives the same answer as a new one.
#[test]
fn decisions_for_different_requirements_are_separate() {
    let workers = [
        json!({}),
        json!({ "machine": { "secureBoot": true } }),
        json!({ "updateStrategy": "AutoInPlaceUpdate" }),
        json!({ "machine": { "gpu": { "type": "nvidia" } } }),
        json!({ "machine": { "secureBoot": true, "gpu": { "type": "nvidia" } } }),
        json!({ "providerConfig": { "trustedLaunch": { "enabled": true } } }),
        json!({ "updateStrategy": "AutoInPlaceUpdate", "machine": { "secureBoot": true } }),
    ];
    for gate in [false, true] {
        let profile = profile(gate);
        let mut planner = Planner::new(&profile, Quirks::NONE);
        for over in workers.iter().chain(workers.iter().rev()) {
            let worker = worker("1.0.0", over);
            let fresh = image(&profile, &worker, true, Semantics::Documented);
            assert_eq!(planner.image(&WorkerRow::from(&worker), "1.30.4", true, NOW), fresh, "{over}");
        }
    }
}

/// Q22: a version that the worker cannot boot (any more) counts as missing, and the cause is attributed to the worker.
#[rstest]
#[case(json!({ "machine": { "secureBoot": true } }), "1.1.0", "1.2.0")]
#[case(json!({ "machine": { "secureBoot": true, "gpu": { "type": "nvidia" } } }), "1.1.0", "failure")]
fn version_that_worker_cannot_boot_is_replaced(#[case] over: Value, #[case] current: &str, #[case] target: &str) {
    let worker = worker(current, &over);
    let decision = image(&profile(true), &worker, false, Semantics::Documented);
    assert_eq!(outcome(&decision), target);
    assert_eq!(decision.cause(), Some(UpdateCause::DoesNotFit(ObstacleKind::WorkerCapabilities)));
    assert_eq!(outcome(&image(&profile(false), &worker, false, Semantics::Documented)), "-");
}

/// A flavor is missing, not a version.
#[rstest]
#[case(json!({ "machine": { "gpu": { "type": "amd" } } }), "1.0.0")]
#[case(json!({ "machine": { "secureBoot": true, "gpu": { "type": "nvidia" } } }), "1.1.0")]
fn missing_flavor_is_named(#[case] over: Value, #[case] current: &str) {
    let decision = image(&profile(true), &worker(current, &over), false, Semantics::Documented);
    assert_eq!(decision.failed().unwrap().failure.code(), "target-does-not-fit");
    insta::with_settings!({ description => over.to_string() }, { assert_snapshot!(decision) });
}

fn explained(worker: &Worker) -> String {
    let profile = profile(true);
    let mut planner = Planner::new(&profile, Quirks::NONE);
    let explained = planner.explain_image(&WorkerRow::from(worker), "1.30.4", true, NOW).unwrap();
    let lines = explained.versions.iter().map(|version| match &version.fate {
        VersionOutcome::Dropped { obstacle } => {
            format!("{}: {}: {obstacle}", version.version, obstacle.kind().as_str())
        }
        fate => format!("{}: {fate}", version.version),
    });
    lines.collect::<Vec<_>>().join("\n")
}

#[test]
fn explanation_names_the_requirements() {
    assert_snapshot!(explained(&worker("1.0.0", &json!({ "machine": { "secureBoot": true } }))));
    assert_snapshot!(explained(&worker("1.1.0", &json!({ "updateStrategy": "ManualInPlaceUpdate" }))));
}

/// Invalid requirements are reported, never ignored.
#[rstest]
#[case("no_such_gpu", json!({ "machine": { "gpu": { "type": "nvidai" } } }))]
#[case("not_a_boolean", json!({ "providerConfig": { "trustedLaunch": { "enabled": "yes" } } }))]
fn invalid_requirement_is_reported(#[case] name: &str, #[case] over: Value) {
    let worker = worker("1.0.0", &over);
    let decision = image(&profile(true), &worker, true, Semantics::Documented);
    let failed = decision.failed().unwrap();
    assert_eq!(failed.failure.code(), "worker-properties");
    assert_snapshot!(name, failed);
    assert_eq!(outcome(&image(&profile(false), &worker, true, Semantics::Documented)), "1.3.0");
}
