//! `upkeep map`: changes the references of an existing version.

use std::path::PathBuf;

use clap::Args;
use rootstock_provider_api::Registry;
use rootstock_upkeep::{NewReference, ProfileChange, Remapping, VersionName};

use super::edit::{self, EditArguments};
use super::lists;
use crate::failure::Failure;
use crate::{Status, Streams};

/// Change or add references of a machine image version
///
/// References replace those of the same region and flavor, and are added for regions without one. Other references stay. A version
/// without an entry gets its first one, in the form of the newest mapped version of the image. A flavor that is not mapped yet cannot be
/// added to an entry.
#[derive(Debug, Args)]
#[command(after_long_help = "\
Examples:
  An image was rebuilt
      rootstock upkeep map aws.yaml gardenlinux@1592.2.0 \\
        --reference eu-west-1/arm64=ami-2

  Missing images have been uploaded since the version was added
      rootstock upkeep map aws.yaml gardenlinux@1592.3.0 \\
        --references published.yaml --in-place")]
pub(super) struct MapArguments {
    #[command(flatten)]
    edit: EditArguments,

    /// The version: IMAGE@VERSION
    #[arg(value_name = "VERSION")]
    version: VersionName,

    /// A reference: WHERE=REFERENCE, as for `upkeep add`; may be given several times
    #[arg(long, short, value_name = "WHERE=REFERENCE", required_unless_present = "references")]
    reference: Vec<NewReference>,

    /// A file with references (see docs/upkeep.md); those of this version are used
    #[arg(long, value_name = "FILE")]
    references: Vec<PathBuf>,
}

pub(super) fn run(arguments: &MapArguments, registry: &Registry, streams: &mut Streams) -> Result<Status, Failure> {
    arguments.edit.read_standard_input_once(&arguments.references)?;
    let mut references = arguments.reference.clone();
    references.extend(lists::references(&arguments.references, streams)?.of(&arguments.version));
    let remapping = Remapping { name: arguments.version.clone(), references };
    edit::run(&arguments.edit, vec![ProfileChange::Map(remapping)], registry, streams)
}
