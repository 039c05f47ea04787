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
    /// No Shoot, because it is about profiles.
    None,
}

impl ConcernedShoots {
    /// Returns whether a Shoot is among them.
    ///
    /// ```
    /// use rootstock_core_model::{ConcernedShoots, Shoot};
    /// let shoot: Shoot = serde_json::from_str(r#"{"spec": {"provider": {"workers": [{"name": "a"}]}}}"#)?;
    /// assert!(ConcernedShoots::WithoutArchitecture.contain(&shoot));
    /// assert!(!ConcernedShoots::WithoutArchitecture.contain(&Shoot::default()));
    /// assert!(ConcernedShoots::Any.contain(&shoot) && !ConcernedShoots::None.contain(&shoot));
    /// # Ok::<(), serde_json::Error>(())
    /// ```
    #[must_use]
    pub fn contain(self, shoot: &Shoot) -> bool {
        match self {
            Self::Any => true,
            Self::WithoutArchitecture => {
                shoot.spec.provider.workers.iter().any(|worker| worker.machine.architecture.is_none())
            }
            Self::None => false,
        }
    }
}
