//! Fields of a machine type that differ from another one.

use rootstock_core_model::{ARCHITECTURE, Capabilities, MachineType, MachineTypeStorage, Quantity};
use rootstock_document::Decodable;
use serde::{Deserialize, Serialize};

/// A machine type: its name and some fields. Omitted fields are those of the copied machine type, or unchanged.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize, Decodable)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct MachineTypeFields {
    /// The name.
    pub name: String,
    /// The CPUs.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cpu: Option<Quantity>,
    /// The memory.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub memory: Option<Quantity>,
    /// The GPUs.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub gpu: Option<Quantity>,
    /// The root disk.
    #[serde(skip_serializing_if = "StorageFields::is_empty")]
    pub storage: StorageFields,
    /// Whether Shoots may use it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub usable: Option<bool>,
    /// The architecture. In a profile with capabilities it is the capability `architecture`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub architecture: Option<String>,
    /// Capabilities, each with all of its values.
    #[serde(skip_serializing_if = "Capabilities::is_empty")]
    pub capabilities: Capabilities,
}

/// Fields of a root disk.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize, Decodable)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct StorageFields {
    /// The volume class.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub class: Option<String>,
    /// The volume type.
    #[serde(rename = "type", skip_serializing_if = "Option::is_none")]
    pub storage_type: Option<String>,
    /// The fixed size.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub size: Option<Quantity>,
    /// The minimum size, if the user chooses the size.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub min_size: Option<Quantity>,
}

impl MachineTypeFields {
    /// Creates a machine type without fields.
    #[must_use]
    pub fn named(name: impl Into<String>) -> Self {
        Self { name: name.into(), ..Self::default() }
    }

    /// Fills omitted fields from another description of the same machine type.
    #[must_use]
    pub fn or(self, other: Self) -> Self {
        let Self { name, cpu, memory, gpu, storage, usable, architecture, mut capabilities } = self;
        for (capability, values) in other.capabilities.iter() {
            if capabilities.get(capability).is_none() {
                capabilities.insert(capability, values.to_vec());
            }
        }
        Self {
            name,
            cpu: cpu.or(other.cpu),
            memory: memory.or(other.memory),
            gpu: gpu.or(other.gpu),
            storage: storage.or(other.storage),
            usable: usable.or(other.usable),
            architecture: architecture.or(other.architecture),
            capabilities,
        }
    }

    /// Returns a copy of a machine type with these fields.
    pub(crate) fn apply_to(&self, like: &MachineType, has_capabilities: bool) -> MachineType {
        let mut new = MachineType { name: self.name.clone(), ..like.clone() };
        new.cpu = self.cpu.clone().unwrap_or(new.cpu);
        new.memory = self.memory.clone().unwrap_or(new.memory);
        new.gpu = self.gpu.clone().unwrap_or(new.gpu);
        new.usable = self.usable.or(new.usable);
        new.storage = self.storage.apply_to(new.storage.map(|storage| *storage)).map(Box::new);
        if let Some(architecture) = &self.architecture {
            if has_capabilities {
                new.capabilities.insert(ARCHITECTURE, vec![architecture.clone()]);
            }
            if !has_capabilities || new.architecture.is_some() {
                new.architecture = Some(architecture.clone());
            }
        }
        for (capability, values) in self.capabilities.iter() {
            new.capabilities.insert(capability, values.to_vec());
        }
        new
    }
}

impl StorageFields {
    /// Returns whether no field is set.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.class.is_none() && self.storage_type.is_none() && self.size.is_none() && self.min_size.is_none()
    }

    fn or(self, other: Self) -> Self {
        Self {
            class: self.class.or(other.class),
            storage_type: self.storage_type.or(other.storage_type),
            size: self.size.or(other.size),
            min_size: self.min_size.or(other.min_size),
        }
    }

    fn apply_to(&self, like: Option<MachineTypeStorage>) -> Option<MachineTypeStorage> {
        if self.is_empty() {
            return like;
        }
        let mut new = like.unwrap_or_default();
        new.class = self.class.clone().unwrap_or(new.class);
        new.storage_type = self.storage_type.clone().unwrap_or(new.storage_type);
        new.size = self.size.clone().or(new.size);
        new.min_size = self.min_size.clone().or(new.min_size);
        Some(new)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use rootstock_document::schema::Shape;

    use super::*;

    fn names(shape: Shape) -> BTreeSet<&'static str> {
        let Shape::Object(object) = shape else { return BTreeSet::new() };
        object.fields.iter().map(|field| field.name).collect()
    }

    /// A new field of machine types must be added here, unless it is left to `upkeep set`.
    #[test]
    fn fields_match_machine_type() {
        let mut field_names = names(MachineTypeFields::SHAPE);
        field_names.insert("machineControllerManager");
        assert_eq!(field_names, names(MachineType::SHAPE));
        assert_eq!(names(StorageFields::SHAPE), names(MachineTypeStorage::SHAPE));
    }
}
