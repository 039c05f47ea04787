//! One Shoot: control plane and workers, their interplay, and rejections.

use rootstock_core_model::{Quirks, Semantics};
use rootstock_maintenance::{Moment, Planner, Planners, Profiles, ShootRow, UpdateCause};
use rstest::rstest;
use serde_json::json;

use crate::samples::{NOW, compile, outcome, plan, shoot, simple, versions};

const BOTH: [Semantics; 2] = [Semantics::Documented, Semantics::Gardener];

/// A profile with these versions gives the recorded results for the versions alone.
#[test]
fn kubernetes_update_follows_control_plane() {
    let rows = include_str!("../../../../../fixtures/updates/kubernetes.txt").lines();
    for row in rows.filter(|row| !row.starts_with('#')) {
        let cells: Vec<&str> = row.split("; ").collect();
        let [current, how, versions, documented] = cells[..4] else { panic!("{row}") };
        let gardener = *cells.get(4).unwrap_or(&documented);
        for (semantics, expected) in [(Semantics::Documented, documented), (Semantics::Gardener, gardener)] {
            let (found, is_forced) = kubernetes_update(current, how == "auto", versions, semantics);
            assert_eq!((found.as_str(), is_forced), (expected, how == "forced" && expected != "-"), "{row}");
        }
    }
}

fn kubernetes_update(current: &str, auto: bool, versions: &str, semantics: Semantics) -> (String, bool) {
    let shoot = shoot(&json!({
        "kubernetes": { "version": current },
        "maintenance": { "autoUpdate": { "kubernetesVersion": auto } },
    }));
    let decision = plan(&simple("major", "", versions), &shoot, semantics).control_plane.unwrap().decision;
    (outcome(&decision), decision.cause().is_some_and(UpdateCause::is_forced))
}

#[rstest]
// The profile of "Shoot Kubernetes and Operating System Versioning".
#[case("1.24.5", true, "1.27.0:p 1.26.3:p 1.26.2:s 1.25.5:p 1.25.4:s 1.24.6:s 1.24.5:dE", "1.24.6", true)]
#[case("1.25.4", true, "1.27.0:p 1.26.3:p 1.26.2:s 1.25.5:p 1.25.4:s 1.24.6:s 1.24.5:dE", "-", false)]
// A deprecated patch next to a supported one, with an expiration in the far future: automatic, not forced.
#[case("1.35.5", true, "1.35.7:pF 1.35.6:sF 1.35.5:dF", "1.35.6", false)]
#[case("1.35.5", false, "1.35.7:pF 1.35.6:sF 1.35.5:dF", "-", false)]
fn kubernetes_update_follows_documents(
    #[case] current: &str,
    #[case] auto: bool,
    #[case] versions: &str,
    #[case] expected: &str,
    #[case] is_forced: bool,
) {
    for semantics in BOTH {
        assert_eq!(kubernetes_update(current, auto, versions, semantics), (expected.to_owned(), is_forced));
    }
}

fn pool(name: &str, image: &str, version: &str, kubernetes: Option<&str>) -> serde_json::Value {
    let mut pool = json!({
        "name": name,
        "machine": { "type": "small", "architecture": "amd64", "image": { "name": image, "version": version } },
    });
    if let Some(kubernetes) = kubernetes {
        pool["kubernetes"] = json!({ "version": kubernetes });
    }
    pool
}

