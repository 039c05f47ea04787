//! The commands that change the form of a profile: `migrate` and `canonicalize`.

use std::path::PathBuf;

use clap::Args;
use rootstock_core_model::CapabilityDefinition;
use rootstock_migration::{ImageFilter, Options, Suffix, TypeValues, capability};

use super::AnswerArguments;

/// A CloudProfile itself.
#[derive(Debug, Clone, Args)]
pub(crate) struct CloudProfileArguments {
    /// A file with a CloudProfile, or - for standard input
    #[arg(value_name = "PROFILE")]
    pub(crate) path: PathBuf,

    /// Which CloudProfile, when there are several in the file
    #[arg(long, value_name = "NAME")]
    pub(crate) name: Option<String>,
}

/// Migrate a CloudProfile from legacy fields to capabilities, and prove that machines get the same images
///
/// Both halves of the profile are migrated by editing the text: comments and order stay. The edited text is read again;
/// for every machine type, image version and region the provider's image is compared with the one before, in both
/// semantics, and the result must not have errors that the profile does not have. Otherwise nothing comes out. The text
/// goes to standard output, what was proven to standard error.
///
/// Versions with a suffix that stands for something (`1592.2.0-gen2`) become flavors of one version with --suffix. A profile
/// that has capabilities already is migrated further.
#[derive(Debug, Args)]
#[command(after_long_help = "\
Examples:
  What would change?
      rootstock migrate cloudprofile.yaml --diff

  One image after the other, where the provider takes both formats side by side
      rootstock migrate cloudprofile.yaml --image gardenlinux@1877.5.0 --in-place

  Versions `…-gen2` become flavors; types that support one generation only are named
      rootstock migrate cloudprofile.yaml --suffix gen2=hyperVGeneration:gen2 \\
        --suffix =hyperVGeneration:gen1 --machine-type 'Standard_A*=hyperVGeneration:gen1'

  And back
      rootstock migrate cloudprofile.yaml --rollback --diff

Exit status: 0 migrated or nothing to do, 1 refused (some machine would get another image, the result would have new
errors, or the text cannot be edited), 2 what is asked for makes no sense for this profile, 3 the profile cannot be read.")]
pub(crate) struct MigrateArguments {
    #[command(flatten)]
    pub(crate) profile: CloudProfileArguments,

    /// Migrate the provider's entries of this image, or of this version of it, only; may be given several times
    #[arg(long, short, value_name = "NAME[@VERSION]")]
    image: Vec<ImageFilter>,

    /// Register this capability, values most preferred first; may be given several times, most important first
    #[arg(long, value_name = "NAME=VALUES", value_parser = capability)]
    capability: Vec<CapabilityDefinition>,

    /// What a suffix of versions stands for; an empty suffix is for versions without one
    #[arg(long, value_name = "SUFFIX=CAPABILITY:VALUE")]
    suffix: Vec<Suffix>,

    /// What machine types support, `*` standing for any characters; types of which nothing is said support every value
    #[arg(long, short = 't', value_name = "NAME=CAPABILITY:VALUES")]
    machine_type: Vec<TypeValues>,

    /// Keep the versions with a suffix beside the version they are flavors of, for shoots that use them
    #[arg(long)]
    keep_suffixed: bool,

    /// Take out what `providerConfig` maps and `spec.machineImages` does not offer: beside capabilities that is an error
    #[arg(long)]
    drop_surplus: bool,

    /// Go back from capabilities to legacy fields, if these can say the same
    #[arg(long, conflicts_with_all = ["image", "capability", "machine_type", "keep_suffixed", "drop_surplus"])]
    pub(crate) rollback: bool,

    /// Show the change as a unified diff
    #[arg(long, conflicts_with = "in_place")]
    pub(crate) diff: bool,

    /// Write the result to the file
    #[arg(long)]
    pub(crate) in_place: bool,

    #[command(flatten)]
    pub(crate) answer: AnswerArguments,
}

impl MigrateArguments {
    /// What the library is asked for.
    pub(crate) fn options(&self) -> Options {
        Options {
            capabilities: self.capability.clone(),
            suffixes: self.suffix.clone(),
            machine_types: self.machine_type.clone(),
            images: self.image.clone(),
            keep_suffixed: self.keep_suffixed,
            drop_surplus: self.drop_surplus,
        }
    }
}

/// Print a CloudProfile as Gardener stores it: defaults filled in, legacy architectures and capabilities in step
///
/// The fields stay in the order in which they are written; what is filled in, and why, goes to standard error. With --old
/// the profile takes the place of another, which decides what Gardener fills in or drops; with --create it is new, and
/// Gardener v1.150 drops versions that have expired (--semantics gardener).
#[derive(Debug, Args)]
#[command(after_long_help = "\
Examples:
  What will Gardener add to my profile?
      rootstock canonicalize cloudprofile.yaml --diff

  As it will be stored when it takes the place of the one in the cluster
      kubectl get cloudprofile aws -o yaml > old.yaml
      rootstock canonicalize cloudprofile.yaml --old old.yaml")]
pub(crate) struct CanonicalizeArguments {
    #[command(flatten)]
    pub(crate) profile: CloudProfileArguments,

    /// The profile whose place it takes
    #[arg(long, value_name = "OLD")]
    pub(crate) old: Option<PathBuf>,

    /// The profile is new
    #[arg(long, conflicts_with = "old")]
    pub(crate) create: bool,

    /// Show the change as a unified diff of the text
    #[arg(long)]
    pub(crate) diff: bool,

    #[command(flatten)]
    pub(crate) answer: AnswerArguments,
}
