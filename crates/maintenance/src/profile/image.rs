//! Machine images and their versions, compiled.

use std::collections::HashMap;

use rootstock_core_model::{ExpirableVersion, InPlaceUpdates, MachineImage, MachineImageVersion};
use rootstock_versioning::{Constraint, ConstraintError, ImageUpdateStrategy, UnknownStrategy};

/// The container runtime interface of a version, and of a worker, that names none.
pub(crate) const DEFAULT_CRI: &str = "containerd";

/// A machine image.
#[derive(Debug, Clone)]
pub(crate) struct CompiledImage {
    pub(crate) name: String,
    pub(crate) strategy: Result<ImageUpdateStrategy, UnknownStrategy>,
    pub(crate) versions: Vec<CompiledVersion>,
    by_text: HashMap<String, usize>,
}

/// A version of a machine image, as far as the filters look at it; flavors and architectures are in the catalog.
#[derive(Debug, Clone)]
pub(crate) struct CompiledVersion {
    pub(crate) life: ExpirableVersion,
    pub(crate) interfaces: Vec<RuntimeInterface>,
    pub(crate) kubelet: KubeletRule,
    pub(crate) in_place: Option<InPlaceUpdates>,
}

/// A container runtime interface with the runtimes beside the default one.
#[derive(Debug, Clone)]
pub(crate) struct RuntimeInterface {
    pub(crate) name: String,
    pub(crate) runtimes: Vec<String>,
}

/// Which kubelets run on a version.
#[derive(Debug, Clone)]
pub(crate) enum KubeletRule {
    /// Every one.
    Any,
    /// Those that the profile's constraint of that number accepts.
    Constraint(usize),
    /// Nobody knows: the constraint cannot be read.
    Unreadable(ConstraintError),
}

impl CompiledImage {
    pub(super) fn new(image: &MachineImage, constraints: &mut Vec<Constraint>) -> Self {
        let versions: Vec<_> =
            image.offered().iter().map(|version| CompiledVersion::new(version, constraints)).collect();
        let mut by_text = HashMap::with_capacity(versions.len());
        for (index, version) in versions.iter().enumerate() {
            by_text.entry(version.text().to_owned()).or_insert(index);
        }
        Self {
            name: image.name.clone(),
            strategy: image.update_strategy.as_deref().map_or(Ok(ImageUpdateStrategy::default()), str::parse),
            versions,
            by_text,
        }
    }

    /// The number of the first version that is written exactly so.
    pub(crate) fn position(&self, text: &str) -> Option<usize> {
        self.by_text.get(text).copied()
    }
}

impl CompiledVersion {
    fn new(version: &MachineImageVersion, constraints: &mut Vec<Constraint>) -> Self {
        let kubelet = match version.kubelet_version_constraint.as_deref().map(str::parse::<Constraint>) {
            None => KubeletRule::Any,
            Some(Err(error)) => KubeletRule::Unreadable(error),
            Some(Ok(constraint)) => {
                let known = constraints.iter().position(|known| *known == constraint);
                KubeletRule::Constraint(known.unwrap_or_else(|| {
                    constraints.push(constraint);
                    constraints.len() - 1
                }))
            }
        };
        let written = version.cri.as_deref().unwrap_or_default();
        let mut interfaces: Vec<RuntimeInterface> = written
            .iter()
            .map(|cri| RuntimeInterface {
                name: cri.name.clone(),
                runtimes: cri.container_runtimes.iter().flatten().map(|it| it.runtime_type.clone()).collect(),
            })
            .collect();
        if interfaces.is_empty() {
            interfaces.push(RuntimeInterface { name: DEFAULT_CRI.to_owned(), runtimes: Vec::new() });
        }
        Self {
            life: ExpirableVersion {
                version: version.version.clone(),
                expiration_date: version.expiration_date,
                classification: version.classification.clone(),
                lifecycle: version.lifecycle.clone(),
            },
            interfaces,
            kubelet,
            in_place: version.in_place_updates.clone(),
        }
    }

    /// The version as written.
    pub(crate) fn text(&self) -> &str {
        &self.life.version
    }
}
