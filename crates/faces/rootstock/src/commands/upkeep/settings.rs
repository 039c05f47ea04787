//! `upkeep set-version` and `upkeep set-image`: settings of versions and images other than classifications and references.

use clap::Args;
use rootstock_provider_api::Registry;
use rootstock_upkeep::{ImageSettings, ProfileChange, VersionPattern, VersionSettings};

use super::edit::{self, EditArguments};
use crate::failure::Failure;
use crate::{Status, Streams};

/// Set the kubelet versions that machine image versions support
#[derive(Debug, Args)]
#[command(after_long_help = "\
Examples:
  Images that the next kubelet does not run on
      rootstock upkeep set-version aws.yaml 'gardenlinux@1592.*' \\
        --kubelet-version-constraint '< 1.36'")]
pub(super) struct SetVersionArguments {
    #[command(flatten)]
    edit: EditArguments,

    /// The versions: IMAGE@VERSION, where VERSION may contain the wildcard *
    #[arg(value_name = "VERSION", required = true)]
    versions: Vec<VersionPattern>,

    /// The kubelet versions: '>= 1.32, < 1.36'
    #[arg(long, value_name = "CONSTRAINT")]
    kubelet_version_constraint: String,
}

/// Set the update strategy of a machine image
#[derive(Debug, Args)]
pub(super) struct SetImageArguments {
    #[command(flatten)]
    edit: EditArguments,

    /// The machine image
    #[arg(value_name = "IMAGE")]
    image: String,

    /// Update to the latest patch, minor or major version
    #[arg(long, value_name = "STRATEGY", value_parser = ["patch", "minor", "major"])]
    update_strategy: String,
}

pub(super) fn run_version(
    arguments: &SetVersionArguments,
    registry: &Registry,
    streams: &mut Streams,
) -> Result<Status, Failure> {
    arguments.edit.read_standard_input_once(&[])?;
    let constraint = &arguments.kubelet_version_constraint;
    let set = |versions: &VersionPattern| {
        let (versions, kubelet_version_constraint) = (versions.clone(), constraint.clone());
        ProfileChange::SetVersion(VersionSettings { versions, kubelet_version_constraint })
    };
    edit::run(&arguments.edit, arguments.versions.iter().map(set).collect(), registry, streams)
}

pub(super) fn run_image(
    arguments: &SetImageArguments,
    registry: &Registry,
    streams: &mut Streams,
) -> Result<Status, Failure> {
    arguments.edit.read_standard_input_once(&[])?;
    let (image, update_strategy) = (arguments.image.clone(), arguments.update_strategy.clone());
    let change = ProfileChange::SetImage(ImageSettings { image, update_strategy });
    edit::run(&arguments.edit, vec![change], registry, streams)
}
