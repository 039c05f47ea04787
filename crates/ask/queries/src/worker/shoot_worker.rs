//! A worker of a Shoot, as the source of a worker's requirements.

use rootstock_core_model::{Decode, FieldPath, Path, RawObject, Severity, Shoot, Violation, Worker, WorkerMachine};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::unknown::find_named;
use crate::{NameKind, QueryError};

/// A worker of a Shoot.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ShootWorker {
    /// The Shoot.
    pub shoot: Value,
    /// The name of the worker.
    pub name: String,
}

impl ShootWorker {
    /// Returns a worker with nothing but the requirements. A part of the worker that cannot be read may be a misspelt requirement,
    /// so it is refused.
    pub(super) fn requirements(&self) -> Result<Worker, QueryError> {
        // A JSON value always fits into the tree.
        let raw = RawObject::from_serialize(&self.shoot).unwrap_or_default();
        let (shoot, mut violations) = raw.decode_known::<Shoot>(&Path::object());
        violations.extend(Shoot::unrecognized_fields(raw.node()));
        let workers = shoot.spec.provider.workers.as_slice();
        let (index, worker) = find_named(workers, |worker| &worker.name, &self.name, NameKind::Worker)?;
        let path = FieldPath::root().field("spec").field("provider").field("workers").index(index);
        let is_obstacle = |violation: &Violation| {
            violation.severity == Severity::Error && violation.path.segments().starts_with(path.segments())
        };
        match violations.into_iter().find(is_obstacle) {
            Some(violation) => Err(QueryError::ShootWorker(Box::new(violation))),
            None => Ok(Worker {
                machine: WorkerMachine {
                    secure_boot: worker.machine.secure_boot,
                    gpu: worker.machine.gpu.clone(),
                    ..WorkerMachine::default()
                },
                update_strategy: worker.update_strategy.clone(),
                provider_config: worker.provider_config.clone(),
                ..Worker::default()
            }),
        }
    }
}