#[rstest]
// Up to the control plane's version, but not further.
#[case("1.27.4", "1.27.3", "1.27.3:E 1.27.4 1.27.5", "-", "1.27.4 (held back)")]
#[case("1.27.3", "1.26.8", "1.26.8:E 1.27.3 1.27.5", "-", "1.27.3 (held back)")]
// The control plane's new version counts.
#[case("1.27.3", "1.27.3", "1.27.3:E 1.27.5", "1.27.5", "1.27.5")]
#[case("1.27.5", "1.26.8", "1.26.8:E 1.27.3 1.27.5", "-", "1.27.5")]
// Ahead of the control plane: there are no downgrades.
#[case("1.26.8", "1.27.3", "1.26.8 1.27.3:E 1.27.5", "-", "failure")]
fn worker_version_is_limited_by_control_plane(
    #[case] control_plane: &str,
    #[case] worker: &str,
    #[case] versions: &str,
    #[case] to: &str,
    #[case] worker_to: &str,
) {
    let profile = simple("major", "1.0.0", versions);
    let shoot = shoot(&json!({
        "kubernetes": { "version": control_plane },
        "provider": { "workers": [pool("a", "os", "1.0.0", Some(worker))] },
    }));
    for semantics in BOTH {
        let plan = plan(&profile, &shoot, semantics);
        assert_eq!(outcome(&plan.control_plane.as_ref().unwrap().decision), to);
        let decision = &plan.workers[0].kubernetes.as_ref().unwrap().decision;
        let held_back = decision.update().is_some_and(|update| update.limited_by_control_plane);
        assert_eq!(format!("{}{}", outcome(decision), if held_back { " (held back)" } else { "" }), worker_to);
    }
}

#[test]
fn image_incompatible_with_new_kubelet_is_rejected() {
    let profile = compile(&json!({
        "kubernetes": { "versions": versions("1.29.3:E 1.30.4") },
        "machineTypes": [{ "name": "small" }],
        "machineImages": [{ "name": "os", "versions": [
            { "version": "1.0.0" }, { "version": "1.1.0", "kubeletVersionConstraint": "< 1.30" },
        ] }],
    }));
    let mut shoot = shoot(&json!({
        "kubernetes": { "version": "1.29.3" },
        "maintenance": { "autoUpdate": { "machineImageVersion": true } },
        "provider": { "workers": [pool("a", "os", "1.0.0", None)] },
    }));
    for semantics in BOTH {
        let plan = plan(&profile, &shoot, semantics);
        assert!(plan.has_updates() && plan.is_rejected() && !plan.has_changes() && plan.has_failures());
        insta::allow_duplicates! {
            insta::assert_snapshot!(plan.rejections[0], @"worker a: image os 1.1.0: it works with kubelets `< 1.30`, but the kubelet is `1.30.4`, so the update is refused as a whole; add a version of the image that works with the kubelet, or widen `kubeletVersionConstraint`");
        }
        let mut row = ShootRow::from(&shoot);
        row.apply(&plan);
        assert_eq!(row, ShootRow::from(&shoot), "a refused plan changes nothing");
    }
    // With its own Kubernetes version the worker stays behind, and nothing is rejected.
    shoot.spec.provider.workers[0].kubernetes = serde_json::from_value(json!({ "version": "1.29.3" })).unwrap();
    let spec = json!({
        "kubernetes": { "versions": versions("1.29.3 1.30.4") },
        "machineTypes": [{ "name": "small" }],
        "machineImages": [{ "name": "os", "versions": [
            { "version": "1.0.0" }, { "version": "1.1.0", "kubeletVersionConstraint": "< 1.30" },
        ] }],
    });
    assert!(plan(&compile(&spec), &shoot, Semantics::Documented).has_changes());
}

#[test]
fn worker_too_far_behind_is_rejected() {
    let profile = simple("major", "1.0.0", "1.26.8 1.29.3:E 1.30.4");
    let shoot = shoot(&json!({
        "kubernetes": { "version": "1.29.3" },
        "provider": { "workers": [pool("a", "os", "1.0.0", Some("1.26.8"))] },
    }));
    let plan = plan(&profile, &shoot, Semantics::Documented);
    assert_eq!(plan.rejections[0].code(), "too-far-behind");
    insta::assert_snapshot!(plan.rejections[0], @"worker a: kubelet 1.26.8 would be more than three minor versions behind the control plane 1.30.4, so the update is refused as a whole; update the pool's Kubernetes version first");
}

