//! Gardener's recorded verdicts on Shoots, under Gardener's semantics, with the gate off.

use std::io::Read as _;

use crate::shoots::support::compiled;
use flate2::read::GzDecoder;
use rootstock_admission::{
    ShootOperation, canonicalize_cloud_profile, default_cloud_profile, mutate_shoot, validate_shoot,
};
use rootstock_core_model::{CloudProfile, CloudProfileSpec, KubernetesSettings, Semantics, Severity, Shoot, Violation};
use rootstock_judge::Judge;
use serde_json::Value;

use crate::shoots::support::settings;

fn cases(suite: &str) -> Vec<Value> {
    let file = format!("{}/../../../fixtures/conformance/{suite}.jsonl.gz", env!("CARGO_MANIFEST_DIR"));
    let mut text = String::new();
    GzDecoder::new(std::fs::File::open(file).unwrap()).read_to_string(&mut text).unwrap();
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// The profile of a case, defaulted only, or as it is stored.
fn spec(case: &Value, stored: bool) -> CloudProfileSpec {
    let mut profile: CloudProfile = serde_json::from_value(case["input"]["profile"].clone()).unwrap();
    default_cloud_profile(&mut profile);
    if stored {
        canonicalize_cloud_profile(&mut profile, None);
    }
    profile.spec
}

fn shoot(case: &Value, worker: &str, version: &str, provider: &str) -> Shoot {
    let input = &case["input"];
    let mut shoot = Shoot::default();
    shoot.spec.region = input["region"].as_str().unwrap_or_default().to_owned();
    shoot.spec.kubernetes.version = input[version].as_str().unwrap_or_default().to_owned();
    shoot.spec.provider.provider_type = provider.to_owned();
    if !input[worker].is_null() {
        shoot.spec.provider.workers.push(serde_json::from_value(input[worker].clone()).unwrap());
    }
    shoot
}

fn expected(verdict: &Value) -> Vec<String> {
    let errors = verdict["errors"].as_array().cloned().unwrap_or_default();
    let text = |error: &Value, field: &str| error[field].as_str().unwrap().to_owned();
    let line = |error: &Value| format!("{} {} {}", text(error, "kind"), text(error, "path"), text(error, "bad"));
    let mut lines: Vec<String> = errors.iter().map(line).collect();
    lines.sort();
    lines
}

fn found(violations: &[Violation]) -> Vec<String> {
    let errors = violations.iter().filter(|violation| violation.severity == Severity::Error);
    let mut lines: Vec<String> =
        errors.map(|violation| format!("{:?} {} {}", violation.kind, violation.path, violation.bad.as_str())).collect();
    lines.sort();
    lines
}

/// Each case with its verdict, and where that was recorded the verdict on the stored profile.
fn verdicts(suite: &str) -> Vec<(Value, Value, bool)> {
    let mut verdicts = Vec::new();
    for case in cases(suite) {
        verdicts.push((case.clone(), case["expect"].clone(), false));
        if !case["expectStored"].is_null() {
            verdicts.push((case.clone(), case["expectStored"].clone(), true));
        }
    }
    verdicts
}

#[test]
fn kubernetes_versions_are_filled_in_as_recorded() {
    for (case, verdict, _) in verdicts("default-kubernetes-version") {
        let kubernetes: KubernetesSettings =
            serde_json::from_value(serde_json::json!({ "versions": case["input"]["versions"] })).unwrap();
        let spec = CloudProfileSpec { kubernetes, ..Default::default() };
        let settings = settings(Semantics::Gardener);
        let profile = compiled(&spec, &settings);
        let judge = Judge::new(&profile, settings);
        let mutated = mutate_shoot(&shoot(&case, "worker", "current", ""), ShootOperation::Create, judge);
        assert_eq!(found(&mutated.violations), expected(&verdict), "{case}");
        if let Some(version) = verdict["version"].as_str() {
            assert_eq!(mutated.shoot.spec.kubernetes.version, version, "{case}");
        }
    }
}

#[test]
fn machine_images_are_filled_in_as_recorded() {
    for (case, verdict, stored) in verdicts("default-machine-image") {
        let spec = spec(&case, stored);
        let settings = settings(Semantics::Gardener);
        let profile = compiled(&spec, &settings);
        let judge = Judge::new(&profile, settings);
        let old = shoot(&case, "oldWorker", "kubernetesVersion", "");
        let operation = match old.spec.provider.workers.is_empty() {
            true => ShootOperation::Create,
            false => ShootOperation::Update { old: &old },
        };
        let mutated = mutate_shoot(&shoot(&case, "worker", "kubernetesVersion", ""), operation, judge);
        assert_eq!(found(&mutated.violations), expected(&verdict), "{case}");
        if let Some(version) = verdict["version"].as_str() {
            let machine = &mutated.shoot.spec.provider.workers[0].machine;
            let image = machine.image.clone().unwrap();
            assert_eq!(image.name, verdict["image"].as_str().unwrap(), "{case}");
            assert_eq!(image.version.unwrap_or_default(), version, "{case}");
            assert_eq!(machine.architecture.as_deref(), verdict["architecture"].as_str(), "{case}");
        }
    }
}

#[test]
fn workers_are_judged_as_recorded() {
    for (case, verdict, stored) in verdicts("worker-admission") {
        let spec = spec(&case, stored);
        let settings = settings(Semantics::Gardener);
        let profile = compiled(&spec, &settings);
        let judge = Judge::new(&profile, settings);
        let old = shoot(&case, "oldWorker", "oldKubernetesVersion", &spec.provider_type);
        let operation = match case["input"]["operation"].as_str() {
            Some("update") => ShootOperation::Update { old: &old },
            _ => ShootOperation::Create,
        };
        let new = shoot(&case, "worker", "kubernetesVersion", &spec.provider_type);
        let mut violations = validate_shoot(&new, operation, judge);
        violations.retain(|violation| violation.path.to_string().starts_with("spec.provider."));
        if verdict["panic"].is_null() {
            assert_eq!(found(&violations), expected(&verdict), "{case}");
        }
    }
}
