//! `upkeep`: the weekly maintenance of a profile, in both sections.

mod add;
mod apply;
mod changes;
mod classify;
pub(super) mod edit;
mod expire;
mod exposure;
pub(in crate::commands) mod facts;
mod fields;
mod import;
mod infer;
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
mod verify;

use clap::Args;
use rootstock_provider_api::Registry;

use crate::failure::Failure;
use crate::{Status, Streams};

/// Add, classify, promote, expire, remove and prune versions, machine types and regions in both sections of a CloudProfile
///
/// A version is listed in `spec.machineImages` and, with its references, in `spec.providerConfig`. Each of these commands changes
/// both sections at once by editing the text, so that comments and order stay. The change is shown as a diff, followed by its
/// effects on machines, versions and, if given, Shoots; --in-place writes the file. Nothing is changed if the result has an error
/// or a warning that the profile did not have, unless --accept names its rule.
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

  Which pools boot a version that must go, and until which night?
      rootstock upkeep exposure 'gardenlinux@<1592.3.0' --shoots shoots.yaml

  Everything that is due by the policies of rootstock.toml
      rootstock upkeep propose aws.yaml --shoots shoots.yaml

  A machine type like another one
      rootstock upkeep machine-type add aws.yaml m7i.xlarge --like m7i.large \\
        --cpu 4 --memory 16Gi

  A region with the references that a file lists
      rootstock upkeep region add aws.yaml eu-north-1 --like eu-west-1 \\
        --references published.yaml

  A zone, or any other field without its own command
      rootstock upkeep set aws.yaml 'spec.regions[eu-west-1].zones[eu-west-1c]'

  Does the cloud still have what the profile refers to?
      rootstock upkeep verify aws.yaml eu-west-1=images.json

  Several changes as one, from a file
      rootstock upkeep apply aws.yaml october.yaml

  The changes to one landscape's profile, for the next landscape
      rootstock upkeep changes old.yaml new.yaml

  Remove a version, unless a Shoot uses it
      kubectl get shoots -A -o json |
        rootstock upkeep remove aws.yaml gardenlinux@1592.1.0 --shoots -")]
pub(crate) struct UpkeepArguments {
    #[command(subcommand)]
    command: UpkeepCommand,
}

subcommands! {
    enum UpkeepCommand {
        Add(add::AddArguments) => add::run,
        Classify(classify::ClassifyArguments) => classify::run,
        Promote(promote::PromoteArguments) => promote::run,
        Propose(propose::ProposeArguments) => propose::run,
        Expire(expire::ExpireArguments) => expire::run,
        Remove(remove::RemoveArguments) => remove::run,
        Prune(prune::PruneArguments) => prune::run,
        Missing(missing::MissingArguments) => missing::run,
        Exposure(exposure::ExposureArguments) => exposure::run,
        Import(import::ImportArguments) => import::run,
        Verify(verify::VerifyArguments) => verify::run,
        Infer(infer::InferArguments) => infer::run,
        Map(map::MapArguments) => map::run,
        SetVersion(settings::SetVersionArguments) => settings::run_version,
        SetImage(settings::SetImageArguments) => settings::run_image,
        Set(fields::SetArguments) => fields::run_set,
        Unset(fields::UnsetArguments) => fields::run_unset,
        Order(fields::OrderArguments) => fields::run_order,
        Apply(apply::ApplyArguments) => apply::run,
        Changes(changes::ChangesArguments) => changes::run,
        MachineType(Box<machine_type::MachineTypeArguments>) => machine_type::run,
        Region(region::RegionArguments) => region::run,
    }
}

pub(super) fn run(arguments: &UpkeepArguments, registry: &Registry, streams: &mut Streams) -> Result<Status, Failure> {
    arguments.command.run(registry, streams)
}
