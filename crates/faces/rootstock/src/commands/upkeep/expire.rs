//! `upkeep expire`: sets the expiration date of versions.

use clap::Args;
use rootstock_provider_api::Registry;
use rootstock_upkeep::{Expiration, ProfileChange, VersionPattern};
use rootstock_versioning::Timestamp;

use super::edit::{self, EditArguments};
use crate::failure::Failure;
use crate::{Status, Streams};

/// Set the expiration date of versions of machine images, or of Kubernetes
///
/// After that date, new Shoots cannot use them, and maintenance moves Shoots off them.
#[derive(Debug, Args)]
#[command(after_long_help = "\
Examples:
  Expire a Kubernetes minor
      rootstock upkeep expire aws.yaml 'kubernetes@1.32.*' --on 2026-09-30

  Remove the expiration date of a version
      rootstock upkeep expire aws.yaml kubernetes@1.34.1 --never --in-place

Exit status: 0 changed, 1 refused (the result would have new findings, or the text cannot be edited), 2 the change does \
not apply to this profile, 3 something cannot be read, 5 Gardener would refuse the update.")]
pub(super) struct ExpireArguments {
    #[command(flatten)]
    edit: EditArguments,

    /// The versions: IMAGE@VERSION or kubernetes@VERSION, where VERSION may contain the wildcard *
    #[arg(value_name = "VERSION", required = true)]
    versions: Vec<VersionPattern>,

    /// The last day or instant: a date means its end in UTC
    #[arg(long, value_name = "DATE", value_parser = crate::cli::end, required_unless_present = "never")]
    on: Option<Timestamp>,

    /// Remove the expiration date
    #[arg(long, conflicts_with = "on")]
    never: bool,
}

pub(super) fn run(arguments: &ExpireArguments, registry: &Registry, streams: &mut Streams) -> Result<Status, Failure> {
    arguments.edit.read_standard_input_once(&[])?;
    let dated = |versions| ProfileChange::Expire(Expiration { versions, date: arguments.on });
    edit::run(&arguments.edit, arguments.versions.iter().cloned().map(dated).collect(), registry, streams)
}
