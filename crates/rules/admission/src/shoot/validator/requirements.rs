//! Requirements of workers that cannot be met (GEP-54).

use rootstock_core_model::{Path, Source, Violation};
use rootstock_worker_capabilities::DemandError;

use super::WorkerScope;

const MAPPING: Source = Source::Gep54("Worker Properties to Capabilities Mapping");

rootstock_core_model::rules! {
    /// A property with a meaningless value, or one that asks for a capability that is not registered.
    WORKER_REQUIREMENT_UNKNOWN: Error, since "0.1.0", MAPPING;
    /// A field that workers have with the gate `WorkerCapabilities` only.
    WORKER_REQUIREMENT_WITHOUT_GATE: Error, since "0.1.0", MAPPING;
}

pub(super) fn check(scope: &WorkerScope<'_>, path: &Path<'_>, findings: &mut Vec<Violation>) {
    if !scope.judge().settings().gates.worker_capabilities {
        return check_gate(scope, &path.field("machine"), findings);
    }
    findings.extend(scope.pool.unreadable.iter().cloned());
    for error in &scope.pool.demand_errors {
        let (DemandError::UnknownValue { field, .. } | DemandError::UnknownCapability { field, .. }) = error;
        let (first, rest) = field.split_once('.').unwrap_or((field, ""));
        let first = path.field(first);
        let (second, third) = rest.split_once('.').unwrap_or((rest, ""));
        let second_path = first.field(second);
        let third_path = second_path.field(third);
        let at = match (second, third) {
            ("", _) => &first,
            (_, "") => &second_path,
            _ => &third_path,
        };
        findings.push(match error {
            DemandError::UnknownValue { value, supported, .. } => {
                Violation::not_supported(&WORKER_REQUIREMENT_UNKNOWN, at, value.as_str(), supported)
            }
            DemandError::UnknownCapability { capability, value, .. } => {
                let detail = format!(
                    "worker `{}` asks for `{capability}: [{value}]`, and the profile registers no such capability",
                    scope.worker().name
                );
                Violation::invalid(&WORKER_REQUIREMENT_UNKNOWN, at, value.as_str(), detail).with_help(format!(
                    "register `{capability}` in `spec.machineCapabilities`, or remove the requirement"
                ))
            }
        });
    }
}

/// Reports requirements while the feature gate is off.
fn check_gate(scope: &WorkerScope<'_>, machine: &Path<'_>, findings: &mut Vec<Violation>) {
    let worker = &scope.worker().machine;
    let written = [("secureBoot", worker.secure_boot.is_some()), ("gpu", worker.gpu.is_some())];
    for (field, _) in written.into_iter().filter(|(_, is_written)| *is_written) {
        let detail = "unknown field: it has an effect only with the feature gate WorkerCapabilities, which is off";
        findings.push(
            Violation::forbidden(&WORKER_REQUIREMENT_WITHOUT_GATE, &machine.field(field), detail)
                .with_help("remove it, or check the Shoot with `--feature-gates WorkerCapabilities=true`"),
        );
    }
}
