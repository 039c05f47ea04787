//! The subjects and stable names in plans.

use rootstock_core_model::{Quirks, Semantics};
use rootstock_judge::Obstacle;
use rootstock_maintenance::{Decision, PlanSubject, Planner, PoolObstacle, Rejection, ShootRow, Skipped, UpdateCause};
use rootstock_versioning::Classification;
use rstest::rstest;
use serde_json::json;

use crate::samples::{NOW, compile, plan, shoot, versions};

#[rstest]
#[case(PlanSubject::ControlPlane, "control-plane", "control plane: Kubernetes", "control plane: Kubernetes", None)]
#[case(
    PlanSubject::WorkerKubernetes { worker: "a" }, "worker-kubernetes", "pool a: Kubernetes", "worker a: Kubernetes", Some("a")
)]
#[case(PlanSubject::MachineImage { worker: "a", image: "os" }, "machine-image", "pool a: os", "worker a: image os", Some("a"))]
#[case(PlanSubject::MachineImage { worker: "a", image: "" }, "machine-image", "pool a: image", "worker a: image ", Some("a"))]
fn subjects_of_decisions(
    #[case] subject: PlanSubject<'_>,
    #[case] name: &str,
    #[case] title: &str,
    #[case] shown: &str,
    #[case] worker: Option<&str>,
) {
    let said = (subject.as_str(), subject.title().to_string(), subject.to_string(), subject.worker());
    assert_eq!(said, (name, title.to_owned(), shown.to_owned(), worker));
}

#[rstest]
#[case(Skipped::Deleting, "deleting")]
#[case(Skipped::NoProfile, "no-profile")]
#[case(Skipped::UnknownProfile { kind: "CloudProfile", name: "x".to_owned() }, "unknown-profile")]
fn skip_reason_has_a_stable_name(#[case] skipped: Skipped, #[case] name: &str) {
    assert_eq!(skipped.code(), name);
    assert_eq!(serde_json::to_value(&skipped).unwrap()["reason"], name);
}

/// The date of expiration is given only if expiration is the cause.
#[rstest]
#[case::update("2.0.0")]
#[case::failure("0.9.0")]
fn expiration_date_is_given_only_as_cause(#[case] other: &str) {
    let expired = |architecture: &str| {
        let profile = compile(&json!({
            "machineTypes": [{ "name": "small" }],
            "machineImages": [{ "name": "os", "versions": [
                { "version": "1.0.0", "expirationDate": "2020-01-01T00:00:00Z", "architectures": [architecture] },
                { "version": other, "architectures": ["amd64"] },
            ] }],
        }));
        let shoot = shoot(&json!({ "provider": { "workers": [
            { "name": "a", "machine": { "type": "small", "image": { "name": "os", "version": "1.0.0" } } },
        ] } }));
        plan(&profile, &shoot, Semantics::Documented).workers[0].image.decision.clone()
    };
    let dated = |decision: &Decision| match decision {
        Decision::Update(update) => update.expired_at.is_some(),
        Decision::Failed(failed) => failed.expired_at.is_some(),
        _ => panic!("{decision:?}"),
    };
    let (by_date, by_hardware) = (expired("amd64"), expired("arm64"));
    assert_eq!((by_date.cause(), dated(&by_date)), (Some(UpdateCause::Expired), true));
    assert!(matches!(by_hardware.cause(), Some(UpdateCause::DoesNotFit(_))) && !dated(&by_hardware), "{by_hardware:?}");
}

#[rstest]
#[case(Classification::Unavailable, "unavailable")]
#[case(Classification::Expired, "expired")]
#[case(Classification::Preview, "classification")]
fn rejection_by_classification_has_a_name(#[case] classification: Classification, #[case] name: &str) {
    let obstacle = Obstacle::Classification { classification };
    let [worker, image, version] = ["a", "os", "1.0.0"].map(str::to_owned);
    let refused = Rejection::Image(PoolObstacle { worker, image, version, obstacle });
    assert_eq!((refused.code(), refused.worker()), (name, "a"));
    assert!(
        refused.to_string().ends_with("remove the version from the profile until its first stage begins"),
        "{refused}"
    );
}

/// A rejection names the pool's own kubelet, even if another pool was rejected for the same reason before.
#[test]
fn rejection_names_the_kubelet_of_its_pool() {
    let profile = compile(&json!({
        "kubernetes": { "versions": versions("1.30.4 1.30.5") },
        "machineTypes": [{ "name": "small" }],
        "machineImages": [{ "name": "os", "versions": [
            { "version": "1.0.0", "kubeletVersionConstraint": "< 1.30" }, { "version": "1.1.0", "kubeletVersionConstraint": "< 1.30" },
        ] }],
    }));
    let mut planner = Planner::new(&profile, Quirks::NONE);
    for kubelet in ["1.30.4", "1.30.5", "1.30.4"] {
        let shoot = shoot(&json!({
            "kubernetes": { "version": "1.29.3" },
            "provider": { "workers": [{
                "name": "a", "machine": { "type": "small", "image": { "name": "os", "version": "1.0.0" } },
                "kubernetes": { "version": kubelet },
            }] },
        }));
        let plan = planner.shoot(&ShootRow::from(&shoot), NOW);
        let refused = plan.rejections[0].to_string();
        assert!(refused.contains(&format!("the kubelet is `{kubelet}`")), "{refused}");
    }
}

/// A stage that begins exactly at this instant has not begun yet: the one before it is still the last.
#[test]
fn expiration_date_is_of_last_begun_stage() {
    let (expired, supported) = ("2026-01-10T00:00:00Z", "2026-01-20T00:00:00Z");
    let life = json!([
        { "classification": "expired", "startTime": expired },
        { "classification": "supported", "startTime": supported },
    ]);
    let profile = compile(&json!({ "kubernetes": { "versions": [
        { "version": "1.30.4", "lifecycle": life }, { "version": "1.31.1" },
    ] } }));
    let shoot = shoot(&json!({ "kubernetes": { "version": "1.30.4" } }));
    let plan = Planner::new(&profile, Quirks::NONE).shoot(&ShootRow::from(&shoot), supported.parse().unwrap());
    let update = plan.control_plane.as_ref().unwrap().decision.update().unwrap();
    assert_eq!(update.expired_at, Some(expired.parse().unwrap()));
}
