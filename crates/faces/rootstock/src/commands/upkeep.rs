//! `upkeep`: the weekly work on a profile, in both halves.

mod add;
mod apply;
mod changes;
mod classify;
mod expire;
mod fields;
mod import;
mod lists;
mod machine_type;
mod map;
mod missing;
mod promote;
mod propose;
mod prune;
mod region;
mod remove;
mod settings;
mod shoots;
mod text;
mod work;

use clap::{Args, Subcommand};
use rootstock_provider_api::Registry;

use crate::failure::Failure;
use crate::{Status, Streams};

/// Add, classify, promote, expire, remove and prune versions, machine types and regions in both halves of a CloudProfile
///
/// A version stands in `spec.machineImages` and, with its references, in `spec.providerConfig`. Each of these commands
/// changes both halves at once by editing the text: comments and order stay. The change is shown as a diff, followed by what
/// it changes for machines, versions and, where they are given, Shoots; the file is written with --in-place. Nothing is
/// changed if the result has an error or a warning that the profile did not have, unless --accept names its rule.
#[derive(Debug, Args)]
#[command(after_long_help = "\
Examples:
  A new version of an image, with the references that a file lists
      rootstock upkeep add aws.yaml gardenlinux@1592.3.0 \\
        --references 1592.3.0.yaml

  A Kubernetes version that is supported at once, written to the file
      rootstock upkeep add aws.yaml kubernetes@1.34.2 \\
        --classification supported --in-place

  A preview becomes supported, and the patch before it deprecated
      rootstock upkeep promote aws.yaml kubernetes@1.34.2 --in-place

  Remove every version that has expired and that no Shoot uses
      rootstock upkeep prune aws.yaml --shoots shoots.yaml

  Everything that is due by the policies of rootstock.toml
      rootstock upkeep propose aws.yaml --shoots shoots.yaml

  A machine type that is like another one
      rootstock upkeep machine-type add aws.yaml m7i.xlarge --like m7i.large \\
        --cpu 4 --memory 16Gi

  A region with the references that a file lists
      rootstock upkeep region add aws.yaml eu-north-1 --like eu-west-1 \\
        --references published.yaml

  A zone, or any other field that no command above is about
      rootstock upkeep set aws.yaml 'spec.regions[eu-west-1].zones[eu-west-1c]'

  Several changes as one, from a file
      rootstock upkeep apply aws.yaml october.yaml

  What was done to the profile of one landscape, for the next one
      rootstock upkeep changes old.yaml new.yaml

  Remove a version, unless a Shoot uses it
      kubectl get shoots -A -o json |
        rootstock upkeep remove aws.yaml gardenlinux@1592.1.0 --shoots -")]
pub(crate) struct UpkeepArguments {
    #[command(subcommand)]
    command: UpkeepCommand,
}

#[derive(Debug, Subcommand)]
enum UpkeepCommand {
    Add(add::AddArguments),
    Classify(classify::ClassifyArguments),
    Promote(promote::PromoteArguments),
    Propose(propose::ProposeArguments),
    Expire(expire::ExpireArguments),
    Remove(remove::RemoveArguments),
    Prune(prune::PruneArguments),
    Missing(missing::MissingArguments),
    Import(import::ImportArguments),
    Map(map::MapArguments),
    SetVersion(settings::SetVersionArguments),
    SetImage(settings::SetImageArguments),
    Set(fields::SetArguments),
    Unset(fields::UnsetArguments),
    Order(fields::OrderArguments),
    Apply(apply::ApplyArguments),
    Changes(changes::ChangesArguments),
    MachineType(Box<machine_type::MachineTypeArguments>),
    Region(region::RegionArguments),
}

pub(super) fn run(arguments: &UpkeepArguments, registry: &Registry, streams: &mut Streams) -> Result<Status, Failure> {
    match &arguments.command {
        UpkeepCommand::Add(arguments) => add::run(arguments, registry, streams),
        UpkeepCommand::Classify(arguments) => classify::run(arguments, registry, streams),
        UpkeepCommand::Promote(arguments) => promote::run(arguments, registry, streams),
        UpkeepCommand::Propose(arguments) => propose::run(arguments, registry, streams),
        UpkeepCommand::Expire(arguments) => expire::run(arguments, registry, streams),
        UpkeepCommand::Remove(arguments) => remove::run(arguments, registry, streams),
        UpkeepCommand::Prune(arguments) => prune::run(arguments, registry, streams),
        UpkeepCommand::Missing(arguments) => missing::run(arguments, registry, streams),
        UpkeepCommand::Import(arguments) => import::run(arguments, registry, streams),
        UpkeepCommand::Map(arguments) => map::run(arguments, registry, streams),
        UpkeepCommand::SetVersion(arguments) => settings::run_version(arguments, registry, streams),
        UpkeepCommand::SetImage(arguments) => settings::run_image(arguments, registry, streams),
        UpkeepCommand::Set(arguments) => fields::run_set(arguments, registry, streams),
        UpkeepCommand::Unset(arguments) => fields::run_unset(arguments, registry, streams),
        UpkeepCommand::Order(arguments) => fields::run_order(arguments, registry, streams),
        UpkeepCommand::Changes(arguments) => changes::run(arguments, registry, streams),
        UpkeepCommand::Apply(arguments) => apply::run(arguments, registry, streams),
        UpkeepCommand::MachineType(arguments) => machine_type::run(arguments, registry, streams),
        UpkeepCommand::Region(arguments) => region::run(arguments, registry, streams),
    }
}
