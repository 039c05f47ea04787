//! What the shipped providers find and choose.

use rootstock_core_model::Semantics::{self, Documented, Gardener};
use rootstock_core_model::{CloudProfile, Settings, Violation};
use rootstock_provider_api::{ImageReference, ImageRequest, NotFoundReason, ProviderOutcome};

pub(crate) use crate::base::{findings, profile, settings};

pub(crate) fn check(profile: &CloudProfile, semantics: Semantics) -> ProviderOutcome {
    rootstock_providers::registry().unwrap().check_cloud_profile(&profile.spec, &settings(semantics))
}

/// What the provider finds, and what Rootstock adds to it.
pub(crate) fn judged(profile: &CloudProfile, settings: &Settings) -> Vec<Violation> {
    let outcome = rootstock_providers::registry().unwrap().check_cloud_profile(&profile.spec, settings);
    let warnings = rootstock_advice::advise_mapping(&profile.spec, &outcome, settings);
    outcome.violations.into_iter().chain(warnings).collect()
}

/// Checks a base profile with some fields replaced.
#[track_caller]
pub(crate) fn assert_found(base: &str, changes: &[(&str, &str)], documented: &[&str], gardener: &[&str]) {
    let profile = profile(base, changes);
    assert_eq!(findings(&judged(&profile, &settings(Documented))), documented, "documented semantics");
    assert_eq!(findings(&judged(&profile, &settings(Gardener))), gardener, "Gardener's semantics");
}

/// The image that machines of the type get, for image `gardenlinux` version `1877.5.0`.
pub(crate) fn choice(
    profile: &CloudProfile,
    machine_type: &str,
    region: &str,
    semantics: Semantics,
) -> Result<ImageReference, NotFoundReason> {
    let config = check(profile, semantics).config.unwrap();
    let machine_type = profile.spec.types().iter().find(|one| one.name == machine_type).unwrap();
    let request = ImageRequest::new("gardenlinux", "1877.5.0", Some(region), machine_type);
    match config.select_image(&profile.spec, &request, &settings(semantics)) {
        Ok(choice) => Ok(choice.reference),
        Err(error) => Err(error.reason),
    }
}

/// The same in documented semantics, as `field value` or the reason why there is none.
pub(crate) fn chosen(profile: &CloudProfile, machine_type: &str, region: &str) -> String {
    match choice(profile, machine_type, region, Documented) {
        Ok(reference) => format!("{} {}", reference.path.field(), reference.value),
        Err(reason) => reason.to_string(),
    }
}
