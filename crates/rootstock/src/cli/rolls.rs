//! The question for rolled worker pools on the command line.

use std::path::PathBuf;

use clap::Args;

use super::AnswerArguments;

/// Show which worker pools a change of a Shoot rolls, which it updates in place, and because of which field
///
/// The fields that count for every provider are Gardener's: Kubernetes minor version, machine type, image, disk, container
/// runtime interface, DNS on the node, rotations of credentials. The provider adds its own.
#[derive(Debug, Args)]
#[command(after_long_help = "\
Examples:
  Will applying this manifest replace nodes?
      kubectl get shoot -n garden-dev apple -o yaml > old.yaml
      rootstock rolls old.yaml new.yaml

  The same where the manifest leaves versions to Gardener
      rootstock rolls old.yaml new.yaml --profile cloudprofile.yaml

Exit status: 0 no node is drained, 1 nodes are replaced, updated in place or gone, or the change is refused.")]
pub(crate) struct RollsArguments {
    /// A file with Shoots as they are, or - for standard input
    #[arg(value_name = "OLD_SHOOT")]
    pub(crate) old: PathBuf,

    /// A file with the Shoots as they are to be, or - for standard input
    #[arg(value_name = "NEW_SHOOT")]
    pub(crate) new: PathBuf,

    /// The profiles that fill in what the new Shoots leave out: files, directories or -; may be given several times
    #[arg(long = "profile", short, value_name = "PATH")]
    pub(crate) profiles: Vec<PathBuf>,

    /// The worker pools use the new hash (gate NewWorkerPoolHash of gardenlet): settings of the kubelet count, too
    #[arg(long)]
    pub(crate) new_hash: bool,

    #[command(flatten)]
    pub(crate) answer: AnswerArguments,
}
