//! A description of a worker in a question.

mod field;
mod shoot_worker;

use rootstock_core_model::{
    Capabilities, CloudProfileSpec, DEFAULT_CRI, FeatureGate, Path, RawObject, Settings, UpdateStrategy, Violation,
    Worker, WorkerContainerRuntime, WorkerCri, WorkerGpu,
};
use rootstock_judge::{Judge, Pool};
use rootstock_versioning::Version;
use rootstock_worker_capabilities::CompiledDemand;
use serde::{Deserialize, Serialize};
use serde_json::Value;

pub use field::WorkerField;
pub use shoot_worker::ShootWorker;

use crate::unknown::{architecture, kubernetes_version, region};
use crate::{NameKind, QueryError, UnknownName};

/// A worker's requirements apart from the machine type and image. All except the update strategy need the gate
/// `WorkerCapabilities`.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct WorkerDescription {
    /// Whether its nodes boot securely.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub secure_boot: bool,
    /// The way its nodes are updated; if absent, they are replaced.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub update_strategy: Option<UpdateStrategy>,
    /// The GPU: `nvidia`, `amd`, `intel` or `none`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub gpu: Option<String>,
    /// The worker's `providerConfig`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub provider_config: Option<Value>,
    /// Values of capabilities that it requires by name, such as `{"gardener-bootType": ["secure"]}`; they take precedence over
    /// the other fields.
    #[serde(skip_serializing_if = "Capabilities::is_empty")]
    pub worker_capabilities: Capabilities,
    /// A worker of a Shoot, whose secure boot, GPU, update strategy and `providerConfig` are required; the other fields take
    /// precedence over them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub shoot_worker: Option<ShootWorker>,
}

/// The surroundings of a worker.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct WorkerSurroundings {
    /// The Shoot's region; if absent, regions do not matter.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub region: Option<String>,
    /// The worker's Kubernetes version; if absent, versions do not matter.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub kubernetes_version: Option<String>,
    /// The worker's architecture, if the machine type does not determine it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub architecture: Option<String>,
    /// The container runtimes that it needs in addition to the default one.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub container_runtimes: Vec<String>,
}

impl WorkerDescription {
    /// Builds the worker. Fields that depend on a disabled gate are refused, not ignored.
    pub(crate) fn worker(&self, settings: &Settings) -> Result<Worker, QueryError> {
        let given = [
            (WorkerField::SecureBoot, self.secure_boot),
            (WorkerField::Gpu, self.gpu.is_some()),
            (WorkerField::ProviderConfig, self.provider_config.is_some()),
            (WorkerField::WorkerCapabilities, !self.worker_capabilities.is_empty()),
            (WorkerField::ShootWorker, self.shoot_worker.is_some()),
        ];
        for (field, _) in given.into_iter().filter(|(_, is_given)| *is_given) {
            require_gate(field, settings)?;
        }
        let mut worker = match &self.shoot_worker {
            Some(of_shoot) => of_shoot.requirements()?,
            None => Worker::default(),
        };
        let machine = &mut worker.machine;
        machine.secure_boot = self.secure_boot.then_some(true).or(machine.secure_boot);
        machine.gpu = self.gpu.clone().map(|gpu_type| WorkerGpu { gpu_type }).or(machine.gpu.take());
        worker.update_strategy = self.update_strategy.clone().or(worker.update_strategy);
        if let Some(UpdateStrategy::Unknown(name)) = &worker.update_strategy {
            return Err(UnknownName::new(NameKind::UpdateStrategy, name, UpdateStrategy::NAMES.into_iter()).into());
        }
        // A JSON value always fits into the tree.
        let config = self.provider_config.as_ref().and_then(|value| RawObject::from_serialize(value).ok());
        worker.provider_config = config.or(worker.provider_config);
        Ok(worker)
    }

    /// Returns the values of capabilities that are required by name.
    pub(crate) fn named_capabilities(&self) -> Option<&Capabilities> {
        (!self.worker_capabilities.is_empty()).then_some(&self.worker_capabilities)
    }
}

impl WorkerSurroundings {
    /// Adds the surroundings to a worker, after checking that they exist.
    pub(crate) fn apply_to(&self, worker: &mut Worker, spec: &CloudProfileSpec) -> Result<(), QueryError> {
        region(spec, self.region.as_deref()).map_err(QueryError::from)?;
        if let Some(version) = &self.kubernetes_version
            && let Err(error) = version.parse::<Version>()
        {
            return Err(QueryError::KubernetesVersion { version: version.clone(), reason: error });
        }
        kubernetes_version(spec, self.kubernetes_version.as_deref())?;
        architecture(self.architecture.as_deref())?;
        worker.machine.architecture.clone_from(&self.architecture);
        if !self.container_runtimes.is_empty() {
            let runtime = |name: &String| WorkerContainerRuntime { runtime_type: name.clone() };
            let container_runtimes = self.container_runtimes.iter().map(runtime).collect();
            worker.cri = Some(WorkerCri { name: DEFAULT_CRI.to_owned(), container_runtimes });
        }
        Ok(())
    }
}

/// Refuses a field that needs worker capabilities.
pub(crate) fn require_gate(field: WorkerField, settings: &Settings) -> Result<(), QueryError> {
    if settings.gates.enabled(FeatureGate::WorkerCapabilities) { Ok(()) } else { Err(QueryError::NeedsGate(field)) }
}

/// Returns the requirements of a pool; `None` while the gate is disabled. Contradictory requirements are refused.
pub(crate) fn demand<'p>(pool: &'p Pool<'_>, judge: Judge<'_>) -> Result<Option<&'p CompiledDemand>, QueryError> {
    if !judge.profile().catalog().has_worker_capabilities() {
        return Ok(None);
    }
    if let Some(violation) = pool.unreadable.first() {
        return Err(unreadable(violation.clone()));
    }
    // An unknown field would be ignored, although it may be a misspelt requirement.
    if let (Some(plugin), Some(config)) = (judge.profile().plugin(), pool.properties.provider_config)
        && let Some(violation) =
            plugin.check_worker_config_at(config, &Path::root("providerConfig"), judge.settings()).into_iter().next()
    {
        return Err(unreadable(violation));
    }
    match pool.demand_errors.first() {
        Some(error) => Err(QueryError::Impossible(error.clone())),
        None => Ok(Some(&pool.demand)),
    }
}

/// Returns the error for a `providerConfig` that cannot be read; it has no place for the help other than its one sentence.
fn unreadable(mut violation: Violation) -> QueryError {
    if !violation.help.is_empty() {
        violation.detail = format!("{}; {}", violation.detail, violation.help).into();
    }
    QueryError::WorkerConfig(Box::new(violation))
}
