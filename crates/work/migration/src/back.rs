//! The way from capabilities back to legacy fields.

mod edits;
mod expected;
mod plan;

use std::sync::Arc;

use rootstock_analysis::{self as analysis, Analysis};

use crate::differences::Direction;
use crate::profile::Profile;
use crate::result::{Planned, apply_and_prove};
use crate::{Migration, MigrationOptions, Refusal, Unsupported};

/// Rolls a CloudProfile of a [`Checked`](analysis::Role::Checked) input back to legacy fields, and proves that every
/// machine gets the same image under the settings of the analysis.
///
/// Legacy fields only contain architectures. Other declarations of flavors and machine types can be expressed by
/// version suffixes ([`MigrationOptions::suffixes`]; the other options are ignored), or not at all.
///
/// # Errors
///
/// Returns [`Refusal::Lossy`] with everything that would be lost, or an error like [`migrate`](crate::migrate()).
pub fn roll_back(
    analysis: &Analysis,
    profile: &Arc<analysis::Profile>,
    options: &MigrationOptions,
) -> Result<Migration, Refusal> {
    let profile = Profile::of(profile, analysis)?;
    let Some(format) = profile.config.extension().legacy_format else {
        return Err(Unsupported::OneFormat { provider: profile.provider.name() }.into());
    };
    let plan = plan::plan(&profile, &format, options)?;
    let planned = Planned {
        edits: edits::edits(&profile, &plan, &format)?,
        removed: &[],
        expected: expected::profile(&profile, &plan),
        expected_entries: expected::entries(&profile, &plan, &format),
        groups: plan.groups,
        declared: plan.forgotten,
        notes: Vec::new(),
        direction: Direction::ToLegacyFields,
    };
    apply_and_prove(&profile, planned, analysis)
}
