//! Cache keys: equal questions have the same answer.

use rootstock_core_model::DEFAULT_CRI;
use rootstock_judge::CompiledProfile;
use rootstock_versioning::Version;
use smallvec::SmallVec;
use smol_str::SmolStr;

use crate::row::WorkerRow;

/// The maximum total length of the texts in a cached question.
const MAX_KEY_LENGTH: usize = 256;

/// A question about a version.
#[derive(Debug, PartialEq, Eq, Hash)]
pub(super) struct DecisionKey {
    /// The number of changes of the profile before the instant.
    pub(super) changes: usize,
    pub(super) auto_update: bool,
    pub(super) version: VersionInUse,
}

/// The version in question.
#[derive(Debug, PartialEq, Eq, Hash)]
pub(super) enum VersionInUse {
    Kubernetes(String),
    /// The index of the version among those of the image.
    Image(PoolKey, usize),
}

/// A question about a pool whose versions change, or which is unchanged while other parts of its Shoot change.
#[derive(Debug, PartialEq, Eq, Hash)]
pub(super) struct AdmissionKey {
    /// The number of changes of the profile before the instant.
    pub(super) changes: usize,
    /// The pool, with its kubelet after the update.
    pub(super) pool: PoolKey,
    /// The index of the version after the update among those of the image.
    pub(super) version: usize,
    pub(super) keeps_image: bool,
    pub(super) region: Option<usize>,
    /// The class of the machine type, by which the provider's images distinguish machine types.
    pub(super) provider_class: Option<usize>,
}

/// The properties of a worker pool that determine which versions of its image it may have.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) struct PoolKey {
    /// The index of the image.
    image: usize,
    /// The class of the machine type; all types of a class have the same capabilities.
    class: usize,
    architecture: SmolStr,
    /// The container runtime interface and the container runtimes; empty for the default, which nearly all workers use.
    runtimes: Vec<String>,
    /// The result of each constraint of the profile for the kubelet's version.
    kubelet: SmallVec<[bool; 16]>,
    is_in_place: bool,
    has_secure_boot: bool,
    gpu_type: Option<String>,
}

impl PoolKey {
    /// Returns `None` for a pool that is too unusual, or has too much text, to be cached.
    pub(super) fn new(
        profile: &CompiledProfile,
        worker: &WorkerRow<'_>,
        image: usize,
        class: usize,
        kubelet: &Version,
    ) -> Option<Self> {
        if profile.catalog().has_worker_capabilities() && worker.provider_config.is_some() {
            return None;
        }
        let architecture = worker.architecture_in(profile);
        let interface = worker.cri.as_deref().unwrap_or(DEFAULT_CRI);
        let is_default = interface == DEFAULT_CRI && worker.container_runtimes.is_empty();
        let runtimes = || worker.container_runtimes.iter().map(AsRef::as_ref);
        let gpu_type = worker.gpu_type.as_deref();
        let texts = runtimes().chain([architecture, interface]).chain(gpu_type);
        if texts.map(|text| text.len() + 1).sum::<usize>() > MAX_KEY_LENGTH {
            return None;
        }
        Some(Self {
            image,
            class,
            architecture: architecture.into(),
            runtimes: if is_default {
                Vec::new()
            } else {
                std::iter::once(interface).chain(runtimes()).map(str::to_owned).collect()
            },
            kubelet: profile.constraints().iter().map(|constraint| constraint.accepts(kubelet)).collect(),
            is_in_place: worker.is_in_place,
            has_secure_boot: worker.has_secure_boot,
            gpu_type: gpu_type.map(str::to_owned),
        })
    }
}

impl DecisionKey {
    /// Returns the pool, if its obstacles do not depend on the version in use, as they do for in-place updates.
    pub(super) fn pool(&self) -> Option<&PoolKey> {
        match &self.version {
            VersionInUse::Image(pool, _) if !pool.is_in_place => Some(pool),
            _ => None,
        }
    }
}

impl VersionInUse {
    /// Returns `None` for a text that is too long to be cached, and hence not a version.
    pub(super) fn kubernetes(version: &str) -> Option<Self> {
        (version.len() <= MAX_KEY_LENGTH).then(|| Self::Kubernetes(version.to_owned()))
    }
}

#[cfg(test)]
mod tests;
