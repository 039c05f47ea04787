//! `upkeep apply`: applies a list of changes from a file.

use std::path::PathBuf;

use clap::Args;
use rootstock_provider_api::Registry;

use super::edit::{self, EditArguments};
use super::lists;
use crate::failure::Failure;
use crate::{Status, Streams};

/// Apply a list of changes from a file as one change of a CloudProfile
///
/// Each change builds on the previous ones: for example, the first adds an image, and the next one of its flavors. Only the
/// result is checked and shown, as one diff; nothing is written unless all changes can be made. See docs/upkeep.md for the format
/// of the file.
#[derive(Debug, Args)]
#[command(after_long_help = "\
Examples:
  What would change?
      rootstock upkeep apply aws.yaml october.yaml

  Two lists, one after the other, written to the file
      rootstock upkeep apply aws.yaml october.yaml november.yaml --in-place")]
pub(super) struct ApplyArguments {
    #[command(flatten)]
    edit: EditArguments,

    /// The files with changes
    #[arg(value_name = "CHANGES", required = true)]
    changes: Vec<PathBuf>,
}

pub(super) fn run(arguments: &ApplyArguments, registry: &Registry, streams: &mut Streams) -> Result<Status, Failure> {
    arguments.edit.read_standard_input_once(&arguments.changes)?;
    let changes = lists::changes(&arguments.changes, streams)?;
    edit::run_in_order(&arguments.edit, changes, registry, streams)
}
