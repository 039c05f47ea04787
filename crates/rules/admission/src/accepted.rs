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
/// assert!(std::ptr::eq(accepted.profile_for_matching(), &profile));
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Debug, Clone)]
pub struct AcceptedCloudProfile<'p> {
    validated: Cow<'p, CloudProfile>,
    /// The time at which inactive versions are dropped before the profile is stored; `None` keeps them.
    drop_inactive_at: Option<Timestamp>,
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
    pub(crate) fn new(validated: Cow<'p, CloudProfile>, drop_inactive_at: Option<Timestamp>) -> Self {
        Self { validated, drop_inactive_at, stored: OnceLock::new() }
    }

    /// Returns the profile as it was validated.
    #[must_use]
    pub fn validated(&self) -> &CloudProfile {
        &self.validated
    }

    /// Returns the profile as it is stored.
    #[must_use]
    pub fn stored(&self) -> &CloudProfile {
        let (validated, drop_inactive_at) = (&*self.validated, self.drop_inactive_at);
        let stored = self.stored.get_or_init(|| {
            (!is_stored_form(validated, drop_inactive_at)).then(|| stored_form(validated.clone(), drop_inactive_at))
        });
        stored.as_ref().unwrap_or(validated)
    }

    /// Returns the profile with everything that decides which images, machine types and workers fit together: the
    /// stored form, or, if storing only fills in legacy fields from capabilities, the validated one.
    #[must_use]
    pub fn profile_for_matching(&self) -> &CloudProfile {
        let drops = self.drop_inactive_at.is_some_and(|now| has_inactive(&self.validated, now));
        if !drops && keeps_capabilities(&self.validated.spec) { &self.validated } else { self.stored() }
    }
}

/// Returns whether [`stored_form`] would change nothing.
fn is_stored_form(profile: &CloudProfile, drop_inactive_at: Option<Timestamp>) -> bool {
    profile.status.is_none()
        && !drop_inactive_at.is_some_and(|now| has_inactive(profile, now))
        && is_canonical(profile, None)
}

/// Turns a validated profile into its stored form.
pub(crate) fn stored_form(mut profile: CloudProfile, drop_inactive_at: Option<Timestamp>) -> CloudProfile {
    profile.status = None;
    if let Some(now) = drop_inactive_at {
        drop_inactive(&mut profile, now);
    }
    canonicalize_cloud_profile(&mut profile, None);
    profile
}
