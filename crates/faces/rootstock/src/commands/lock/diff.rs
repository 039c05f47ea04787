//! `lock diff`: the decisions that differ from those of the lock.

use std::path::PathBuf;

use clap::Args;
use rootstock_provider_api::Registry;
use rootstock_queries::LockDiffAnswer;

use super::{LockedProfiles, changes, lock_of};
use crate::cli::{AnswerArguments, Format};
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
    answer: AnswerArguments,
}

pub(super) fn run(
    arguments: &LockDiffArguments,
    registry: &Registry,
    streams: &mut Streams,
) -> Result<Status, Failure> {
    let mut run = Run::with_output(&arguments.answer, registry, streams)?;
    let found = lock_file::load(&arguments.lock, run.resolved, run.streams)?;
    let now = lock_of(&arguments.profiles, &mut run)?;
    let changes = now.changes_since(&found.lock);
    match arguments.answer.format {
        Format::Text => changes::write(&changes, run.streams)?,
        Format::Json => {
            let answer = LockDiffAnswer {
                settings: run.resolved.into(),
                profiles: now.profiles().map(str::to_owned).collect(),
                changes: changes.iter().cloned().map(Into::into).collect(),
            };
            run.streams.out.json(LockDiffAnswer::SCHEMA, &answer)?;
        }
    }
    Ok(if changes.is_empty() { Status::Clean } else { Status::Findings })
}