/// Three minors behind is still allowed.
#[rstest]
#[case::three("1.27.8", false)]
#[case::four("1.26.8", true)]
fn worker_three_minors_behind_is_allowed(#[case] own: &str, #[case] is_rejected: bool) {
    let profile = simple("major", "1.0.0", "1.26.8 1.27.8 1.29.3:E 1.30.4");
    let shoot = shoot(&json!({
        "kubernetes": { "version": "1.29.3" },
        "provider": { "workers": [pool("a", "os", "1.0.0", Some(own))] },
    }));
    assert_eq!(plan(&profile, &shoot, Semantics::Documented).is_rejected(), is_rejected);
    // Computing only the decisions gives the same answer.
    let mut profiles = Profiles::new();
    profiles.insert(profile);
    let decisions = Planners::new(&profiles, Quirks::NONE).decisions(&ShootRow::from(&shoot), Moment::Instant(NOW));
    assert_eq!(decisions.is_rejected(), is_rejected);
}

/// Gardener looks up names case-insensitively, but its validator does not.
#[rstest]
#[case("os", &[])]
#[case("OS", &["image-name"])]
fn image_name_in_other_case_is_rejected(#[case] name: &str, #[case] expected: &[&str]) {
    let profile = simple("major", "1.0.0 1.1.0", "1.30.4");
    let shoot = shoot(&json!({
        "maintenance": { "autoUpdate": { "machineImageVersion": true } },
        "provider": { "workers": [pool("a", name, "1.0.0", None)] },
    }));
    let plan = plan(&profile, &shoot, Semantics::Gardener);
    let codes: Vec<&str> = plan.rejections.iter().map(|rejection| rejection.code()).collect();
    assert_eq!((codes, plan.has_updates()), (expected.to_vec(), true));
}

#[test]
fn unavailable_image_is_refused_by_gardener() {
    let profile = simple("major", "1.0.0 2.0.0:U", "1.30.4");
    let shoot = shoot(&json!({
        "maintenance": { "autoUpdate": { "machineImageVersion": true } },
        "provider": { "workers": [pool("a", "os", "1.0.0", None)] },
    }));
    assert!(!plan(&profile, &shoot, Semantics::Documented).has_updates());
    assert_eq!(plan(&profile, &shoot, Semantics::Gardener).rejections[0].code(), "unavailable");
}

#[test]
fn unfit_image_blocks_all_updates() {
    let profile = compile(&json!({
        "kubernetes": { "versions": versions("1.30.4:E 1.31.1") },
        "machineCapabilities": [
            { "name": "architecture", "values": ["amd64"] }, { "name": "storage", "values": ["NVMe", "SCSI"] },
        ],
        "machineTypes": [{ "name": "small", "capabilities": { "storage": ["SCSI"] } }],
        "machineImages": [{ "name": "os", "versions": [
            { "version": "1.0.0", "architectures": ["amd64"], "capabilityFlavors": [{ "storage": ["NVMe"] }] },
        ] }],
    }));
    let shoot = shoot(&json!({ "provider": { "workers": [pool("a", "os", "1.0.0", None)] } }));
    for semantics in BOTH {
        let plan = plan(&profile, &shoot, semantics);
        assert_eq!(plan.workers[0].image.decision.failed().unwrap().failure.code(), "end-of-life");
        assert_eq!(plan.rejections[0].code(), "capabilities");
    }
}

/// One pool has an expired image, another a live one: each is decided independently.
#[test]
fn expired_image_does_not_affect_other_workers() {
    let profile = compile(&json!({
        "kubernetes": { "versions": versions("1.30.4") },
        "machineTypes": [{ "name": "small" }],
        "machineImages": [
            { "name": "suse-jeos", "versions": versions("15.1.20200220:E 15.1.20200320") },
            { "name": "coreos", "versions": versions("2512.3.0 2512.4.0") },
        ],
    }));
    let shoot = shoot(&json!({ "provider": { "workers": [
        pool("worker1", "suse-jeos", "15.1.20200220", None), pool("worker2", "coreos", "2512.3.0", None),
    ] } }));
    for semantics in BOTH {
        let plan = plan(&profile, &shoot, semantics);
        let outcomes: Vec<String> = plan.workers.iter().map(|worker| outcome(&worker.image.decision)).collect();
        assert_eq!(outcomes, ["15.1.20200320", "-"]);
    }
}

