//! What answers depend on: equal questions have the same answer.

use rootstock_core_model::DEFAULT_CRI;
use rootstock_judge::CompiledProfile;
use rootstock_versioning::Version;
use smallvec::SmallVec;
use smol_str::SmolStr;

use crate::row::WorkerRow;

/// The longest texts of a question that is remembered, all of them together.
const LONGEST: usize = 256;

/// A question about a version.
#[derive(Debug, PartialEq, Eq, Hash)]
pub(super) struct Question {
    /// The number of changes of the profile before the instant.
    pub(super) changes: usize,
    pub(super) auto_update: bool,
    pub(super) version: VersionInUse,
}

/// The version that a question is about.
#[derive(Debug, PartialEq, Eq, Hash)]
pub(super) enum VersionInUse {
    Kubernetes(String),
    /// The version at a place among those of the image.
    Image(PoolKey, usize),
}

/// A question about a pool whose versions change, or which stays as it is while others of its Shoot change.
#[derive(Debug, PartialEq, Eq, Hash)]
pub(super) struct ChangeQuestion {
    /// The number of changes of the profile before the instant.
    pub(super) changes: usize,
    /// The pool, with its kubelet afterwards.
    pub(super) pool: PoolKey,
    /// The place of the version afterwards among those of the image.
    pub(super) version: usize,
    pub(super) keeps_image: bool,
    pub(super) region: Option<usize>,
    /// The class of the machine type, as the provider's images tell them apart.
    pub(super) provider_class: Option<usize>,
}

/// What of a worker pool decides which versions of its image it may have.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) struct PoolKey {
    /// The place of the image.
    image: usize,
    /// The class of the machine type: those of a class have the same capabilities.
    class: usize,
    architecture: SmolStr,
    /// The container runtime interface and the runtimes; nothing if they are what nearly all workers ask for.
    runtimes: Vec<String>,
    /// What each constraint of the profile says of the kubelet's version.
    kubelet: SmallVec<[bool; 16]>,
    is_in_place: bool,
    has_secure_boot: bool,
    gpu_type: Option<String>,
}

impl PoolKey {
    /// `None` of a pool that is so special, or has so much text, that it is not remembered.
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
        if texts.map(|text| text.len() + 1).sum::<usize>() > LONGEST {
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

impl Question {
    /// The pool, where what keeps it from a version does not depend on the version that it has, as it does in place.
    pub(super) fn pool(&self) -> Option<&PoolKey> {
        match &self.version {
            VersionInUse::Image(pool, _) if !pool.is_in_place => Some(pool),
            _ => None,
        }
    }
}

impl VersionInUse {
    /// `None` if it is so long that it is not remembered: longer texts are no versions.
    pub(super) fn kubernetes(version: &str) -> Option<Self> {
        (version.len() <= LONGEST).then(|| Self::Kubernetes(version.to_owned()))
    }
}

#[cfg(test)]
mod tests;
