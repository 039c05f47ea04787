//! The architecture and the machine type of a worker.

use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;

use rootstock_core_model::{MachineType, Path, Source, VALID_ARCHITECTURES, Violation, nearest, suggestion_text};
use rootstock_judge::MachineTypeObstacle;

use super::{WorkerScope, fitting};

rootstock_core_model::rules! {
    WORKER_ARCHITECTURE_UNKNOWN: Error, since "0.1.0", Source::CapabilitiesGuide("The architecture Capability");
    WORKER_MACHINE_TYPE_UNKNOWN: Error, since "0.1.0", Source::Gardener;
    WORKER_MACHINE_TYPE_UNFIT: Error, since "0.1.0", Source::Gardener;
}

pub(super) fn check_architecture(scope: &WorkerScope<'_>, path: &Path<'_>, findings: &mut Vec<Violation>) {
    let Some(architecture) = scope.worker().machine.architecture.as_deref() else { return };
    if !VALID_ARCHITECTURES.contains(&architecture) {
        let machine = path.field("machine");
        let path = machine.field("architecture");
        findings.push(Violation::not_supported(
            &WORKER_ARCHITECTURE_UNKNOWN,
            &path,
            architecture,
            &VALID_ARCHITECTURES,
        ));
    }
}

/// A cache of the machine types that workers may have, by architecture and zones. Most workers of a Shoot have both in
/// common, and a profile may have a thousand machine types.
#[derive(Debug, Default)]
pub(super) struct FittingTypes<'a>(RefCell<HashMap<FittingKey<'a>, Rc<[&'a str]>>>);

/// The architecture and the zones of a worker.
type FittingKey<'a> = (Option<&'a str>, &'a [String]);

impl<'a> FittingTypes<'a> {
    /// Returns the names of the machine types that a worker may have, sorted.
    fn of(&self, scope: &WorkerScope<'a>) -> Rc<[&'a str]> {
        let zones = scope.worker().zones.as_slice();
        let find = || {
            let types = scope.profile().spec().types().iter();
            let fits = |machine_type: &&MachineType| {
                scope.judge().machine_type_obstacles(&scope.pool, zones, machine_type).is_empty()
            };
            let mut names: Vec<&str> = types.filter(fits).map(|machine_type| machine_type.name.as_str()).collect();
            names.sort_unstable();
            names.into()
        };
        Rc::clone(self.0.borrow_mut().entry((scope.pool.architecture, zones)).or_insert_with(find))
    }
}

pub(super) fn check(scope: &WorkerScope<'_>, path: &Path<'_>, findings: &mut Vec<Violation>) {
    if scope.pool.has_same_machine() {
        return;
    }
    let name = scope.worker().machine.machine_type.as_str();
    let types = scope.profile().spec().types();
    let machine = path.field("machine");
    let path = machine.field("type");
    let obstacles = |machine_type: &MachineType| {
        scope.judge().machine_type_obstacles(&scope.pool, &scope.worker().zones, machine_type)
    };
    let mut same = types.iter().filter(|machine_type| machine_type.name == name);
    if same.clone().any(|machine_type| obstacles(machine_type).is_empty()) {
        return;
    }
    let fitting = scope.shoot.fitting.of(scope);
    let Some(machine_type) = same.next() else {
        let mut violation = Violation::not_supported(&WORKER_MACHINE_TYPE_UNKNOWN, &path, name, &fitting);
        if fitting.is_empty() {
            violation.detail = fitting::list_fitting("machine type", name, &fitting).into();
        }
        // The machine type that was probably meant may not fit either; then it is mentioned, but not offered as a fix.
        if violation.help.is_empty()
            && let Some(near) = nearest(name, types.iter().map(|one| one.name.as_str()))
            && let Some(meant) = types.iter().find(|one| one.name == near)
        {
            let question = suggestion_text(&meant.name);
            violation.help = format!("{question} That one does not fit: {}", reasons(&obstacles(meant))).into();
        }
        findings.push(violation);
        return;
    };
    let violation = Violation::invalid(&WORKER_MACHINE_TYPE_UNFIT, &path, name, reasons(&obstacles(machine_type)));
    findings.push(violation.with_help(fitting::list_fitting("machine type", name, &fitting)));
}

fn reasons(obstacles: &[MachineTypeObstacle]) -> String {
    obstacles.iter().map(ToString::to_string).collect::<Vec<_>>().join("; ")
}
