//! The way from legacy fields to capabilities.

mod architectures;
mod definitions;
mod edits;
mod entries;
mod expected;
mod machine_types;
mod members;
mod plan;
mod planner;
mod rename;
mod versions;

use std::sync::Arc;

use rootstock_analysis::{self as analysis, Analysis};

use crate::differences::Direction;
use crate::profile::Profile;
use crate::result::{Planned, apply_and_prove};
use crate::{Migration, MigrationOptions, Refusal, Unsupported};

/// Migrates a CloudProfile of a [`Checked`](analysis::Role::Checked) input, and proves that every machine gets the same image
/// under the settings of the analysis. If the profile already has capabilities, its remaining legacy entries are migrated.
///
/// # Errors
///
/// Returns a [`Refusal`] if the profile, or the way it is written, does not allow the migration; if some machine would
/// get another image without a request for that; or if the result would have errors that the profile does not have.
///
/// [The crate's documentation](crate) has an example.
pub fn migrate(
    analysis: &Analysis,
    profile: &Arc<analysis::Profile>,
    options: &MigrationOptions,
) -> Result<Migration, Refusal> {
    let profile = Profile::of(profile, analysis)?;
    if !options.renames.is_empty() {
        return apply_and_prove(&profile, rename::plan(&profile, options, analysis)?, analysis);
    }
    let Some(format) = profile.config.extension().legacy_format else {
        return Err(Unsupported::OneFormat { provider: profile.provider.name() }.into());
    };
    if let Some(architecture) = definitions::unregistrable_architecture(&profile) {
        return Err(Refusal::UnknownArchitecture { architecture });
    }
    let plan = planner::plan(&profile, &format, options, analysis.settings().gates)?;
    let edits = edits::edits(&profile, &plan, &format)?;
    let planned = Planned {
        edits,
        removed: edits::redundant_fields(&profile, &format)?,
        expected: expected::profile(&profile, &plan),
        expected_entries: expected::entries(&profile, &plan),
        groups: plan.groups,
        declared: plan.declared,
        notes: plan.notes,
        direction: Direction::ToCapabilities,
    };
    apply_and_prove(&profile, planned, analysis)
}
