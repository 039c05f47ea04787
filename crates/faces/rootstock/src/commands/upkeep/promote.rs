//! `upkeep promote`: makes preview versions supported.

use clap::Args;
use rootstock_provider_api::Registry;
use rootstock_upkeep::{ProfileChange, Promotion, VersionPattern};
use rootstock_versioning::Timestamp;

use super::edit::{self, EditArguments};
use crate::failure::Failure;
use crate::{Status, Streams};

/// Promote preview versions of machine images, or of Kubernetes, to supported
///
/// One version of each minor is supported: the previous one becomes deprecated. Among several previews of a minor, the newest one
/// is promoted.
#[derive(Debug, Args)]
#[command(after_long_help = "\
Examples:
  A patch becomes supported, and the one before it expires in three months
      rootstock upkeep promote aws.yaml kubernetes@1.34.5 --expires 2026-09-30

  What does it change for the Shoots?
      kubectl get shoots -A -o json |
        rootstock upkeep promote aws.yaml gardenlinux@1592.3.0 --shoots -

Exit status: 0 promoted, 1 refused (the result would have new findings, or the text cannot be edited), 2 the change \
does not apply to this profile, 3 something cannot be read, 5 Gardener would refuse the update.")]
pub(super) struct PromoteArguments {
    #[command(flatten)]
    edit: EditArguments,

    /// The versions: IMAGE@VERSION or kubernetes@VERSION, where VERSION may contain the wildcard *
    #[arg(value_name = "VERSION", required = true)]
    versions: Vec<VersionPattern>,

    /// The start of the stage: a date or an instant [default: now]
    #[arg(long, value_name = "DATE", value_parser = crate::cli::beginning)]
    from: Option<Timestamp>,

    /// The expiration date of versions that become deprecated and have none: a date, which means its end in UTC, or an instant
    #[arg(long, value_name = "DATE", value_parser = crate::cli::end)]
    expires: Option<Timestamp>,
}

pub(super) fn run(arguments: &PromoteArguments, registry: &Registry, streams: &mut Streams) -> Result<Status, Failure> {
    arguments.edit.read_standard_input_once(&[])?;
    let (from, expires) = (arguments.from, arguments.expires);
    let promoted = |versions| ProfileChange::Promote(Promotion { versions, from, expires });
    edit::run(&arguments.edit, arguments.versions.iter().cloned().map(promoted).collect(), registry, streams)
}
