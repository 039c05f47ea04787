use rootstock_core_model::{CanonicalProfile, CloudProfileSpec, FeatureGate, FeatureGates, RawObject};
use rootstock_judge::CompiledProfile;
use serde_json::json;

use super::{MAX_KEY_LENGTH, PoolKey, VersionInUse};
use crate::row::WorkerRow;

fn profile(is_gate_on: bool) -> CompiledProfile {
    let spec: CloudProfileSpec = serde_json::from_value(json!({
        "machineTypes": [{"name": "small"}],
        "machineImages": [{"name": "os", "versions": [
            {"version": "1.0.0", "kubeletVersionConstraint": "< 1.31"}, {"version": "1.1.0"},
        ]}],
    }))
    .unwrap();
    let gates = FeatureGates::DEFAULT.with(FeatureGate::WorkerCapabilities, is_gate_on);
    CompiledProfile::with_provider(CanonicalProfile::named("sample", spec), gates, None).unwrap()
}

fn row() -> WorkerRow<'static> {
    WorkerRow { machine_type: "small".into(), image_name: Some("os".into()), ..WorkerRow::default() }
}

fn key(worker: &WorkerRow<'_>, kubelet: &str) -> Option<PoolKey> {
    PoolKey::new(&profile(true), worker, 0, 0, &kubelet.parse().unwrap())
}

/// Pools with different requirements never share a key.
#[test]
fn different_requirements_have_different_keys() {
    let workers = [
        row(),
        WorkerRow { architecture: Some("arm64".into()), ..row() },
        WorkerRow { cri: Some("cri-o".into()), ..row() },
        WorkerRow { cri: Some("docker".into()), ..row() },
        WorkerRow { container_runtimes: vec!["kata".into()], ..row() },
        WorkerRow { container_runtimes: vec!["kata".into(), "gvisor".into()], ..row() },
        WorkerRow { is_in_place: true, ..row() },
        WorkerRow { has_secure_boot: true, ..row() },
        WorkerRow { gpu_type: Some("nvidia".into()), ..row() },
    ];
    let keys = workers.map(|worker| key(&worker, "1.30.4").unwrap());
    for (place, one) in keys.iter().enumerate() {
        assert_eq!(keys.iter().position(|other| other == one), Some(place));
    }
    assert_ne!(key(&row(), "1.31.0").unwrap(), keys[0], "a constraint distinguishes the kubelets");
}

#[test]
fn equivalent_pools_share_a_key() {
    let plain = key(&row(), "1.30.4");
    assert!(plain.is_some());
    assert_eq!(key(&row(), "1.30.5"), plain);
    assert_eq!(key(&WorkerRow { name: "other".into(), ..row() }, "1.30.4"), plain);
    assert_eq!(key(&WorkerRow { cri: Some("containerd".into()), ..row() }, "1.30.4"), plain);
}

#[test]
fn unusual_or_long_keys_are_not_cached() {
    let long = |length| "x".repeat(length);
    let with_config = WorkerRow { provider_config: Some(RawObject::from_serialize(&json!({})).unwrap()), ..row() };
    assert_eq!(key(&with_config, "1.30.4"), None);
    assert!(PoolKey::new(&profile(false), &with_config, 0, 0, &"1.30.4".parse().unwrap()).is_some());
    assert_eq!(key(&WorkerRow { architecture: Some(long(MAX_KEY_LENGTH).into()), ..row() }, "1.30.4"), None);
    assert_eq!(key(&WorkerRow { cri: Some(long(MAX_KEY_LENGTH).into()), ..row() }, "1.30.4"), None);
    assert_eq!(key(&WorkerRow { gpu_type: Some(long(MAX_KEY_LENGTH).into()), ..row() }, "1.30.4"), None);
    assert_eq!(key(&WorkerRow { container_runtimes: vec!["".into(); MAX_KEY_LENGTH], ..row() }, "1.30.4"), None);
    assert!(VersionInUse::kubernetes(&long(MAX_KEY_LENGTH)).is_some());
    assert!(VersionInUse::kubernetes(&long(MAX_KEY_LENGTH + 1)).is_none());
}
