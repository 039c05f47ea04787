//! `upkeep machine-type`: adds, changes and removes machine types.

mod fields;
mod import;

use std::path::PathBuf;

use clap::{Args, Subcommand};
use rootstock_provider_api::Registry;
use rootstock_upkeep::{MachineTypeAddition, MachineTypeFields, MachineTypeList, ProfileChange};

use self::fields::FieldArguments;
use super::edit::{self, EditArguments};
use crate::failure::{Failure, InputError};
use crate::{Status, Streams, input};

/// Add, change and remove machine types of a CloudProfile
///
/// A machine type is listed in `spec.machineTypes`, in zones where it is unavailable, and for some providers in
/// `spec.providerConfig`. Each of these commands changes all of them at once by editing the text, like the other `upkeep`
/// commands.
#[derive(Debug, Args)]
#[command(after_long_help = "\
Examples:
  A machine type like another one
      rootstock upkeep machine-type add aws.yaml m7i.xlarge --like m7i.large \\
        --cpu 4 --memory 16Gi

  From the output of a cloud tool
      openstack flavor list --format json > flavors.json
      rootstock upkeep machine-type import openstack-flavors flavors.json \\
        > types.yaml
      rootstock upkeep machine-type add openstack.yaml g_c4_m8 --like g_c2_m4 \\
        --machine-types types.yaml

  New workers may no longer use it
      rootstock upkeep machine-type change aws.yaml m4.large --usable false \\
        --in-place

  Remove it, unless a Shoot uses it
      kubectl get shoots -A -o json |
        rootstock upkeep machine-type remove aws.yaml m4.large --shoots -")]
pub(super) struct MachineTypeArguments {
    #[command(subcommand)]
    command: MachineTypeCommand,
}

#[derive(Debug, Subcommand)]
enum MachineTypeCommand {
    Add(AddArguments),
    Change(ChangeArguments),
    Remove(RemoveArguments),
    Import(import::ImportArguments),
}

/// Add a machine type as a copy of another one
///
/// Everything is copied from the other machine type, except for values given as options or in a list. It is unavailable in the
/// same zones, and has the same settings in `spec.providerConfig`.
#[derive(Debug, Args)]
struct AddArguments {
    #[command(flatten)]
    edit: EditArguments,

    /// The name of the new machine type
    #[arg(value_name = "NAME")]
    called: String,

    /// The machine type to copy
    #[arg(long, value_name = "NAME")]
    like: String,

    /// A file with machine types (see docs/upkeep.md); options take precedence over it
    #[arg(long, value_name = "FILE")]
    machine_types: Vec<PathBuf>,

    #[command(flatten)]
    fields: FieldArguments,
}

/// Change fields of a machine type
#[derive(Debug, Args)]
struct ChangeArguments {
    #[command(flatten)]
    edit: EditArguments,

    /// The name of the machine type
    #[arg(value_name = "NAME")]
    called: String,

    #[command(flatten)]
    fields: FieldArguments,
}

/// Remove machine types, including their entries in zones and in `spec.providerConfig`
///
/// With Shoots (--shoots), nothing is written if one of them uses a removed machine type.
#[derive(Debug, Args)]
struct RemoveArguments {
    #[command(flatten)]
    edit: EditArguments,

    /// The names of the machine types
    #[arg(value_name = "NAME", required = true)]
    names: Vec<String>,
}

pub(super) fn run(
    arguments: &MachineTypeArguments,
    registry: &Registry,
    streams: &mut Streams,
) -> Result<Status, Failure> {
    match &arguments.command {
        MachineTypeCommand::Add(arguments) => add(arguments, registry, streams),
        MachineTypeCommand::Change(arguments) => {
            arguments.edit.read_standard_input_once(&[])?;
            let fields = arguments.fields.of(&arguments.called);
            edit::run(&arguments.edit, vec![ProfileChange::ChangeMachineType(fields)], registry, streams)
        }
        MachineTypeCommand::Remove(arguments) => {
            arguments.edit.read_standard_input_once(&[])?;
            let names = arguments.names.iter().cloned();
            let changes = names.map(|name| ProfileChange::RemoveMachineType { name }).collect();
            edit::run(&arguments.edit, changes, registry, streams)
        }
        MachineTypeCommand::Import(arguments) => import::run(arguments, streams),
    }
}

fn add(arguments: &AddArguments, registry: &Registry, streams: &mut Streams) -> Result<Status, Failure> {
    arguments.edit.read_standard_input_once(&arguments.machine_types)?;
    let mut fields: MachineTypeFields = arguments.fields.of(&arguments.called);
    for path in &arguments.machine_types {
        let (file, bytes) = input::require(path, streams)?;
        let list = MachineTypeList::read(&file, &bytes).map_err(|reason| InputError::List { file, reason })?;
        if let Some(listed) = list.of(&arguments.called) {
            fields = fields.or(listed.clone());
        }
    }
    let addition = MachineTypeAddition { like: arguments.like.clone(), fields };
    edit::run(&arguments.edit, vec![ProfileChange::AddMachineType(addition)], registry, streams)
}
