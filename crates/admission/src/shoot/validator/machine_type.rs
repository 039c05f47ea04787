//! Architecture and machine type of a worker (D.2.3).

use rootstock_core_model::{MachineType, Path, Source, VALID_ARCHITECTURES, Violation};

use super::WorkerScope;
use crate::shoot::obstacle::listed;

rules! {
    /// D.2.1.
    ARCHITECTURE = "worker-architecture-unknown", "", Error, Source::CapabilitiesGuide("The architecture Capability");
    /// D.2.3.
    UNKNOWN = "worker-machine-type-unknown", "", Error, Source::Gardener;
    /// D.2.3.
    UNFIT = "worker-machine-type-unfit", "", Error, Source::Gardener;
}

pub(super) fn check_architecture(scope: &WorkerScope<'_>, path: &Path<'_>, findings: &mut Vec<Violation>) {
    let Some(architecture) = scope.worker().machine.architecture.as_deref() else { return };
    if !VALID_ARCHITECTURES.contains(&architecture) {
        let machine = path.field("machine");
        let path = machine.field("architecture");
        findings.push(Violation::not_supported(&ARCHITECTURE, &path, architecture, &VALID_ARCHITECTURES));
    }
}

/// What a worker needs of a machine type, and whether one has it.
struct Fitness {
    architecture: bool,
    zones: bool,
    usable: bool,
}

impl Fitness {
    fn of(scope: &WorkerScope<'_>, machine_type: &MachineType) -> Self {
        let own = scope.profile().architecture_of(machine_type);
        let wanted = scope.pool.architecture;
        Self {
            architecture: wanted.is_none() || own.is_none() || own == wanted,
            zones: unavailable_in(scope, machine_type).is_empty(),
            usable: machine_type.usable.unwrap_or(true),
        }
    }

    const fn is_complete(&self) -> bool {
        self.architecture && self.zones && self.usable
    }
}

/// The zones of the worker in which a machine type is not to be had.
fn unavailable_in<'a>(scope: &WorkerScope<'a>, machine_type: &MachineType) -> Vec<&'a str> {
    let region = scope.profile().region(&scope.shoot.shoot.spec.region);
    let zones = region.and_then(|region| region.zones.as_deref()).unwrap_or_default();
    let without = zones
        .iter()
        .filter(|zone| zone.unavailable_machine_types.iter().flatten().any(|name| *name == machine_type.name));
    without.filter(|zone| scope.worker().zones.contains(&zone.name)).map(|zone| zone.name.as_str()).collect()
}

pub(super) fn check(scope: &WorkerScope<'_>, path: &Path<'_>, findings: &mut Vec<Violation>) {
    if scope.pool.has_same_machine() {
        return;
    }
    let name = scope.worker().machine.machine_type.as_str();
    let types = scope.profile().spec.types();
    let machine = path.field("machine");
    let path = machine.field("type");
    let mut same = types.iter().filter(|machine_type| machine_type.name == name).peekable();
    if same.peek().is_some() && same.clone().any(|machine_type| Fitness::of(scope, machine_type).is_complete()) {
        return;
    }
    let fitting = types.iter().filter(|machine_type| Fitness::of(scope, machine_type).is_complete());
    let mut fitting: Vec<&str> = fitting.map(|machine_type| machine_type.name.as_str()).collect();
    fitting.sort_unstable();
    let Some(machine_type) = same.next() else {
        let mut violation = Violation::not_supported(&UNKNOWN, &path, name, &fitting);
        if fitting.is_empty() {
            "no machine type of the profile fits".clone_into(&mut violation.detail);
        }
        findings.push(violation);
        return;
    };
    let fitness = Fitness::of(scope, machine_type);
    let mut reasons = Vec::new();
    if !fitness.usable {
        reasons.push("the profile marks it as not usable".to_owned());
    }
    if !fitness.zones {
        reasons.push(format!("it is not to be had in zone {}", listed(&unavailable_in(scope, machine_type))));
    }
    if !fitness.architecture {
        let own = scope.profile().architecture_of(machine_type).unwrap_or_default();
        let wanted = scope.pool.architecture.unwrap_or_default();
        reasons.push(format!("its architecture is `{own}`, and worker `{}` wants `{wanted}`", scope.worker().name));
    }
    let violation = Violation::invalid(&UNFIT, &path, name, reasons.join("; "));
    findings.push(violation.with_help(match fitting.as_slice() {
        [] => "no machine type of the profile fits".to_owned(),
        fitting => format!("machine types that fit: {}", listed(fitting)),
    }));
}
