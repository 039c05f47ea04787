//! `upkeep map`: references of a version that is there.

use std::path::PathBuf;

use clap::Args;
use rootstock_provider_api::Registry;
use rootstock_upkeep::{NewReference, ProfileChange, Remapping, VersionName};

use super::lists;
use super::work::{self, WorkArguments};
use crate::failure::Failure;
use crate::{Status, Streams};

/// Map a version of a machine image to other references, or to more of them
///
/// References take the place of those that are there, for the same region and flavor, and come for regions that have none. What no
/// reference is given for stays. A flavor that is not mapped yet cannot be added.
#[derive(Debug, Args)]
#[command(after_long_help = "\
Examples:
  An image was built again
      rootstock upkeep map aws.yaml gardenlinux@1592.2.0 \\
        --reference eu-west-1/arm64=ami-2

  What was missing when the version was added has been uploaded
      rootstock upkeep map aws.yaml gardenlinux@1592.3.0 \\
        --references published.yaml --in-place")]
pub(super) struct MapArguments {
    #[command(flatten)]
    work: WorkArguments,

    /// The version: IMAGE@VERSION
    #[arg(value_name = "VERSION")]
    version: VersionName,

    /// A reference: WHERE=REFERENCE, as for `upkeep add`; may be given several times
    #[arg(long, short, value_name = "WHERE=REFERENCE", required_unless_present = "references")]
    reference: Vec<NewReference>,

    /// A file with references, as docs/upkeep.md describes it; those of this version are taken
    #[arg(long, value_name = "FILE")]
    references: Vec<PathBuf>,
}

pub(super) fn run(arguments: &MapArguments, registry: &Registry, streams: &mut Streams) -> Result<Status, Failure> {
    arguments.work.read_standard_input_once(&arguments.references)?;
    let mut references = arguments.reference.clone();
    references.extend(lists::references(&arguments.references, streams)?.of(&arguments.version));
    let remapping = Remapping { name: arguments.version.clone(), references };
    work::run(&arguments.work, vec![ProfileChange::Map(remapping)], registry, streams)
}