#[test]
fn unresolvable_reference_does_not_affect_other_workers() {
    let profile = simple("major", "1.0.0:E 1.1.0", "1.30.4:E 1.31.1");
    let shoot = shoot(&json!({ "provider": { "workers": [
        pool("before", "os", "1.0.0", None), pool("dead", "gone", "1.0.0", None), pool("after", "os", "1.0.0", None),
    ] } }));
    let outcomes = |semantics| -> Vec<String> {
        let plan = plan(&profile, &shoot, semantics);
        assert_eq!(outcome(&plan.control_plane.as_ref().unwrap().decision), "1.31.1", "Kubernetes goes on");
        plan.items()
            .skip(1)
            .map(|item| match item.decision.failed() {
                Some(failed) => failed.failure.code().to_owned(),
                None => outcome(item.decision),
            })
            .collect()
    };
    assert_eq!(outcomes(Semantics::Documented), ["1.1.0", "image-missing", "1.1.0"]);
    assert_eq!(outcomes(Semantics::Gardener), ["1.1.0", "image-missing", "aborted"]);
}

#[test]
fn unreadable_control_plane_version_fails_dependents() {
    let profile = simple("major", "1.0.0:E 1.1.0", "1.30.4 1.31.1");
    let shoot = shoot(&json!({
        "kubernetes": { "version": "foo" },
        "provider": { "workers": [pool("a", "os", "1.0.0", None), pool("b", "os", "1.0.0", Some("1.30.4"))] },
    }));
    let codes = |semantics| -> Vec<&str> {
        let plan = plan(&profile, &shoot, semantics);
        plan.workers.iter().map(|it| it.image.decision.failed().map_or("-", |failed| failed.failure.code())).collect()
    };
    assert_eq!(codes(Semantics::Documented), ["kubernetes-version-unreadable", "-"]);
    assert_eq!(codes(Semantics::Gardener), ["aborted", "aborted"]);
}

#[test]
fn shoot_being_deleted_is_skipped() {
    let profile = simple("major", "1.0.0:E 1.1.0", "1.30.4:E 1.31.1");
    let mut shoot = shoot(&json!({}));
    shoot.metadata.deletion_timestamp = Some(NOW);
    let plan = Planner::new(&profile, Quirks::NONE).shoot(&ShootRow::from(&shoot), NOW);
    assert!(plan.skipped.is_some() && !plan.has_updates() && !plan.has_failures());
}

#[test]
fn plan_json_is_stable() {
    let profile = simple("patch", "1.0.0:E 1.1.0 1.1.1:E", "1.29.3:E 1.30.4");
    let shoot = shoot(&json!({
        "kubernetes": { "version": "1.30.4" },
        "provider": { "workers": [pool("a", "os", "1.0.0", Some("1.29.3")), pool("b", "gone", "1.0.0", None)] },
    }));
    insta::assert_json_snapshot!(plan(&profile, &shoot, Semantics::Documented));
}

#[test]
fn forced_update_has_expiration_date() {
    let profile = simple("major", "1.0.0:E 1.1.0", "1.30.4:E");
    let shoot = shoot(&json!({ "provider": { "workers": [pool("a", "os", "1.0.0", None)] } }));
    let plan = plan(&profile, &shoot, Semantics::Documented);
    insta::assert_snapshot!(plan.workers[0].image.decision, @"the version in use expired on 2020-01-01T00:00:00Z: the latest supported version available");
    insta::assert_snapshot!(plan.control_plane.unwrap().decision, @"the version in use expired on 2020-01-01T00:00:00Z, but there is no patch of `1.30.4` and no version 1.31 to update to, and Kubernetes minors cannot be skipped; add a version 1.31 to the profile (not a preview)");
}

/// A pool with an expired image and no target does not block the update of the control plane.
#[test]
fn unchanged_pool_keeps_its_expired_image() {
    let profile = simple("major", "1.0.0:E", "1.30.4:E 1.31.1");
    let machine = json!({ "type": "small", "image": { "name": "os", "version": "1.0.0" } });
    let shoot = shoot(&json!({ "provider": { "workers": [{ "name": "a", "machine": machine }] } }));
    for semantics in BOTH {
        let plan = plan(&profile, &shoot, semantics);
        assert_eq!(outcome(&plan.workers[0].image.decision), "failure");
        assert_eq!((plan.rejections.len(), plan.has_changes()), (0, true), "{semantics:?}");
    }
}
