//! Small profiles and Shoots, and verdicts as single lines.

use rootstock_admission::{
    ShootOperation, ShootOutcome, canonicalize_cloud_profile, check_shoot, default_cloud_profile,
};
use rootstock_core_model::{
    CanonicalProfile, CloudProfile, CloudProfileSpec, FeatureGate, Semantics, Settings, Shoot, Violation,
};
use rootstock_judge::{CompiledProfile, Judge};
use serde_json::Value;

pub(crate) const NOW: &str = "2026-06-01T00:00:00Z";

pub(crate) fn settings(semantics: Semantics) -> Settings {
    Settings::new(semantics, NOW.parse().unwrap())
}

pub(crate) fn gate_on(mut settings: Settings) -> Settings {
    settings.gates = settings.gates.with(FeatureGate::WorkerCapabilities, true);
    settings
}

/// A profile in its stored form, from YAML of its `spec`.
pub(crate) fn spec(yaml: &str) -> CloudProfileSpec {
    let spec: CloudProfileSpec = serde_yaml::from_str(yaml).unwrap();
    let mut profile = CloudProfile { spec, ..Default::default() };
    default_cloud_profile(&mut profile);
    canonicalize_cloud_profile(&mut profile, None);
    profile.spec
}

pub(crate) fn shoot(yaml: &str) -> Shoot {
    let spec: Value = serde_yaml::from_str(yaml).unwrap();
    serde_json::from_value(serde_json::json!({ "spec": spec })).unwrap()
}

/// A Shoot with one worker, from YAML in flow style.
pub(crate) fn with_worker(worker: &str) -> Shoot {
    shoot(&format!("{{region: eu, kubernetes: {{version: 1.33.5}}, provider: {{type: local, workers: [{worker}]}}}}"))
}

/// Compiles a profile; its provider does not matter.
pub(crate) fn compiled(spec: &CloudProfileSpec, settings: &Settings) -> CompiledProfile {
    CompiledProfile::with_provider(CanonicalProfile::named("", spec.clone()), settings.gates, None).unwrap()
}

pub(crate) fn check(spec: &CloudProfileSpec, shoot: &Shoot, old: Option<&Shoot>, settings: &Settings) -> ShootOutcome {
    let profile = compiled(spec, settings);
    let judge = Judge::new(&profile, *settings);
    let operation = old.map_or(ShootOperation::Create, |old| ShootOperation::Update { old });
    check_shoot(shoot, operation, judge)
}

/// Formats each finding as `Kind path bad`, shortened.
pub(crate) fn lines(violations: &[Violation]) -> Vec<String> {
    let line = |violation: &Violation| {
        let path = violation.path.to_string().replace("spec.provider.workers", "workers");
        format!("{:?} {path} {}", violation.kind, violation.bad.as_str()).trim_end().to_owned()
    };
    violations.iter().map(line).collect()
}

/// The image of the first worker: `NAME VERSION`.
pub(crate) fn image(outcome: &ShootOutcome) -> String {
    let image = outcome.shoot.spec.provider.workers[0].machine.image.clone().unwrap_or_default();
    format!("{} {}", image.name, image.version.unwrap_or_default())
}
