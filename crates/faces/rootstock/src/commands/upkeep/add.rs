//! `upkeep add`: adds a version.

use std::path::PathBuf;

use clap::Args;
use rootstock_provider_api::Registry;
use rootstock_upkeep::{Addition, NewReference, ProfileChange, VersionName};
use rootstock_versioning::{Classification, Timestamp};

use super::edit::{self, EditArguments};
use super::lists;
use crate::failure::Failure;
use crate::{Status, Streams};

/// Add a version of a machine image, or of Kubernetes, to both sections of a CloudProfile
///
/// The new version is a copy of another one: it has the same flavors, architectures, runtimes, constraints and in-place update
/// settings, and is mapped in `spec.providerConfig` in the same way. Only the references differ, which you give here. If a
/// reference is missing where the copied version has one, nothing is added; with --partial, flavors without any image are
/// omitted, and missing references are listed.
#[derive(Debug, Args)]
#[command(after_long_help = "\
Examples:
  An image with one reference everywhere
      rootstock upkeep add gcp.yaml gardenlinux@1592.3.0 \\
        --reference '*=projects/example/global/images/gardenlinux-1592-3-0'

  One reference for each region and architecture
      rootstock upkeep add aws.yaml gardenlinux@1592.3.0 --like 1592.2.0 \\
        --reference eu-west-1/amd64=ami-1 --reference eu-west-1/arm64=ami-2

  From a list with missing references
      rootstock upkeep add aws.yaml gardenlinux@1592.3.0 \\
        --references published.yaml --partial

  A Kubernetes version
      rootstock upkeep add aws.yaml kubernetes@1.34.2 --in-place

Exit status: 0 added, 1 refused (references are missing, the result would have new findings, or the text cannot be \
edited), 2 the change does not apply to this profile, 3 something cannot be read, 5 Gardener would refuse the \
update.")]
pub(super) struct AddArguments {
    #[command(flatten)]
    edit: EditArguments,

    /// The version: IMAGE@VERSION, or kubernetes@VERSION
    #[arg(value_name = "VERSION")]
    version: VersionName,

    /// The version to copy [default: the newest one]
    #[arg(long, value_name = "VERSION")]
    like: Option<String>,

    /// A reference to the image of the new version: WHERE=REFERENCE, with a region or `*` for all regions and, if flavors differ,
    /// the architecture or capabilities: eu-west-1/arm64=ami-1, eu-west-1/arm64,bootMode:uefi=ami-1; may be given several times
    #[arg(long, short, value_name = "WHERE=REFERENCE")]
    reference: Vec<NewReference>,

    /// A file with references (see docs/upkeep.md); those of this version are used
    #[arg(long, value_name = "FILE")]
    references: Vec<PathBuf>,

    /// The classification of the new version
    #[arg(long, short, value_name = "CLASSIFICATION", default_value = "preview",
          value_parser = ["preview", "supported", "deprecated"])]
    classification: String,

    /// The expiration date: a date or an instant
    #[arg(long, value_name = "DATE", value_parser = crate::cli::end)]
    expires: Option<Timestamp>,

    /// Add the version even if references are missing that the copied version has
    #[arg(long)]
    partial: bool,
}

pub(super) fn run(arguments: &AddArguments, registry: &Registry, streams: &mut Streams) -> Result<Status, Failure> {
    arguments.edit.read_standard_input_once(&arguments.references)?;
    let mut references = arguments.reference.clone();
    references.extend(lists::references(&arguments.references, streams)?.of(&arguments.version));
    let addition = Addition {
        name: arguments.version.clone(),
        like: arguments.like.clone(),
        classification: Some(Classification::from(arguments.classification.as_str())),
        expiration_date: arguments.expires,
        references,
        partial: arguments.partial,
    };
    edit::run(&arguments.edit, vec![ProfileChange::Add(addition)], registry, streams)
}
