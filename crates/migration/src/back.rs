//! From capabilities back to legacy fields.

mod edits;
mod expected;
mod plan;

use rootstock_core_model::Settings;
use rootstock_core_model::read::File;
use rootstock_provider_api::Registry;

use crate::differences::Direction;
use crate::profile::Profile;
use crate::result::{Planned, Surroundings, conclude};
use crate::{Migration, Options, Refusal};

/// Rolls the CloudProfile that is document number `document` of a file back to legacy fields, and proves that every
/// machine gets the same image.
///
/// Legacy fields know architectures. What flavors and machine types say beyond that can be said by suffixes of versions
/// ([`Options::suffixes`], of which the others are not looked at), or not at all.
///
/// # Errors
///
/// [`Refusal::Lossy`] with everything that would be lost; else as [`migrate`](crate::migrate()).
pub fn roll_back(
    file: &File,
    document: usize,
    registry: &Registry,
    options: &Options,
    settings: &Settings,
) -> Result<Migration, Refusal> {
    let profile = Profile::read(file, document, registry)?;
    let Some(format) = profile.provider.legacy_format() else {
        return Err(Refusal::Unsupported(format!(
            "the plug-in of provider `{}` does not say where legacy fields stand",
            profile.provider.name()
        )));
    };
    let plan = plan::plan(&profile, &format, options)?;
    let planned = Planned {
        edits: edits::edits(&profile, &plan, &format)?,
        expected: expected::profile(&profile, &plan),
        expected_entries: expected::entries(&profile, &plan, &format),
        groups: plan.groups,
        declared: plan.forgotten,
        notes: Vec::new(),
        direction: Direction::ToLegacyFields,
    };
    conclude(&profile, planned, Surroundings { file, document, registry, settings })
}
