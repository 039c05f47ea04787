//! A worker on the command line, and what can be asked about it.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use super::{AnswerArguments, ProfileArguments};

/// How the nodes of a worker are updated.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum UpdateStrategyArgument {
    /// Nodes are replaced
    #[value(name = "AutoRollingUpdate")]
    AutoRolling,
    /// Gardener updates nodes in place
    #[value(name = "AutoInPlaceUpdate")]
    AutoInPlace,
    /// Nodes are updated in place, when the user says so
    #[value(name = "ManualInPlaceUpdate")]
    ManualInPlace,
}

/// What a worker asks for beside a machine type and an image.
#[derive(Debug, Args)]
#[command(next_help_heading = "Worker")]
pub(crate) struct WorkerArguments {
    /// The worker boots securely (gate WorkerCapabilities)
    #[arg(long)]
    pub(crate) secure_boot: bool,

    /// How the worker's nodes are updated
    #[arg(long, value_enum, ignore_case = true, value_name = "STRATEGY")]
    pub(crate) update_strategy: Option<UpdateStrategyArgument>,

    /// The GPU the worker asks for: nvidia, amd, intel or none (gate WorkerCapabilities)
    #[arg(long, value_name = "TYPE")]
    pub(crate) gpu: Option<String>,

    /// The worker's providerConfig, as YAML or JSON (gate WorkerCapabilities)
    #[arg(long, value_name = "FILE")]
    pub(crate) worker_config: Option<PathBuf>,
}

/// Where and with what a worker runs.
#[derive(Debug, Args)]
pub(crate) struct SurroundingsArguments {
    /// The Shoot's region; without it, regions do not matter
    #[arg(long, short, value_name = "NAME")]
    pub(crate) region: Option<String>,

    /// The worker's Kubernetes version; without it, versions do not matter
    #[arg(long, short, value_name = "VERSION")]
    pub(crate) kubernetes: Option<String>,

    /// The worker's architecture, where the machine type does not tell
    #[arg(long, value_name = "NAME")]
    pub(crate) architecture: Option<String>,

    /// A container runtime the worker needs beside the default one (gvisor); may be given several times
    #[arg(long, value_name = "TYPE")]
    pub(crate) container_runtime: Vec<String>,
}

/// A worker that chooses from several things, and what is told of them.
#[derive(Debug, Args)]
pub(crate) struct ChoiceArguments {
    /// Show the others, too, each with everything that is in its way
    #[arg(long)]
    pub(crate) why: bool,

    #[command(flatten)]
    pub(crate) worker: WorkerArguments,

    #[command(flatten)]
    pub(crate) answer: AnswerArguments,
}

/// Show which image versions a worker may choose, best first, with the flavor and the provider image it would get
///
/// Previews come last, then the profile's order of images decides, supported versions stand before deprecated ones, and
/// new ones before old ones. So the first one is what a new worker gets that names no image.
#[derive(Debug, Args)]
#[command(after_long_help = "\
Examples:
  What can a worker on this machine type choose?
      rootstock images cloudprofile.yaml --machine-type general-medium --region eu-west-1 --kubernetes 1.34.1

  Why can it not have the others?
      rootstock images cloudprofile.yaml -t general-medium -r eu-west-1 -k 1.34.1 --why

  Which images boot securely on it?
      rootstock images cloudprofile.yaml -t general-medium --secure-boot --feature-gates WorkerCapabilities=true

Exit status: 0 there are some, 1 there is none.")]
pub(crate) struct ImagesArguments {
    #[command(flatten)]
    pub(crate) profile: ProfileArguments,

    /// The machine type
    #[arg(long, short = 't', value_name = "NAME")]
    pub(crate) machine_type: String,

    #[command(flatten)]
    pub(crate) surroundings: SurroundingsArguments,

    #[command(flatten)]
    pub(crate) choice: ChoiceArguments,
}

/// Show on which machine types a worker may run an image version, with the flavor and the provider image it would get
#[derive(Debug, Args)]
#[command(after_long_help = "\
Examples:
  Where does this version run?
      rootstock machine-types cloudprofile.yaml --image gardenlinux --version 1877.5.0 --region eu-west-1

  Why not on the others?
      rootstock machine-types cloudprofile.yaml -i gardenlinux -V 1877.5.0 -r eu-west-1 --why

Exit status: 0 there are some, 1 there is none.")]
pub(crate) struct MachineTypesArguments {
    #[command(flatten)]
    pub(crate) profile: ProfileArguments,

    /// The machine image
    #[arg(long, short, value_name = "NAME")]
    pub(crate) image: String,

    /// The image version
    #[arg(long, short = 'V', value_name = "VERSION")]
    pub(crate) version: String,

    #[command(flatten)]
    pub(crate) surroundings: SurroundingsArguments,

    /// The zones of the worker, each of which must have the machine type; may be given several times
    #[arg(long, value_name = "NAME")]
    pub(crate) zone: Vec<String>,

    #[command(flatten)]
    pub(crate) choice: ChoiceArguments,
}

/// Print Shoots as Gardener fills them in: Kubernetes versions, architectures, machine images
///
/// The Shoots go to standard output with all their fields; what was filled in, and why, goes to standard error. Only what
/// depends on the profile is filled in; the API's other defaults are left out. With --against, workers that were there
/// before keep their images, as on an update.
#[derive(Debug, Args)]
#[command(after_long_help = "\
Examples:
  What will this Shoot become?
      rootstock default shoot.yaml --profile cloudprofile.yaml

  Which image does the new worker pool get?
      kubectl get shoot -n garden-dev apple -o yaml > old.yaml
      rootstock default new.yaml --against old.yaml --profile cloudprofile.yaml

Exit status: 0 everything is filled in, 1 something cannot be, 2 wrong usage, 3 a Shoot or its profile cannot be read or is
missing.")]
pub(crate) struct DefaultArguments {
    /// A file with Shoots, or - for standard input
    #[arg(value_name = "SHOOT")]
    pub(crate) shoot: PathBuf,

    /// The profiles that the Shoots refer to: files, directories or -; may be given several times
    #[arg(long = "profile", short, required = true, value_name = "PATH")]
    pub(crate) profiles: Vec<PathBuf>,

    /// A file with the Shoots as they were before
    #[arg(long, value_name = "OLD")]
    pub(crate) against: Option<PathBuf>,

    #[command(flatten)]
    pub(crate) answer: AnswerArguments,
}
