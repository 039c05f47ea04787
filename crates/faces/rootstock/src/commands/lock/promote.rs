//! `lock promote`: edits of a profile with which its workers boot what a lock says.

use std::path::PathBuf;

use clap::Args;
use rootstock_core_model::listed_up_to;
use rootstock_guarantees::{Lock, LockPromotion, LockScope, LockedReference, PromotedVersion, promotion};
use rootstock_judge::Judge;
use rootstock_provider_api::Registry;
use rootstock_queries::QueryError;
use rootstock_sources::files::path_name;
use rootstock_upkeep::{Addition, NewReference, ProfileChange, Remapping, VersionName};

use crate::commands::upkeep::edit::{self, EditArguments};
use crate::failure::{Failure, UsageError};
use crate::run::Run;
use crate::{Status, Streams, document, lock_file};

/// Change a profile so that its workers boot what another landscape's lock says
///
/// The references of the lock replace those of the profile, and versions that the profile lacks are added as previews, for the regions
/// that both have. Versions that only the profile has stay. Both sections are edited as by `rootstock upkeep`, and the change is shown as
/// a diff, followed by its effects.
#[derive(Debug, Args)]
#[command(after_long_help = "\
Examples:
  What does production need to boot what staging boots?
      rootstock lock promote staging.lock production.yaml

  Write it to the file
      rootstock lock promote staging.lock production.yaml --in-place

Exit status: 0 changed or nothing to do, 1 refused (the result would have new findings, or the text cannot be edited), 2 the \
change does not apply to this profile, 3 something cannot be read, 5 Gardener would refuse the update.")]
pub(super) struct LockPromoteArguments {
    /// The lock of the other landscape
    #[arg(value_name = "LOCK")]
    lock: PathBuf,

    #[command(flatten)]
    edit: EditArguments,

    /// The profile in the lock, if it has several
    #[arg(long, value_name = "NAME")]
    from: Option<String>,
}

/// The maximum number of names in a message.
const MAX_NAMES: usize = 5;

pub(super) fn run(
    arguments: &LockPromoteArguments,
    registry: &Registry,
    streams: &mut Streams,
) -> Result<Status, Failure> {
    arguments.edit.read_standard_input_once(std::slice::from_ref(&arguments.lock))?;
    let mut run = Run::new(arguments.edit.settings(), registry, streams)?;
    let staging = lock_file::load(&arguments.lock, run.resolved, run.streams)?.lock;
    let found = document::load(arguments.edit.profile(), &[], &mut run)?;
    let from = from_name(arguments, &staging)?;
    let compiled = found.profile.compiled(run.settings().gates).map_err(QueryError::from)?;
    let mut own = Lock::new(lock_file::settings(run.resolved));
    own.add(Judge::new(&compiled, run.settings()));
    let is_regional = found.profile.image_references().iter().any(|one| one.region.is_some());
    let scope = if is_regional { LockScope::Region } else { LockScope::Everywhere };
    let LockPromotion { versions, other_classes, other_regions, is_comparable } =
        promotion(&staging, &from, &own, scope);
    if !is_comparable {
        return Err(UsageError::NothingToPromote { file: path_name(&arguments.lock), from }.into());
    }
    if !other_classes.is_empty() {
        let classes = listed_up_to(MAX_NAMES, &other_classes);
        streams.say(format!("not promoted, because the profile has no such machine types: {classes}"));
    }
    if !other_regions.is_empty() {
        let regions = listed_up_to(MAX_NAMES, &other_regions);
        streams.say(format!("left as they are, because the lock does not have these regions: {regions}"));
    }
    let changes: Vec<ProfileChange> = versions.into_iter().map(change).collect();
    if changes.is_empty() {
        streams.say("the other workers of the profile boot what the lock says; nothing to change");
        return Ok(Status::Clean);
    }
    edit::run(&arguments.edit, changes, registry, streams)
}

/// Returns the name of the profile in the lock.
fn from_name(arguments: &LockPromoteArguments, lock: &Lock) -> Result<String, Failure> {
    let known: Vec<String> = lock.profiles().map(str::to_owned).collect();
    match (&arguments.from, known.as_slice()) {
        (None, [only]) => Ok(only.clone()),
        (Some(name), known) if known.contains(name) => Ok(name.clone()),
        (name, _) => Err(UsageError::LockedProfile { name: name.clone(), known }.into()),
    }
}

fn change(version: PromotedVersion) -> ProfileChange {
    let PromotedVersion { name, is_new, references } = version;
    let name = VersionName { image: Some(name.image), version: name.version };
    let references: Vec<NewReference> = references.into_iter().map(reference).collect();
    if is_new {
        ProfileChange::Add(Addition { references, partial: true, ..Addition::new(name) })
    } else {
        ProfileChange::Map(Remapping { name, references })
    }
}

fn reference(locked: LockedReference) -> NewReference {
    NewReference { region: locked.region, capabilities: locked.flavor, reference: locked.reference }
}
