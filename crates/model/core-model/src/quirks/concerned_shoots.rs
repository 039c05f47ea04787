//! The Shoots that a quirk or feature gate concerns.

use crate::Shoot;

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
    /// No Shoot, because it is about profiles.
    None,
}

impl ConcernedShoots {
    /// Returns whether a Shoot is among them.
    ///
    /// ```
    /// use rootstock_core_model::{ConcernedShoots, Shoot};
    /// let shoot: Shoot = serde_json::from_str(r#"{"spec": {"provider": {"workers": [{"name": "a"}]}}}"#)?;
    /// assert!(ConcernedShoots::WithoutArchitecture.contain(&shoot) && !ConcernedShoots::WithImageSettings.contain(&shoot));
    /// assert!(!ConcernedShoots::WithoutArchitecture.contain(&Shoot::default()));
    /// assert!(ConcernedShoots::Any.contain(&shoot) && !ConcernedShoots::None.contain(&shoot));
    /// # Ok::<(), serde_json::Error>(())
    /// ```
    #[must_use]
    pub fn contain(self, shoot: &Shoot) -> bool {
        let mut workers = shoot.spec.provider.workers.iter();
        match self {
            Self::Any => true,
            Self::WithoutArchitecture => workers.any(|worker| worker.machine.architecture.is_none()),
            Self::WithImageSettings => {
                workers.any(|worker| worker.machine.image.as_ref().is_some_and(|image| image.provider_config.is_some()))
            }
            Self::None => false,
        }
    }
}
