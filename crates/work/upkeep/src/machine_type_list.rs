//! Lists of machine types in files.

use rootstock_document::Decodable;
use serde::{Deserialize, Serialize};

use crate::reference_list::read_list;
use crate::{ListError, MachineTypeFields};

/// A list of machine types, for example those that a cloud offers.
///
/// ```
/// use rootstock_upkeep::MachineTypeList;
/// let text = "\
/// machineTypes:
/// - {name: g_c4_m8, cpu: 4, memory: 8Gi}
/// ";
/// let list = MachineTypeList::read("types.yaml", text.as_bytes())?;
/// assert_eq!(list.of("g_c4_m8").and_then(|one| one.memory.clone()), Some("8Gi".parse()?));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize, Decodable)]
#[serde(rename_all = "camelCase", default)]
#[cfg_attr(
    feature = "schema",
    derive(schemars::JsonSchema),
    schemars(description = "A list of the machine types that a cloud offers.")
)]
pub struct MachineTypeList {
    /// The machine types.
    pub machine_types: Vec<MachineTypeFields>,
}

impl MachineTypeList {
    /// Parses a list in YAML or JSON; `name` is the file name.
    ///
    /// # Errors
    ///
    /// Returns an error if any part of the list is invalid: a list is used as a whole or not at all.
    pub fn read(name: &str, bytes: &[u8]) -> Result<Self, ListError> {
        read_list(name, bytes, "a list of machine types must be a single document with `machineTypes`")
    }

    /// Returns the fields of a machine type; the first of several entries with its name.
    #[must_use]
    pub fn of(&self, name: &str) -> Option<&MachineTypeFields> {
        self.machine_types.iter().find(|one| one.name == name)
    }
}
