//! `spec.machineTypes` and `spec.volumeTypes`.

use rootstock_document::Decodable;
use serde::{Deserialize, Serialize};

use crate::{Capabilities, GoDuration, Quantity, nouns};

/// A machine type.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize, Decodable)]
#[serde(rename_all = "camelCase", default)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct MachineType {
    /// The number of CPUs.
    pub cpu: Quantity,
    /// The number of GPUs.
    pub gpu: Quantity,
    /// The amount of memory.
    pub memory: Quantity,
    /// The name, unique in the profile.
    #[decodable(key, offers = nouns::MACHINE_TYPE)]
    pub name: String,
    /// The root disk.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub storage: Option<Box<MachineTypeStorage>>,
    /// Whether Shoots may use it; true if absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[decodable(compare = Effect)]
    pub usable: Option<bool>,
    /// The architecture (legacy; replaced by the `architecture` capability).
    #[serde(skip_serializing_if = "Option::is_none")]
    #[decodable(compare = Effect)]
    pub architecture: Option<String>,
    /// The capabilities of the hardware; an omitted capability means every registered value.
    #[serde(skip_serializing_if = "Capabilities::is_empty")]
    #[decodable(compare = Effect, refers_to = nouns::CAPABILITY)]
    pub capabilities: Capabilities,
    /// Settings of the machine controller manager.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[decodable(since = "1.137")]
    pub machine_controller_manager: Option<MachineControllerManagerSettings>,
}

/// The root disk of a machine type.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize, Decodable)]
#[serde(rename_all = "camelCase", default)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct MachineTypeStorage {
    /// The volume class.
    pub class: String,
    /// The fixed size.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub size: Option<Quantity>,
    /// The volume type.
    #[serde(rename = "type")]
    pub storage_type: String,
    /// The minimum size, if the size is configurable.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub min_size: Option<Quantity>,
}

/// Settings of the machine controller manager for one machine type.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize, Decodable)]
#[serde(rename_all = "camelCase", default)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct MachineControllerManagerSettings {
    /// The maximum time that a machine may take to start.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub machine_creation_timeout: Option<GoDuration>,
}

/// A volume type.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize, Decodable)]
#[serde(rename_all = "camelCase", default)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct VolumeType {
    /// The volume class.
    pub class: String,
    /// The name, unique in the profile.
    #[decodable(key, offers = nouns::VOLUME_TYPE)]
    pub name: String,
    /// Whether Shoots may use it; true if absent.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[decodable(compare = Effect)]
    pub usable: Option<bool>,
    /// The minimum size.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub min_size: Option<Quantity>,
}
