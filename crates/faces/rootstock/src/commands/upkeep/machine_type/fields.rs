//! The fields of a machine type, as options.

use clap::Args;
use rootstock_core_model::Quantity;
use rootstock_upkeep::{MachineTypeFields, StorageFields};

#[derive(Debug, Args)]
pub(super) struct FieldArguments {
    /// The number of CPUs
    #[arg(long, value_name = "QUANTITY")]
    cpu: Option<Quantity>,

    /// The memory, for example 16Gi
    #[arg(long, value_name = "QUANTITY")]
    memory: Option<Quantity>,

    /// The number of GPUs
    #[arg(long, value_name = "QUANTITY")]
    gpu: Option<Quantity>,

    /// The architecture
    #[arg(long, value_name = "ARCHITECTURE", value_parser = ["amd64", "arm64"])]
    architecture: Option<String>,

    /// A capability with all its values: bootMode=uefi,bios; may be given several times
    #[arg(long, value_name = "NAME=VALUES", value_parser = capability)]
    capability: Vec<(String, Vec<String>)>,

    /// Allow or forbid new workers to use it
    #[arg(long, value_name = "BOOLEAN")]
    usable: Option<bool>,

    /// The volume class of the root disk
    #[arg(long, value_name = "CLASS")]
    storage_class: Option<String>,

    /// The volume type of the root disk
    #[arg(long, value_name = "TYPE")]
    storage_type: Option<String>,

    /// The fixed size of the root disk
    #[arg(long, value_name = "QUANTITY")]
    storage_size: Option<Quantity>,

    /// The minimal size of the root disk, if users choose its size
    #[arg(long, value_name = "QUANTITY")]
    storage_min_size: Option<Quantity>,
}

impl FieldArguments {
    /// Returns the fields of the machine type with this name.
    pub(super) fn of(&self, name: &str) -> MachineTypeFields {
        MachineTypeFields {
            cpu: self.cpu.clone(),
            memory: self.memory.clone(),
            gpu: self.gpu.clone(),
            usable: self.usable,
            architecture: self.architecture.clone(),
            capabilities: self.capability.iter().cloned().collect(),
            storage: StorageFields {
                class: self.storage_class.clone(),
                storage_type: self.storage_type.clone(),
                size: self.storage_size.clone(),
                min_size: self.storage_min_size.clone(),
            },
            ..MachineTypeFields::named(name)
        }
    }
}

fn capability(text: &str) -> Result<(String, Vec<String>), String> {
    match text.split_once('=') {
        Some((name, values)) if !name.is_empty() && !values.split(',').any(str::is_empty) => {
            Ok((name.to_owned(), values.split(',').map(str::to_owned).collect()))
        }
        _ => Err("write NAME=VALUE or NAME=VALUE,VALUE, for example `bootMode=uefi,bios`".to_owned()),
    }
}
