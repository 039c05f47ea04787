//! The creation of a plan.

use rootstock_core_model::{ARCHITECTURE, FeatureGates};
use rootstock_document::Locator;
use rootstock_provider_api::LegacyFormat;

use super::definitions;
use super::members::{Member, members, without_patterns};
use super::plan::Plan;
use crate::profile::Profile;
use crate::{ImageFilter, InvalidOptions, MigrationOptions};

/// The planner of a profile, which builds the plan step by step.
pub(super) struct Planner<'p> {
    pub(super) profile: &'p Profile,
    pub(super) locator: Locator<'p>,
    pub(super) format: &'p LegacyFormat,
    pub(super) options: &'p MigrationOptions,
    /// Every version of every image.
    pub(super) images: &'p [Vec<Member>],
    /// The plan so far.
    pub(super) plan: Plan,
}

/// Returns the planned changes.
///
/// # Errors
///
/// Returns an error if the options make no sense for this profile.
pub(super) fn plan(
    profile: &Profile,
    format: &LegacyFormat,
    options: &MigrationOptions,
    gates: FeatureGates,
) -> Result<Plan, InvalidOptions> {
    check_filters(profile, options)?;
    let options = &without_patterns(profile, options);
    let images = members(profile, options)?;
    let definitions = definitions::definitions(profile, format, options, &images, gates)?;
    let plan = Plan { definitions, ..Plan::default() };
    let mut planner = Planner { profile, locator: profile.locator(), format, options, images: &images, plan };
    planner.plan_versions()?;
    if options.drop_surplus {
        planner.drop_surplus();
    }
    planner.check_complete()?;
    planner.plan_machine_types()?;
    planner.note_images_without_suffix();
    planner.note_suffixes_without_meaning();
    Ok(planner.plan)
}

impl Planner<'_> {
    /// Returns whether the result registers more than one architecture.
    pub(super) fn registers_several_architectures(&self) -> bool {
        self.plan.definitions.iter().any(|one| one.name == ARCHITECTURE && one.values.len() > 1)
    }
}

/// Checks that the requested images and versions exist.
fn check_filters(profile: &Profile, options: &MigrationOptions) -> Result<(), InvalidOptions> {
    for ImageFilter { image, version } in &options.images {
        let images = profile.written().spec.images();
        let Some(found) = images.iter().find(|one| one.name == *image) else {
            let known = images.iter().map(|one| one.name.clone()).collect();
            return Err(InvalidOptions::UnknownImage { image: image.clone(), known });
        };
        let known = || found.offered().iter().map(|one| one.version.clone());
        if let Some(version) = version.as_ref().filter(|version| known().all(|one| one != **version)) {
            let (image, version) = (image.clone(), version.clone());
            return Err(InvalidOptions::UnknownVersion { image, version, known: known().collect() });
        }
    }
    Ok(())
}
