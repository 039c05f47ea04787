//! The architecture of a worker.

use rootstock_core_model::{Path, Worker};
use rootstock_judge::Judge;

use crate::defaulting::DEFAULT_ARCHITECTURE;
use crate::shoot::{FillReason, Filled};

/// Fills in the architecture of the machine type, or else amd64, if the worker has none.
pub(in crate::shoot) fn fill_in(worker: &mut Worker, judge: Judge<'_>, path: &Path<'_>, filled: &mut Vec<Filled>) {
    if worker.machine.architecture.is_some() {
        return;
    }
    let name = &worker.machine.machine_type;
    let machine_type = judge.profile().machine_type(name).filter(|_| !judge.quirks().judge.workers_default_to_amd64);
    let of_type = machine_type.and_then(|(machine_type, _)| judge.profile().architecture_of(machine_type));
    let (value, because) = match of_type {
        Some(architecture) => (architecture, FillReason::MachineType { machine_type: name.clone() }),
        None => (DEFAULT_ARCHITECTURE, FillReason::Default),
    };
    let path = path.field("machine").field("architecture").to_field_path();
    filled.push(Filled { path, before: None, value: value.to_owned(), because });
    worker.machine.architecture = Some(value.to_owned());
}
