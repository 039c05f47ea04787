//! `upkeep region`: adds and removes regions in both sections.

use std::path::PathBuf;

use clap::{Args, Subcommand};
use rootstock_provider_api::Registry;
use rootstock_upkeep::{ProfileChange, ReferenceList, RegionAddition, RegionReference};

use super::edit::{self, EditArguments};
use super::lists;
use crate::failure::Failure;
use crate::{Status, Streams};

/// Add and remove regions of a CloudProfile
///
/// A region is listed in `spec.regions`, and in `spec.providerConfig` with a reference for each image. Both sections are changed at
/// once by editing the text, like the other `upkeep` commands do.
#[derive(Debug, Args)]
#[command(after_long_help = "\
Examples:
  A region with the references that a file lists
      rootstock upkeep region add aws.yaml eu-north-1 --like eu-west-1 \\
        --references published.yaml

  With zones of other names, and references as options
      rootstock upkeep region add openstack.yaml eu-2 --like eu-1 --zone eu-2a \\
        --zone eu-2b --reference gardenlinux@1592.2.0/amd64=0b7b6b4c \\
        --reference gardenlinux@1592.2.0/arm64=1f0c3d2e

  Remove a region, unless it has a Shoot
      kubectl get shoots -A -o json |
        rootstock upkeep region remove aws.yaml eu-north-1 --shoots -")]
pub(super) struct RegionArguments {
    #[command(subcommand)]
    command: RegionCommand,
}

#[derive(Debug, Subcommand)]
enum RegionCommand {
    Add(AddArguments),
    Remove(RemoveArguments),
}

/// Add a region as a copy of another one
///
/// The labels, access restrictions and zones are copied, with the region's name replaced in zone names. Where
/// `spec.providerConfig` has a reference for the other region, the new one needs one, too; otherwise nothing is added. With
/// --partial, missing references are listed instead. Other settings of `spec.providerConfig` for the region are copied and
/// listed.
#[derive(Debug, Args)]
struct AddArguments {
    #[command(flatten)]
    edit: EditArguments,

    /// The name of the new region
    #[arg(value_name = "NAME")]
    called: String,

    /// The region to copy
    #[arg(long, value_name = "NAME")]
    like: String,

    /// The name of a zone, instead of the other region's zones; may be given several times
    #[arg(long = "zone", value_name = "NAME")]
    zones: Vec<String>,

    /// A label to add, or to override one of the other region; may be given several times
    #[arg(long = "label", value_name = "KEY=VALUE", value_parser = label)]
    labels: Vec<(String, String)>,

    /// A reference to an image in the new region: IMAGE@VERSION=REFERENCE, IMAGE@VERSION/ARCHITECTURE=REFERENCE or
    /// IMAGE@VERSION/CAPABILITY:VALUE,…=REFERENCE; may be given several times
    #[arg(long, short, value_name = "WHAT=REFERENCE")]
    reference: Vec<RegionReference>,

    /// A file with references (see docs/upkeep.md); those of the new region are used
    #[arg(long, value_name = "FILE")]
    references: Vec<PathBuf>,

    /// Add the region even if references are missing that the other region has
    #[arg(long)]
    partial: bool,
}

/// Remove regions, including their references in `spec.providerConfig`
///
/// With Shoots (--shoots), nothing is written if one of them is in a removed region.
#[derive(Debug, Args)]
struct RemoveArguments {
    #[command(flatten)]
    edit: EditArguments,

    /// The names of the regions
    #[arg(value_name = "NAME", required = true)]
    names: Vec<String>,
}

pub(super) fn run(arguments: &RegionArguments, registry: &Registry, streams: &mut Streams) -> Result<Status, Failure> {
    match &arguments.command {
        RegionCommand::Add(arguments) => add(arguments, registry, streams),
        RegionCommand::Remove(arguments) => {
            arguments.edit.read_standard_input_once(&[])?;
            let names = arguments.names.iter().cloned();
            let changes = names.map(|name| ProfileChange::RemoveRegion { name }).collect();
            edit::run(&arguments.edit, changes, registry, streams)
        }
    }
}

fn add(arguments: &AddArguments, registry: &Registry, streams: &mut Streams) -> Result<Status, Failure> {
    arguments.edit.read_standard_input_once(&arguments.references)?;
    let given = arguments.reference.iter().cloned();
    let mut references = ReferenceList { images: given.map(|one| one.listed(&arguments.called)).collect() };
    references.images.extend(lists::references(&arguments.references, streams)?.images);
    let addition = RegionAddition {
        name: arguments.called.clone(),
        like: arguments.like.clone(),
        zones: arguments.zones.clone(),
        labels: arguments.labels.iter().cloned().collect(),
        references,
        partial: arguments.partial,
    };
    edit::run(&arguments.edit, vec![ProfileChange::AddRegion(addition)], registry, streams)
}

fn label(text: &str) -> Result<(String, String), String> {
    match text.split_once('=') {
        Some((key, value)) if !key.is_empty() => Ok((key.to_owned(), value.to_owned())),
        _ => Err("write KEY=VALUE".to_owned()),
    }
}
