//! Profiles and Shoots in short form.

use rootstock_core_model::{CanonicalProfile, CloudProfileSpec, Quirks, Semantics, Shoot, Worker};
use rootstock_judge::CompiledProfile;
use rootstock_maintenance::{Decision, Planner, ShootPlan, ShootRow, WorkerRow};
use rootstock_versioning::Timestamp;
use serde_json::{Value, json};

/// 2026-06-01T00:00:00Z.
pub(crate) const NOW: Timestamp = Timestamp::from_unix_seconds(1_780_272_000);

/// `1.1.0 1.2.0:p 1.3.0:dF`: preview, supported, deprecated, Expired, expires in the Future, Unavailable.
pub(crate) fn versions(text: &str) -> Value {
    text.split_whitespace().map(version).collect()
}

fn version(word: &str) -> Value {
    let (text, flags) = word.split_once(':').unwrap_or((word, ""));
    let mut version = json!({ "version": text });
    for flag in flags.chars() {
        let (field, value) = match flag {
            'p' => ("classification", json!("preview")),
            's' => ("classification", json!("supported")),
            'd' => ("classification", json!("deprecated")),
            'E' => ("expirationDate", json!("2020-01-01T00:00:00Z")),
            'F' => ("expirationDate", json!("2090-01-01T00:00:00Z")),
            'U' => ("lifecycle", json!([{ "classification": "supported", "startTime": "2090-01-01T00:00:00Z" }])),
            other => panic!("no such flag: {other}"),
        };
        version[field] = value;
    }
    version
}

/// A legacy profile with machine type `small` and image `os`.
pub(crate) fn simple(strategy: &str, image: &str, kubernetes: &str) -> CompiledProfile {
    compile(&json!({
        "kubernetes": { "versions": versions(kubernetes) },
        "machineTypes": [{ "name": "small" }],
        "machineImages": [{ "name": "os", "updateStrategy": strategy, "versions": versions(image) }],
    }))
}

pub(crate) fn spec(spec: &Value) -> CloudProfileSpec {
    serde_json::from_value(spec.clone()).unwrap()
}

pub(crate) fn compile(value: &Value) -> CompiledProfile {
    CompiledProfile::new(CanonicalProfile::named("example", spec(value))).unwrap()
}

/// A worker on `small` and `os`, with the given fields merged into it.
pub(crate) fn worker(version: &str, over: &Value) -> Worker {
    let mut worker = json!({
        "name": "pool",
        "machine": { "type": "small", "architecture": "amd64", "image": { "name": "os", "version": version } },
    });
    lay_over(&mut worker, over);
    serde_json::from_value(worker).unwrap()
}

/// A Shoot on Kubernetes 1.30.4 with the given fields merged into `spec`.
pub(crate) fn shoot(over: &Value) -> Shoot {
    let mut shoot = json!({
        "kind": "Shoot",
        "metadata": { "namespace": "garden-dev", "name": "demo" },
        "spec": {
            "cloudProfile": { "name": "example" },
            "kubernetes": { "version": "1.30.4" },
            "maintenance": {
                "autoUpdate": { "kubernetesVersion": false, "machineImageVersion": false },
                "timeWindow": { "begin": "220000+0000", "end": "230000+0000" },
            },
        },
    });
    lay_over(&mut shoot["spec"], over);
    serde_json::from_value(shoot).unwrap()
}

fn lay_over(base: &mut Value, over: &Value) {
    match (base, over) {
        (Value::Object(base), Value::Object(over)) => {
            for (key, value) in over {
                lay_over(base.entry(key.clone()).or_insert(Value::Null), value);
            }
        }
        (base, over) => *base = over.clone(),
    }
}

/// The decision about an image, in one of the semantics.
pub(crate) fn image(profile: &CompiledProfile, worker: &Worker, auto: bool, semantics: Semantics) -> Decision {
    Planner::new(profile, Quirks::of(semantics)).image(&WorkerRow::from(worker), "1.30.4", auto, NOW)
}

/// The plan of a Shoot, in one of the semantics.
pub(crate) fn plan(profile: &CompiledProfile, shoot: &Shoot, semantics: Semantics) -> ShootPlan {
    Planner::new(profile, Quirks::of(semantics)).shoot(&ShootRow::from(shoot), NOW)
}

/// The target version, `-` for none, `failure`.
pub(crate) fn outcome(decision: &Decision) -> String {
    match decision {
        Decision::NotDue | Decision::UpToDate { .. } => "-".to_owned(),
        Decision::Update(update) => update.to.to_string(),
        Decision::Failed(_) => "failure".to_owned(),
    }
}
