//! `lock diff`: the decisions that differ from those of the lock.

use std::path::PathBuf;

use clap::Args;
use rootstock_provider_api::Registry;

use super::{LockedProfiles, changes, lock_of};
use crate::cli::SettingsArguments;
use crate::failure::Failure;
use crate::lock_file::{self, FILE_NAME};
use crate::run::Run;
use crate::{Status, Streams};

/// Show which workers boot other images than the lock says
///
/// Moved, removed and new decisions are listed apart. Only the given profiles are compared.
#[derive(Debug, Args)]
#[command(after_long_help = "\
Examples:
  What has changed since the lock was accepted?
      rootstock lock diff profiles/

  Which images differ between two landscapes?
      rootstock lock staging.yaml -o staging.lock
      rootstock lock diff production.yaml --lock staging.lock

Exit status: 0 nothing differs, 1 something does, 2 wrong usage, 3 something cannot be read.")]
pub(super) struct LockDiffArguments {
    #[command(flatten)]
    profiles: LockedProfiles,

    /// The lock
    #[arg(long, value_name = "FILE", default_value = FILE_NAME)]
    lock: PathBuf,

    #[command(flatten)]
    settings: SettingsArguments,
}

pub(super) fn run(
    arguments: &LockDiffArguments,
    registry: &Registry,
    streams: &mut Streams,
) -> Result<Status, Failure> {
    let mut run = Run::new(&arguments.settings, registry, streams)?;
    let found = lock_file::load(&arguments.lock, run.resolved, run.streams)?;
    let changes = lock_of(&arguments.profiles, &mut run)?.changes_since(&found.lock);
    changes::write(&changes, run.streams)?;
    Ok(if changes.is_empty() { Status::Clean } else { Status::Findings })
}
