//! `upkeep set`, `upkeep unset` and `upkeep order`: generic changes for which there is no other command.

use clap::Args;
use rootstock_provider_api::Registry;
use rootstock_upkeep::{FieldSetting, ItemOrder, ProfileChange, ProfilePlace};

use super::edit::{self, EditArguments};
use crate::failure::Failure;
use crate::{Status, Streams};

/// Set fields of a CloudProfile, and add items to its lists
///
/// A place is a field path as in messages, but with list items by name: `spec.machineTypes[m5.large].usable`. An item is
/// identified by its `name` or `version`, and a string by itself; `*` matches anything. Items without a name are identified by
/// their fields, as in `capabilityFlavors[architecture:arm64,bootMode:uefi]`, and keys with dots are put in brackets, as in
/// `spec.regions[eu-1].labels[example.org/tier]`.
///
/// The value is YAML. An object is merged into the existing one: fields that it does not contain stay, and those that are null
/// are removed. A missing place is created, with everything on the path to it. Each value is set in the result of the previous
/// ones.
#[derive(Debug, Args)]
#[command(after_long_help = "\
Examples:
  Add a zone that lacks a machine type
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

  The maximum number of nodes of a Shoot
      rootstock upkeep set aws.yaml spec.limits.maxNodesTotal=200")]
pub(super) struct SetArguments {
    #[command(flatten)]
    edit: EditArguments,

    /// A place and its value: PLACE=VALUE; for a list item, the value is optional
    #[arg(value_name = "PLACE=VALUE", required = true)]
    settings: Vec<FieldSetting>,
}

/// Remove fields of a CloudProfile, or items of its lists
///
/// Places are written as for `upkeep set`. Lists and objects that become empty are removed, too.
#[derive(Debug, Args)]
#[command(after_long_help = "\
Examples:
  Remove a zone
      rootstock upkeep unset aws.yaml \\
        'spec.regions[eu-west-1].zones[eu-west-1c]'

  Make a machine type available in all zones again
      rootstock upkeep unset aws.yaml \\
        'spec.regions[*].zones[*].unavailableMachineTypes[m4.large]'

  New workers may use a machine type again
      rootstock upkeep unset aws.yaml 'spec.machineTypes[m4.large].usable'")]
pub(super) struct UnsetArguments {
    #[command(flatten)]
    edit: EditArguments,

    /// The fields or list items to remove
    #[arg(value_name = "PLACE", required = true)]
    places: Vec<ProfilePlace>,
}

/// Move items to the front of a list of a CloudProfile
///
/// The first machine image is the default of new workers, and the first capabilities and values are the preferred ones. All other
/// items follow in their present order. Places are written as for `upkeep set`.
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
    edit: EditArguments,

    /// The list to change
    #[arg(value_name = "PLACE")]
    place: ProfilePlace,

    /// The names of the items to put first, in order
    #[arg(value_name = "ITEM", required = true)]
    first: Vec<String>,
}

pub(super) fn run_set(arguments: &SetArguments, registry: &Registry, streams: &mut Streams) -> Result<Status, Failure> {
    arguments.edit.read_standard_input_once(&[])?;
    let changes = arguments.settings.iter().cloned().map(ProfileChange::Set).collect();
    edit::run_in_order(&arguments.edit, changes, registry, streams)
}

pub(super) fn run_unset(
    arguments: &UnsetArguments,
    registry: &Registry,
    streams: &mut Streams,
) -> Result<Status, Failure> {
    arguments.edit.read_standard_input_once(&[])?;
    let changes = arguments.places.iter().cloned().map(|place| ProfileChange::Unset { place }).collect();
    edit::run_in_order(&arguments.edit, changes, registry, streams)
}

pub(super) fn run_order(
    arguments: &OrderArguments,
    registry: &Registry,
    streams: &mut Streams,
) -> Result<Status, Failure> {
    arguments.edit.read_standard_input_once(&[])?;
    let order = ItemOrder { place: arguments.place.clone(), first: arguments.first.clone() };
    edit::run_in_order(&arguments.edit, vec![ProfileChange::Order(order)], registry, streams)
}
