//! A worker pool on the command line, and the questions about it.

use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use rootstock_core_model::read::{self, Document};
use rootstock_core_model::{Capabilities, FeatureGate, RawObject, ReadLimits, UpdateStrategy};
use rootstock_queries::{ShootWorker, WorkerDescription, WorkerSurroundings};
use rootstock_sources::files::path_name;
use serde_json::Value;

use super::{AnswerArguments, TableFormat};
use crate::failure::{Failure, InputError, RequiredObject};
use crate::run::Run;
use crate::{documents, input};

/// The update strategy of a worker pool.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum UpdateStrategyArgument {
    /// Nodes are replaced
    #[value(name = "AutoRollingUpdate")]
    AutoRolling,
    /// Gardener updates nodes in place
    #[value(name = "AutoInPlaceUpdate")]
    AutoInPlace,
    /// Nodes are updated in place when the user requests it
    #[value(name = "ManualInPlaceUpdate")]
    ManualInPlace,
}

/// The heading of a worker's requirements in the help.
const WORKER: &str = "Worker";

/// The requirements of a worker pool besides its machine type and machine image.
#[derive(Debug, Args)]
pub(crate) struct WorkerArguments {
    /// Require secure boot (gate WorkerCapabilities)
    #[arg(long, help_heading = WORKER)]
    pub(crate) secure_boot: bool,

    /// The worker's update strategy
    #[arg(long, value_enum, ignore_case = true, value_name = "STRATEGY", help_heading = WORKER)]
    pub(crate) update_strategy: Option<UpdateStrategyArgument>,

    /// The GPU that the worker requires: nvidia, amd, intel or none (gate WorkerCapabilities)
    #[arg(long, value_name = "TYPE", help_heading = WORKER)]
    pub(crate) gpu: Option<String>,

    /// The worker's providerConfig, as YAML or JSON (gate WorkerCapabilities)
    #[arg(long, value_name = "FILE", help_heading = WORKER)]
    pub(crate) worker_config: Option<PathBuf>,

    /// A value of a capability that the worker requires, for example gardener-bootType=secure; may be given several times (gate
    /// WorkerCapabilities)
    #[arg(long, value_name = "NAME=VALUE", value_parser = capability_value, help_heading = WORKER)]
    pub(crate) worker_capability: Vec<(String, String)>,

    /// A Shoot with a worker that has the requirements: secure boot, GPU, update strategy and providerConfig. The other options take
    /// precedence (gate WorkerCapabilities)
    #[arg(long, value_name = "FILE", requires = "worker", help_heading = WORKER)]
    pub(crate) shoot: Option<PathBuf>,

    /// The name of the Shoot's worker
    #[arg(long, value_name = "NAME", requires = "shoot", help_heading = WORKER)]
    pub(crate) worker: Option<String>,
}

/// The region, Kubernetes version, architecture and container runtimes of a worker pool.
#[derive(Debug, Args)]
pub(crate) struct WorkerContextArguments {
    /// The Shoot's region [default: ignore regions]
    #[arg(long, short, value_name = "NAME")]
    pub(crate) region: Option<String>,

    /// The worker's Kubernetes version [default: ignore versions]
    #[arg(long, short, value_name = "VERSION")]
    pub(crate) kubernetes: Option<String>,

    /// The worker's architecture, if the machine type does not determine it
    #[arg(long, value_name = "NAME")]
    pub(crate) architecture: Option<String>,

    /// A container runtime that the worker needs besides the default one (gvisor); may be given several times
    #[arg(long, value_name = "TYPE")]
    pub(crate) container_runtime: Vec<String>,
}

/// A worker pool with one choice left open, and the format of the candidates.
#[derive(Debug, Args)]
pub(crate) struct ChoiceArguments {
    /// Also show rejected candidates, each with all reasons
    #[arg(long)]
    pub(crate) why: bool,

    #[command(flatten)]
    pub(crate) worker: WorkerArguments,

