//! `upkeep remove`: removes versions.

use clap::Args;
use rootstock_provider_api::Registry;
use rootstock_upkeep::{ProfileChange, VersionPattern};

use super::edit::{self, EditArguments};
use crate::failure::Failure;
use crate::{Status, Streams};

/// Remove versions of machine images, or of Kubernetes, from both sections of a CloudProfile
///
/// Their entries in `spec.providerConfig` are removed, too. An image is removed with its last version. Gardener refuses to remove
/// a version that a Shoot uses: give the Shoots to list its users.
#[derive(Debug, Args)]
#[command(after_long_help = "\
Examples:
  What would change?
      rootstock upkeep remove aws.yaml gardenlinux@1592.1.0

  Which Shoots use it?
      kubectl get shoots -A -o json |
        rootstock upkeep remove aws.yaml gardenlinux@1592.1.0 --shoots -

Exit status: 0 removed, 1 refused (the result would have new findings, or the text cannot be edited), 2 the change \
does not apply to this profile, 3 something cannot be read, 5 Gardener would refuse the update, because something uses \
the version.")]
pub(super) struct RemoveArguments {
    #[command(flatten)]
    edit: EditArguments,

    /// The versions: IMAGE@VERSION or kubernetes@VERSION, where VERSION may contain the wildcard *
    #[arg(value_name = "VERSION", required = true)]
    versions: Vec<VersionPattern>,
}

pub(super) fn run(arguments: &RemoveArguments, registry: &Registry, streams: &mut Streams) -> Result<Status, Failure> {
    arguments.edit.read_standard_input_once(&[])?;
    let changes = arguments.versions.iter().cloned().map(ProfileChange::Remove).collect();
    edit::run(&arguments.edit, changes, registry, streams)
}
