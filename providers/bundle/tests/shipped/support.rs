//! The findings and selections of the shipped providers.

use std::sync::Arc;

use rootstock_core_model::Semantics::{self, Documented, Gardener};
use rootstock_core_model::{CloudProfile, Settings};
use rootstock_provider_api::{ImageReference, ImageRequest, NotFoundReason, ProviderConfig, ProviderOutcome};

pub(crate) use crate::base::{findings, profile, settings};

/// Returns the findings of the provider, and those that Rootstock adds.
pub(crate) fn check(profile: &CloudProfile, semantics: Semantics) -> ProviderOutcome {
    check_by(profile, &settings(semantics))
}

/// Like [`check`], but under any settings.
pub(crate) fn check_by(profile: &CloudProfile, settings: &Settings) -> ProviderOutcome {
    let mut outcome = rootstock_providers::registry().unwrap().check_cloud_profile(&profile.spec, settings);
    outcome.violations.extend(rootstock_advice::advise_mapping(&profile.spec, &outcome, settings));
    outcome
}

pub(crate) fn config(profile: &CloudProfile) -> Arc<dyn ProviderConfig> {
    check(profile, Documented).config.unwrap()
}

/// Checks a base profile with some fields replaced.
#[track_caller]
pub(crate) fn assert_found(base: &str, changes: &[(&str, &str)], documented: &[&str], gardener: &[&str]) {
    let profile = profile(base, changes);
    assert_eq!(findings(&check(&profile, Documented).violations), documented, "{base}, documented semantics");
    assert_eq!(findings(&check(&profile, Gardener).violations), gardener, "{base}, Gardener's semantics");
}

/// Returns the image for machines of the type, for image `gardenlinux` version `1877.5.0`.
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

/// Like [`choice`], but in documented semantics, formatted as `field value` or the reason why there is none.
pub(crate) fn chosen(profile: &CloudProfile, machine_type: &str, region: &str) -> String {
    match choice(profile, machine_type, region, Documented) {
        Ok(reference) => format!("{} {}", reference.path.field(), reference.value),
        Err(reason) => reason.to_string(),
    }
}
