//! Our answers against the verdicts recorded from Gardener.

use std::io::Read;
use std::path::Path;

use rootstock_admission::{canonicalize_cloud_profile, default_cloud_profile};
use rootstock_core_model::{CanonicalProfile, CloudProfile, CloudProfileSpec, KubernetesSettings, Quirks, Worker};
use rootstock_judge::CompiledProfile;
use rootstock_maintenance::{Decision, Planner, UpdateCause, WorkerRow};
use rootstock_versioning::Timestamp;
use serde::Deserialize;
use serde_json::{Value, json};

/// 2026-06-01T00:00:00Z.
fn now() -> Timestamp {
    Timestamp::from_unix_seconds(1_780_272_000)
}

fn vectors(suite: &str) -> Vec<Value> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../../../fixtures/conformance/{suite}.jsonl.gz"));
    let mut text = String::new();
    flate2::read::GzDecoder::new(std::fs::File::open(path).unwrap()).read_to_string(&mut text).unwrap();
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn verdict(decision: &Decision) -> Value {
    let version = decision.update().map_or("", |update| &update.to);
    let cause = decision.cause();
    let outcome = match decision {
        Decision::NotDue | Decision::UpToDate { .. } => "none",
        Decision::Update(_) => "updated",
        Decision::Failed(failed) => match failed.cause {
            None => "aborted",
            Some(_) => "failed",
        },
    };
    let reason = match cause {
        None => "",
        Some(UpdateCause::Expired) => "expired",
        Some(UpdateCause::AutoUpdate) => "auto",
        Some(UpdateCause::NotInProfile | UpdateCause::DoesNotFit(_) | UpdateCause::SpelledDifferently) => "missing",
    };
    json!({ "outcome": outcome, "reason": reason, "forced": cause.is_some_and(UpdateCause::is_forced), "version": version })
}

#[test]
fn machine_images() {
    let vectors = vectors("machine-image-maintenance");
    assert_eq!(vectors.len(), 400);
    for vector in vectors {
        let input = &vector["input"];
        let mut profile = CloudProfile::deserialize(&input["profile"]).unwrap();
        let worker = Worker::deserialize(&input["worker"]).unwrap();
        let row = WorkerRow::from(&worker);
        let (kubernetes, auto) = (input["kubernetesVersion"].as_str().unwrap(), input["autoUpdate"].as_bool().unwrap());
        let answer = |spec: &CloudProfileSpec| {
            let compiled = CompiledProfile::new(CanonicalProfile::named("", spec.clone())).unwrap();
            verdict(&Planner::new(&compiled, Quirks::GARDENER_1_150).image(&row, kubernetes, auto, now()))
        };
        default_cloud_profile(&mut profile);
        assert_eq!(answer(&profile.spec), vector["expect"], "{}", vector["id"]);
        canonicalize_cloud_profile(&mut profile, None);
        let stored = vector.get("expectStored").unwrap_or(&vector["expect"]);
        assert_eq!(answer(&profile.spec), *stored, "{} (stored)", vector["id"]);
    }
}

#[test]
fn kubernetes() {
    let vectors = vectors("kubernetes-maintenance");
    assert!(!vectors.is_empty());
    for vector in vectors {
        let input = &vector["input"];
        let kubernetes = KubernetesSettings { versions: Some(Vec::deserialize(&input["versions"]).unwrap()) };
        let spec = CloudProfileSpec { kubernetes, ..Default::default() };
        let compiled = CompiledProfile::new(CanonicalProfile::named("", spec.clone())).unwrap();
        let (current, auto) = (input["current"].as_str().unwrap(), input["autoUpdate"].as_bool().unwrap());
        let decision = Planner::new(&compiled, Quirks::GARDENER_1_150).kubernetes(current, auto, now());
        assert_eq!(verdict(&decision), vector["expect"], "{}", vector["id"]);
    }
}
