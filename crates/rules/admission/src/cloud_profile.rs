//! The check of a CloudProfile: its four phases and the order of validation.

mod bastion;
pub(crate) mod ca_bundle;
mod capabilities;
pub(crate) mod inactive_images;
pub(crate) mod kubernetes;
pub(crate) mod limits;
pub(crate) mod machine_images;
pub(crate) mod machine_types;
pub(crate) mod metadata;
mod regions;
mod seed_selector;
mod spec_type;
pub(crate) mod update;
mod usage;
pub(crate) mod versions;
pub(crate) mod volume_types;

use std::borrow::Cow;

pub use capabilities::is_reserved_capability_name;

use rootstock_core_model::{CloudProfile, Settings, Violation};
use rootstock_worker_capabilities::Entry;

use crate::accepted::stored_form;
use crate::scope::Scope;
use crate::{CheckedCloudProfile, CloudProfileOutcome, Operation, defaulted_cloud_profile};

/// One part of validation.
pub(crate) type Check = fn(&Scope<'_>, &mut Vec<Violation>);

/// The parts of validation, in the order in which Gardener runs them.
const CHECKS: &[Check] = &[
    metadata::check,
    spec_type::check,
    capabilities::check,
    kubernetes::check,
    machine_images::check,
    inactive_images::check,
    machine_types::check,
    volume_types::check,
    regions::check,
    bastion::check,
    limits::check,
    seed_selector::check,
    ca_bundle::check,
    update::check,
];

/// Checks a CloudProfile: as a desired state, as a new object, or as an update.
///
/// Reports all findings instead of stopping at the first. Runs in time linear in the size of the profile (and of the
/// old one, on an update).
///
/// ```
/// use rootstock_admission::{Operation, check_cloud_profile};
/// use rootstock_core_model::{CloudProfile, Semantics, Settings};
/// let settings = Settings::new(Semantics::Documented, "2026-01-01T00:00:00Z".parse()?);
/// let outcome = check_cloud_profile(&CloudProfile::default(), Operation::State, &settings);
/// assert!(outcome.violations.iter().any(|violation| violation.path.to_string() == "spec.type"));
/// assert!(outcome.canonical.is_none());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn check_cloud_profile(
    profile: &CloudProfile,
    operation: Operation<'_>,
    settings: &Settings,
) -> CloudProfileOutcome {
    check_cloud_profile_for_provider(&[], profile, operation, settings)
}

/// Like [`check_cloud_profile`], but with capabilities that the provider's plug-in brings and that need no registration
/// (with the gate `WorkerCapabilities`).
#[must_use]
pub fn check_cloud_profile_for_provider(
    provider: &'static [Entry],
    profile: &CloudProfile,
    operation: Operation<'_>,
    settings: &Settings,
) -> CloudProfileOutcome {
    let profile = defaulted_cloud_profile(profile);
    let checked = check_defaulted_cloud_profile(provider, &profile, operation, settings);
    let (is_accepted, drop_inactive_at) = (checked.is_accepted(), checked.drop_inactive_at);
    let CheckedCloudProfile { violations, prepared, .. } = checked;
    let changed = if let Cow::Owned(prepared) = prepared { Some(prepared) } else { None };
    let canonical = is_accepted.then(|| stored_form(changed.unwrap_or_else(|| profile.into_owned()), drop_inactive_at));
    CloudProfileOutcome { violations, canonical }
}

/// Like [`check_cloud_profile_for_provider`], but for a profile that already has Gardener's defaults. The stored form is computed
/// on demand.
///
/// ```
/// use rootstock_admission::{Operation, check_defaulted_cloud_profile, default_cloud_profile};
/// use rootstock_core_model::{CloudProfile, Semantics, Settings};
/// let settings = Settings::new(Semantics::Documented, "2026-01-01T00:00:00Z".parse()?);
/// let mut profile = CloudProfile::default();
/// default_cloud_profile(&mut profile);
/// let checked = check_defaulted_cloud_profile(&[], &profile, Operation::State, &settings);
/// assert!(checked.violations.iter().any(|violation| violation.path.to_string() == "spec.type"));
/// assert!(checked.into_accepted().1.is_none());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn check_defaulted_cloud_profile<'p>(
    provider: &'static [Entry],
    profile: &'p CloudProfile,
    operation: Operation<'p>,
    settings: &Settings,
) -> CheckedCloudProfile<'p> {
    let mut violations = Vec::new();
    let prepared = crate::prepare::prepare(profile, operation, settings, &mut violations);
    let scope = Scope::new(&prepared, operation, settings, provider);
    for check in CHECKS {
        check(&scope, &mut violations);
    }
    settings.quirks.retain_rules(&mut violations);
    // A new object is stored without inactive versions; if they were dropped before validation, there is nothing left
    // to drop.
    let drop_inactive_at = (operation == Operation::Create).then_some(settings.now);
    CheckedCloudProfile { violations, prepared, drop_inactive_at }
}