    #[command(flatten)]
    pub(crate) answer: AnswerArguments<TableFormat>,
}

impl WorkerArguments {
    /// Returns the worker's requirements.
    pub(crate) fn describe(&self, run: &mut Run<'_>) -> Result<WorkerDescription, Failure> {
        // Without the gate the files are ignored, so that they need not exist.
        let are_read = run.settings().gates.enabled(FeatureGate::WorkerCapabilities);
        let mut read = |path: &Path, read: fn(&Path, &mut Run<'_>) -> Result<Value, Failure>| {
            if are_read { read(path, run) } else { Ok(Value::Null) }
        };
        let provider_config = self.worker_config.as_deref().map(|path| read(path, worker_config)).transpose()?;
        let shoot_worker = match (&self.shoot, &self.worker) {
            (Some(path), Some(name)) => Some(ShootWorker { shoot: read(path, shoot)?, name: name.clone() }),
            _ => None,
        };
        let update_strategy = self.update_strategy.map(|strategy| match strategy {
            UpdateStrategyArgument::AutoRolling => UpdateStrategy::AutoRollingUpdate,
            UpdateStrategyArgument::AutoInPlace => UpdateStrategy::AutoInPlaceUpdate,
            UpdateStrategyArgument::ManualInPlace => UpdateStrategy::ManualInPlaceUpdate,
        });
        let (secure_boot, gpu) = (self.secure_boot, self.gpu.clone());
        let worker_capabilities = capabilities_by_name(&self.worker_capability);
        Ok(WorkerDescription { secure_boot, update_strategy, gpu, provider_config, worker_capabilities, shoot_worker })
    }
}

impl WorkerContextArguments {
    /// Returns the worker's surroundings.
    pub(crate) fn describe(&self) -> WorkerSurroundings {
        WorkerSurroundings {
            region: self.region.clone(),
            kubernetes_version: self.kubernetes.clone(),
            architecture: self.architecture.clone(),
            container_runtimes: self.container_runtime.clone(),
        }
    }
}

/// Collects the values of each capability, in the order of the arguments.
pub(crate) fn capabilities_by_name(values: &[(String, String)]) -> Capabilities {
    let mut capabilities = Capabilities::new();
    for (name, value) in values {
        let known = capabilities.get(name).unwrap_or_default();
        let values = known.iter().chain([value]).cloned().collect();
        capabilities.insert(name, values);
    }
    capabilities
}

/// Parses `NAME=VALUE`.
pub(crate) fn capability_value(text: &str) -> Result<(String, String), String> {
    match text.split_once('=') {
        Some((name, value)) if !name.is_empty() && !value.is_empty() => Ok((name.to_owned(), value.to_owned())),
        _ => Err("write NAME=VALUE, for example gardener-bootType=secure".to_owned()),
    }
}

/// Reads the only Shoot of a file.
fn shoot(path: &Path, run: &mut Run<'_>) -> Result<Value, Failure> {
    match documents::shoots(&[path.to_owned()], run)?.as_slice() {
        [only] => json(&only.raw),
        _ => Err(InputError::SeveralShoots { file: path_name(path) }.into()),
    }
}

fn json(read: &RawObject) -> Result<Value, Failure> {
    serde_json::to_value(read).map_err(|_| Failure::Internal("the parsed file is not valid JSON"))
}

fn worker_config(path: &Path, run: &mut Run<'_>) -> Result<Value, Failure> {
    let (name, bytes) = input::require(path, run.streams)?;
    let file = read::read(&name, &bytes, &ReadLimits::DEFAULT);
    let mut objects = file.documents.iter().filter_map(Document::raw);
    match (objects.next(), objects.next()) {
        (Some(only), None) => json(only),
        (None, _) => Err(InputError::missing_object(RequiredObject::ProviderConfig, name).into()),
        (Some(_), Some(_)) => Err(InputError::SeveralDocuments { file: name }.into()),
    }
}
