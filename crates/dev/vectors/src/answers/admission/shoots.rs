//! `default-kubernetes-version`, `default-machine-image` and `worker-admission`: Shoot admission.

use rootstock_admission::{ShootOperation, default_cloud_profile, mutate_shoot, validate_shoot};
use rootstock_core_model::{CanonicalProfile, CloudProfileSpec, Settings, Shoot, Violation, Worker};
use rootstock_judge::{CompiledProfile, Judge};
use serde_json::{Value, json};

use super::cloud_profile::decoded;
use super::findings::errors;
use crate::answers::{Unreadable, field, kubernetes_settings, undecodable};

/// Answers with the full Kubernetes version for a partial one.
pub(crate) fn kubernetes_version(input: &Value, settings: &Settings) -> Result<Value, Unreadable> {
    let Some(kubernetes) = kubernetes_settings(input, settings) else { return Ok(undecodable()) };
    let spec = CloudProfileSpec { kubernetes, ..Default::default() };
    let mut shoot = Shoot::default();
    shoot.spec.kubernetes.version = field(input, "current")?;
    Ok(with_profile(&spec, settings, |judge| {
        let mutated = mutate_shoot(&shoot, ShootOperation::Create, judge);
        if mutated.violations.is_empty() {
            json!({ "version": mutated.shoot.spec.kubernetes.version })
        } else {
            json!({ "errors": errors(&mutated.violations) })
        }
    }))
}

/// Answers with the machine image that a worker gets.
pub(crate) fn machine_image(input: &Value, settings: &Settings) -> Result<Value, Unreadable> {
    let (Some(spec), shoot, old) =
        (profile(input, settings), shoot_of(input, "worker", "kubernetesVersion")?, old(input)?)
    else {
        return Ok(undecodable());
    };
    Ok(with_profile(&spec, settings, |judge| {
        let mut mutated = mutate_shoot(&shoot, operation(old.as_ref()), judge);
        // The versions of Kubernetes are not part of the question.
        mutated.violations.retain(|found| !found.path.to_string().ends_with("kubernetes.version"));
        let Some(worker) = mutated.shoot.spec.provider.workers.first().filter(|_| mutated.violations.is_empty()) else {
            return json!({ "errors": errors(&mutated.violations) });
        };
        let image = worker.machine.image.clone().unwrap_or_default();
        let architecture = worker.machine.architecture.clone().unwrap_or_default();
        json!({ "architecture": architecture, "image": image.name, "version": image.version.unwrap_or_default() })
    }))
}

/// Answers with the errors of a worker.
pub(crate) fn worker_admission(input: &Value, settings: &Settings) -> Result<Value, Unreadable> {
    let (Some(spec), mut shoot) = (profile(input, settings), shoot_of(input, "worker", "kubernetesVersion")?) else {
        return Ok(undecodable());
    };
    let mut old = match input.get("operation").and_then(Value::as_str) {
        Some("update") => Some(shoot_of(input, "oldWorker", "oldKubernetesVersion")?),
        _ => None,
    };
    if let Some(old) = &mut old {
        old.spec.provider.provider_type.clone_from(&spec.provider_type);
    }
    shoot.spec.provider.provider_type.clone_from(&spec.provider_type);
    Ok(with_profile(&spec, settings, |judge| {
        let mut found = validate_shoot(&shoot, operation(old.as_ref()), judge);
        // The control plane's version, the region, and the limit of a worker's size are not part of the question.
        let is_limit =
            |found: &Violation, path: &str| found.rule.name == "shoot-too-many-nodes" && path.ends_with(".maximum");
        let concerns_worker = |violation: &Violation| {
            let path = violation.path.to_string();
            path.starts_with("spec.provider.") && !is_limit(violation, &path)
        };
        found.retain(concerns_worker);
        json!({ "errors": errors(&found) })
    }))
}

/// Returns the defaulted profile of a vector.
fn profile(input: &Value, settings: &Settings) -> Option<CloudProfileSpec> {
    let mut profile = decoded(input, "profile", settings)?;
    default_cloud_profile(&mut profile);
    Some(profile.spec)
}

/// Returns a Shoot with one worker, or without workers if the input has none.
fn shoot_of(input: &Value, worker: &str, version: &str) -> Result<Shoot, Unreadable> {
    let mut shoot = Shoot::default();
    shoot.spec.region = field::<Option<String>>(input, "region")?.unwrap_or_default();
    shoot.spec.kubernetes.version = field(input, version)?;
    shoot.spec.provider.workers.extend(field::<Option<Worker>>(input, worker)?);
    Ok(shoot)
}

/// Returns the previous Shoot, if there is one.
fn old(input: &Value) -> Result<Option<Shoot>, Unreadable> {
    let old = shoot_of(input, "oldWorker", "kubernetesVersion")?;
    Ok((!old.spec.provider.workers.is_empty()).then_some(old))
}

fn operation(old: Option<&Shoot>) -> ShootOperation<'_> {
    old.map_or(ShootOperation::Create, |old| ShootOperation::Update { old })
}

fn with_profile(spec: &CloudProfileSpec, settings: &Settings, ask: impl FnOnce(Judge<'_>) -> Value) -> Value {
    match CompiledProfile::with_provider(CanonicalProfile::named("", spec.clone()), settings.gates, None) {
        Ok(profile) => ask(Judge::new(&profile, *settings)),
        Err(error) => json!({ "error": error.to_string() }),
    }
}
