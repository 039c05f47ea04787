//! `lock diff`: the decisions that differ from those of the lock.

use std::path::PathBuf;

use clap::Args;
use rootstock_guarantees::LockChange;
use rootstock_provider_api::Registry;
use rootstock_queries::AppliedSettings;
use serde::Serialize;

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

/// The name and version of the JSON answer.
const SCHEMA: &str = "rootstock.lock-diff/v1";

/// The decisions that differ from those of a lock.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct LockDiffAnswer<'c> {
    settings: AppliedSettings,
    /// The compared profiles.
    profiles: Vec<&'c str>,
    changes: Vec<DescribedChange<'c>>,
}

/// A change, and the change in words.
#[derive(Debug, Serialize)]
struct DescribedChange<'c> {
    #[serde(flatten)]
    change: &'c LockChange,
    message: String,
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
            let described = changes.iter().map(|change| DescribedChange { change, message: change.sentence() });
            let answer = LockDiffAnswer {
                settings: run.resolved.into(),
                profiles: now.profiles().collect(),
                changes: described.collect(),
            };
            run.streams.out.json(SCHEMA, &answer)?;
        }
    }
    Ok(if changes.is_empty() { Status::Clean } else { Status::Findings })
}
