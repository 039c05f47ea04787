//! `upkeep apply`: changes that a file lists.

use std::path::PathBuf;

use clap::Args;
use rootstock_provider_api::Registry;

use super::lists;
use super::work::{self, WorkArguments};
use crate::failure::Failure;
use crate::{Status, Streams};

/// Make the changes that a file lists, one after the other, as one change of a CloudProfile
///
/// Each change is about what those before it have made: an image comes, and then one of its flavors. Only the result is checked, and
/// shown as one diff; nothing is written unless all changes can be made. docs/upkeep.md describes the file.
#[derive(Debug, Args)]
#[command(after_long_help = "\
Examples:
  What would change?
      rootstock upkeep apply aws.yaml october.yaml

  Two lists, one after the other, written to the file
      rootstock upkeep apply aws.yaml october.yaml november.yaml --in-place")]
pub(super) struct ApplyArguments {
    #[command(flatten)]
    work: WorkArguments,

    /// Files with changes
    #[arg(value_name = "CHANGES", required = true)]
    changes: Vec<PathBuf>,
}

pub(super) fn run(arguments: &ApplyArguments, registry: &Registry, streams: &mut Streams) -> Result<Status, Failure> {
    arguments.work.read_standard_input_once(&arguments.changes)?;
    let changes = lists::changes(&arguments.changes, streams)?;
    work::run_in_order(&arguments.work, changes, registry, streams)
}
