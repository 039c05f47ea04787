//! An accepted profile and the form in which it is stored.

use std::borrow::Cow;
use std::sync::OnceLock;

use rootstock_core_model::CloudProfile;
use rootstock_versioning::Timestamp;

use crate::canonicalize::{canonicalize_cloud_profile, is_canonical, keeps_capabilities};
use crate::prepare::{drop_inactive, has_inactive};

/// A profile that was accepted. Its stored form is computed on first use, because it is as large as the profile.
///
/// ```
/// use rootstock_admission::AcceptedCloudProfile;
/// use rootstock_core_model::CloudProfile;
/// let profile: CloudProfile = serde_json::from_str(r#"{"spec": {
///     "machineCapabilities": [{"name": "architecture", "values": ["arm64"]}],
///     "machineTypes": [{"name": "small"}]
/// }}"#)?;
/// let accepted = AcceptedCloudProfile::from(&profile);
/// assert_eq!(accepted.stored().spec.types()[0].architecture.as_deref(), Some("arm64"));
/// assert!(std::ptr::eq(accepted.fitting(), &profile));
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Debug, Clone)]
pub struct AcceptedCloudProfile<'p> {
    validated: Cow<'p, CloudProfile>,
    /// The time at which inactive versions are dropped before the profile is stored; `None` keeps them.
    drops_inactive: Option<Timestamp>,
    /// `None` if storing changes nothing.
    stored: OnceLock<Option<CloudProfile>>,
}

impl<'p> From<&'p CloudProfile> for AcceptedCloudProfile<'p> {
    /// Wraps a profile that has already been validated.
    fn from(profile: &'p CloudProfile) -> Self {
        Self::new(Cow::Borrowed(profile), None)
    }
}

impl<'p> AcceptedCloudProfile<'p> {
    pub(crate) fn new(validated: Cow<'p, CloudProfile>, drops_inactive: Option<Timestamp>) -> Self {
        Self { validated, drops_inactive, stored: OnceLock::new() }
    }

    /// Returns the profile as it was validated.
    #[must_use]
    pub fn validated(&self) -> &CloudProfile {
        &self.validated
    }

    /// Returns the profile as it is stored.
    #[must_use]
    pub fn stored(&self) -> &CloudProfile {
        let (validated, drops_inactive) = (&*self.validated, self.drops_inactive);
        let stored = self.stored.get_or_init(|| {
            (!is_stored_form(validated, drops_inactive)).then(|| stored_form(validated.clone(), drops_inactive))
        });
        stored.as_ref().unwrap_or(validated)
    }

    /// Returns the profile with everything that decides which images, machine types and workers fit together: the
    /// stored form, or, if storing only fills in legacy fields from capabilities, the validated one.
    #[must_use]
    pub fn fitting(&self) -> &CloudProfile {
        let drops = self.drops_inactive.is_some_and(|now| has_inactive(&self.validated, now));
        if !drops && keeps_capabilities(&self.validated.spec) { &self.validated } else { self.stored() }
    }
}

/// Returns whether [`stored_form`] would change nothing.
fn is_stored_form(profile: &CloudProfile, drops_inactive: Option<Timestamp>) -> bool {
    profile.status.is_none()
        && !drops_inactive.is_some_and(|now| has_inactive(profile, now))
        && is_canonical(profile, None)
}

/// Turns a validated profile into its stored form.
pub(crate) fn stored_form(mut profile: CloudProfile, drops_inactive: Option<Timestamp>) -> CloudProfile {
    profile.status = None;
    if let Some(now) = drops_inactive {
        drop_inactive(&mut profile, now);
    }
    canonicalize_cloud_profile(&mut profile, None);
    profile
}
