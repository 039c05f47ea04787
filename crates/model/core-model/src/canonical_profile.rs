//! A CloudProfile of which it is known that it is canonical.

use std::ops::Deref;
use std::sync::Arc;

use crate::{CloudProfile, CloudProfileSpec};

/// A CloudProfile as Gardener stores it: with its defaults, and with legacy fields and capabilities in step.
///
/// Whatever decides by a profile takes this type, since it gives wrong answers about a profile as people write it: an image
/// without `architectures` is for none, a machine type without `usable` is not offered. `Profile::compiled` of
/// `rootstock-analysis` makes it of any document, and `canonical_form` of `rootstock-admission` of any object. The object itself
/// is shared, and cheap to clone.
///
/// ```
/// use rootstock_core_model::{CanonicalProfile, CloudProfile};
/// // As a client of the API server gets it.
/// let stored: CloudProfile = serde_json::from_str(r#"{"metadata": {"name": "local"}, "spec": {"type": "local"}}"#)?;
/// let profile = CanonicalProfile::as_stored(stored);
/// assert_eq!(profile.metadata.name, "local");
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct CanonicalProfile(Arc<CloudProfile>);

impl CanonicalProfile {
    /// A profile that comes from where Gardener stores it, or was made canonical. Nobody looks whether that is true.
    #[must_use]
    pub fn as_stored(profile: impl Into<Arc<CloudProfile>>) -> Self {
        Self(profile.into())
    }

    /// The object, shared.
    #[must_use]
    pub const fn shared(&self) -> &Arc<CloudProfile> {
        &self.0
    }

    /// The same of a `spec` alone, with a name to be shown.
    #[must_use]
    pub fn named(name: impl Into<String>, spec: CloudProfileSpec) -> Self {
        let mut profile = CloudProfile { spec, ..CloudProfile::default() };
        profile.metadata.name = name.into();
        Self::as_stored(profile)
    }
}

impl Deref for CanonicalProfile {
    type Target = CloudProfile;

    fn deref(&self) -> &CloudProfile {
        &self.0
    }
}
