//! `upkeep prune`: removes versions that are no longer needed.

use clap::Args;
use rootstock_provider_api::Registry;
use rootstock_upkeep::{ProfileChange, Pruning};

use super::edit::{self, EditArguments};
use crate::failure::Failure;
use crate::{Status, Streams};

/// Remove expired versions without users from both sections of a CloudProfile
///
/// Their entries in `spec.providerConfig` are removed, too, and so are entries there for versions and regions that the profile
/// does not have. A version is kept if a Shoot, a NamespacedCloudProfile or a bastion uses it, or if the next maintenance updates
/// Shoots to it; kept versions are listed. Give the Shoots: without them it is unknown which versions are in use, and Gardener
/// refuses to remove those.
#[derive(Debug, Args)]
#[command(after_long_help = "\
Examples:
  Which versions can be removed?
      kubectl get shoots -A -o json | rootstock upkeep prune aws.yaml --shoots -

Exit status: 0 pruned, 1 refused (the result would have new findings, or the text cannot be edited), 3 something \
cannot be read, including NamespacedCloudProfiles that Shoots refer to, 5 Gardener would refuse the update.")]
pub(super) struct PruneArguments {
    #[command(flatten)]
    edit: EditArguments,
}

pub(super) fn run(arguments: &PruneArguments, registry: &Registry, streams: &mut Streams) -> Result<Status, Failure> {
    arguments.edit.read_standard_input_once(&[])?;
    edit::run(&arguments.edit, vec![ProfileChange::Prune(Pruning::default())], registry, streams)
}
