//! The Shoots that a quirk or feature gate concerns.

use crate::{CloudProfileSpec, Shoot, Worker};

/// The Shoots that a quirk or feature gate concerns. To all others, Gardener does the same with and without it, as long as their profile
/// is stored in the same form.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ConcernedShoots {
    /// Any Shoot.
    Any,
    /// Shoots with a worker that leaves out its architecture.
    WithoutArchitecture,
    /// Shoots with a worker that has `machine.image.providerConfig`.
    WithImageSettings,
    /// Shoots with a worker whose image version is not of three parts.
    WithShortImageVersion,
    /// Shoots with a worker that is updated in place.
    WithInPlaceUpdates,
    /// Shoots with `systemReserved` among the settings of a kubelet.
    WithSystemReserved,
    /// Shoots with a worker whose maximum is greater than `limits.maxNodesTotal` of the profile.
    WithMaximumAboveLimit,
    /// No Shoot, because it is about profiles.
    None,
}

impl ConcernedShoots {
    /// Returns whether a Shoot that uses a profile is among them.
    ///
    /// ```
    /// use rootstock_core_model::{CloudProfileSpec, ConcernedShoots, Shoot};
    /// let shoot: Shoot = serde_json::from_str(r#"{"spec": {"provider": {"workers": [{"name": "a", "maximum": 2}]}}}"#)?;
    /// let profile: CloudProfileSpec = serde_json::from_str(r#"{"limits": {"maxNodesTotal": 1}}"#)?;
    /// let contain = |shoots: ConcernedShoots| shoots.contain(&shoot, &profile);
    /// assert!(contain(ConcernedShoots::WithoutArchitecture) && !contain(ConcernedShoots::WithImageSettings));
    /// assert!(contain(ConcernedShoots::WithMaximumAboveLimit) && !contain(ConcernedShoots::WithInPlaceUpdates));
    /// assert!(contain(ConcernedShoots::Any) && !contain(ConcernedShoots::None));
    /// # Ok::<(), serde_json::Error>(())
    /// ```
    #[must_use]
    pub fn contain(self, shoot: &Shoot, profile: &CloudProfileSpec) -> bool {
        let mut workers = shoot.spec.provider.workers.iter();
        match self {
            Self::Any => true,
            Self::WithoutArchitecture => workers.any(|worker| worker.machine.architecture.is_none()),
            Self::WithImageSettings => {
                workers.any(|worker| worker.machine.image.as_ref().is_some_and(|image| image.provider_config.is_some()))
            }
            Self::WithShortImageVersion => workers.any(|worker| {
                let version = worker.machine.image.as_ref().map(|image| image.version.as_deref().unwrap_or_default());
                version.is_some_and(|version| version.split('.').count() != 3)
            }),
            Self::WithInPlaceUpdates => workers.any(Worker::is_in_place),
            Self::WithSystemReserved => {
                let of_workers = workers.filter_map(|worker| worker.kubernetes.as_ref()?.kubelet.as_ref());
                let mut kubelets = of_workers.chain(&shoot.spec.kubernetes.kubelet);
                kubelets.any(|kubelet| kubelet.get("systemReserved").is_some())
            }
            Self::WithMaximumAboveLimit => {
                let limit = profile.limits.as_ref().and_then(|limits| limits.max_nodes_total);
                limit.is_some_and(|limit| workers.any(|worker| worker.maximum > limit))
            }
            Self::None => false,
        }
    }
}
