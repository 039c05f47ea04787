//! A CloudProfile that is known to be canonical.

use std::ops::Deref;
use std::sync::Arc;

use crate::{CloudProfile, CloudProfileSpec};

/// A CloudProfile as Gardener stores it: with its defaults, and with legacy fields and capabilities in sync.
///
/// Code that makes decisions based on a profile takes this type, because it would give wrong answers about a profile as users
/// write it: an image without `architectures` would not match any machine type, and a machine type without `usable` would not
/// be offered. `Profile::compiled` of `rootstock-analysis` creates it from any document, and `canonical_form` of
/// `rootstock-admission` from any object. The object itself is shared, so cloning is cheap.
///
/// ```
/// use rootstock_core_model::{CanonicalProfile, CloudProfile};
/// // As a client of the API server gets it.
/// let stored: CloudProfile = serde_json::from_str(r#"{"metadata": {"name": "local"}, "spec": {"type": "local"}}"#)?;
/// let profile = CanonicalProfile::from_stored(stored);
/// assert_eq!(profile.metadata.name, "local");
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct CanonicalProfile(Arc<CloudProfile>);

impl CanonicalProfile {
    /// Wraps a profile that was read from the API server or has been made canonical. This is not verified.
    #[must_use]
    pub fn from_stored(profile: impl Into<Arc<CloudProfile>>) -> Self {
        Self(profile.into())
    }

    /// The shared object.
    #[must_use]
    pub const fn shared(&self) -> &Arc<CloudProfile> {
        &self.0
    }

    /// Like [`from_stored`](Self::from_stored), but for a bare `spec`, with a name for messages.
    #[must_use]
    pub fn named(name: impl Into<String>, spec: CloudProfileSpec) -> Self {
        let mut profile = CloudProfile { spec, ..CloudProfile::default() };
        profile.metadata.name = name.into();
        Self::from_stored(profile)
    }
}

impl Deref for CanonicalProfile {
    type Target = CloudProfile;

    fn deref(&self) -> &CloudProfile {
        &self.0
    }
}
