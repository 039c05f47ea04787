//! The check of a CloudProfile: four phases, and the order of validation.

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
mod update;
mod usage;
pub(crate) mod versions;
pub(crate) mod volume_types;

use rootstock_core_model::{CloudProfile, Settings, Violation};
use rootstock_worker_capabilities::Entry;

use crate::scope::Scope;
use crate::{CloudProfileOutcome, Operation, canonicalize_cloud_profile, default_cloud_profile};

/// One part of validation.
pub(crate) type Check = fn(&Scope<'_>, &mut Vec<Violation>);

/// The parts in the order in which Gardener runs them.
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
/// Everything that is wrong is reported; nothing stops at the first finding. The time is linear in the size of the
/// profile (and of the old one, on an update).
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
    check_cloud_profile_of(&[], profile, operation, settings)
}

/// The same for a profile of a provider whose plug-in brings capabilities that nobody needs to register
/// (with the gate `WorkerCapabilities`).
#[must_use]
pub fn check_cloud_profile_of(
    provider: &'static [Entry],
    profile: &CloudProfile,
    operation: Operation<'_>,
    settings: &Settings,
) -> CloudProfileOutcome {
    let mut profile = profile.clone();
    let mut violations = Vec::new();
    default_cloud_profile(&mut profile);
    crate::prepare::prepare(&mut profile, operation, settings, &mut violations);
    let scope = Scope::new(&profile, operation, settings, provider);
    for check in CHECKS {
        check(&scope, &mut violations);
    }
    let mut outcome = CloudProfileOutcome { violations, canonical: None };
    if outcome.errors().next().is_none() {
        if operation == Operation::Create {
            // Nothing is left to drop where it was dropped before validation.
            crate::prepare::drop_inactive(&mut profile, settings.now);
        }
        canonicalize_cloud_profile(&mut profile, None);
        outcome.canonical = Some(profile);
    }
    outcome
}
