//! `upkeep set`, `upkeep unset` and `upkeep order`: what other commands have no word for.

use clap::Args;
use rootstock_provider_api::Registry;
use rootstock_upkeep::{FieldSetting, ItemOrder, ProfileChange, ProfilePlace};

use super::work::{self, WorkArguments};
use crate::failure::Failure;
use crate::{Status, Streams};

/// Set fields of a CloudProfile, and add items of its lists
///
/// A place is a field as messages name it, but with items of lists by their names: `spec.machineTypes[m5.large].usable`. An item is
/// named by its `name` or `version`, and a string by itself; `*` stands for anything. Items without a name are named by their fields,
/// as in `capabilityFlavors[architecture:arm64,bootMode:uefi]`, and keys with dots stand in brackets, as in
/// `spec.regions[eu-1].labels[example.org/tier]`.
///
/// The value is YAML. An object is laid over the one that is there: fields that it does not name stay, and those that are null are
/// taken away. What is not there comes, with everything on the way to it. Each value is set in what those before it have made.
#[derive(Debug, Args)]
#[command(after_long_help = "\
Examples:
  A zone comes, which does not have a machine type
      rootstock upkeep set aws.yaml \\
        'spec.regions[eu-west-1].zones[eu-west-1c].unavailableMachineTypes[m4.large]'

  A volume type
      rootstock upkeep set openstack.yaml \\
        'spec.volumeTypes[fast]={class: premium, minSize: 20Gi}'

  Versions of an image can be updated in place
      rootstock upkeep set aws.yaml \\
        'spec.machineImages[gardenlinux].versions[1592.*].inPlaceUpdates.supported=true'

  A container runtime on all versions
      rootstock upkeep set aws.yaml \\
        'spec.machineImages[*].versions[*].cri[containerd].containerRuntimes[gvisor]={}'

  The most nodes of a Shoot
      rootstock upkeep set aws.yaml spec.limits.maxNodesTotal=200")]
pub(super) struct SetArguments {
    #[command(flatten)]
    work: WorkArguments,

    /// A place and its value: PLACE=VALUE; an item of a list may come without a value
    #[arg(value_name = "PLACE=VALUE", required = true)]
    settings: Vec<FieldSetting>,
}

/// Take fields of a CloudProfile away, or items of its lists
///
/// Places are written as for `upkeep set`. A list or object of which nothing is left goes, too.
#[derive(Debug, Args)]
#[command(after_long_help = "\
Examples:
  A zone goes
      rootstock upkeep unset aws.yaml \\
        'spec.regions[eu-west-1].zones[eu-west-1c]'

  All zones have a machine type again
      rootstock upkeep unset aws.yaml \\
        'spec.regions[*].zones[*].unavailableMachineTypes[m4.large]'

  New workers may use a machine type again
      rootstock upkeep unset aws.yaml 'spec.machineTypes[m4.large].usable'")]
pub(super) struct UnsetArguments {
    #[command(flatten)]
    work: WorkArguments,

    /// The places
    #[arg(value_name = "PLACE", required = true)]
    places: Vec<ProfilePlace>,
}

/// Put items of a list of a CloudProfile first
///
/// The first machine image is the default of new workers, and of capabilities and their values those in front are preferred. All other
/// items come behind, in their order. Places are written as for `upkeep set`.
#[derive(Debug, Args)]
#[command(after_long_help = "\
Examples:
  New workers get Flatcar by default
      rootstock upkeep order openstack.yaml spec.machineImages flatcar

  NVMe is preferred to SCSI
      rootstock upkeep order aws.yaml \\
        'spec.machineCapabilities[storageAccess].values' NVMe SCSI")]
pub(super) struct OrderArguments {
    #[command(flatten)]
    work: WorkArguments,

    /// The list
    #[arg(value_name = "PLACE")]
    place: ProfilePlace,

    /// The names of the items that come first, in their order
    #[arg(value_name = "ITEM", required = true)]
    first: Vec<String>,
}

pub(super) fn run_set(arguments: &SetArguments, registry: &Registry, streams: &mut Streams) -> Result<Status, Failure> {
    arguments.work.read_standard_input_once(&[])?;
    let changes = arguments.settings.iter().cloned().map(ProfileChange::Set).collect();
    work::run_in_order(&arguments.work, changes, registry, streams)
}

pub(super) fn run_unset(
    arguments: &UnsetArguments,
    registry: &Registry,
    streams: &mut Streams,
) -> Result<Status, Failure> {
    arguments.work.read_standard_input_once(&[])?;
    let changes = arguments.places.iter().cloned().map(|place| ProfileChange::Unset { place }).collect();
    work::run_in_order(&arguments.work, changes, registry, streams)
}

pub(super) fn run_order(
    arguments: &OrderArguments,
    registry: &Registry,
    streams: &mut Streams,
) -> Result<Status, Failure> {
    arguments.work.read_standard_input_once(&[])?;
    let order = ItemOrder { place: arguments.place.clone(), first: arguments.first.clone() };
    work::run_in_order(&arguments.work, vec![ProfileChange::Order(order)], registry, streams)
}
