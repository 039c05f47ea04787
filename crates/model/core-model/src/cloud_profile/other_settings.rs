//! The smaller parts of `spec`: bastion, limits, seed selector, control plane.

use std::collections::BTreeMap;

use rootstock_document::Decodable;
use serde::{Deserialize, Serialize};

use crate::nouns;

/// `spec.bastion`.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize, Decodable)]
#[serde(rename_all = "camelCase", default)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Bastion {
    /// The image.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub machine_image: Option<BastionMachineImage>,
    /// The machine type.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub machine_type: Option<BastionMachineType>,
}

/// The image of the bastion.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize, Decodable)]
#[serde(rename_all = "camelCase", default)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct BastionMachineImage {
    /// One of `spec.machineImages`.
    #[decodable(refers_to = nouns::MACHINE_IMAGE)]
    pub name: String,
    /// One of its versions; absent means the latest supported one.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[decodable(refers_to = nouns::IMAGE_VERSION)]
    pub version: Option<String>,
}

/// The machine type of the bastion.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize, Decodable)]
#[serde(rename_all = "camelCase", default)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct BastionMachineType {
    /// One of `spec.machineTypes`.
    #[decodable(refers_to = nouns::MACHINE_TYPE)]
    pub name: String,
}

/// `spec.limits`.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize, Decodable)]
#[serde(rename_all = "camelCase", default)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Limits {
    /// The maximum number of nodes of a Shoot.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max_nodes_total: Option<i32>,
}

/// `spec.seedSelector`: an inline label selector and provider types.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize, Decodable)]
#[serde(rename_all = "camelCase", default)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SeedSelector {
    /// The labels that a seed must have.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    #[decodable(compare = Effect)]
    pub match_labels: BTreeMap<String, String>,
    /// The expressions that a seed's labels must satisfy.
    #[serde(skip_serializing_if = "super::none_or_empty")]
    #[decodable(compare = Effect)]
    pub match_expressions: Option<Vec<LabelSelectorRequirement>>,
    /// The permitted provider types of a seed.
    #[serde(skip_serializing_if = "super::none_or_empty")]
    #[decodable(compare = Effect)]
    pub provider_types: Option<Vec<String>>,
}

/// One expression of a label selector.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize, Decodable)]
#[serde(rename_all = "camelCase", default)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LabelSelectorRequirement {
    /// The label's key.
    #[decodable(key)]
    pub key: String,
    /// `In`, `NotIn`, `Exists` or `DoesNotExist`; any other value is kept and reported.
    #[decodable(compare = Effect)]
    pub operator: String,
    /// The values for `In` and `NotIn`.
    #[serde(skip_serializing_if = "super::none_or_empty")]
    #[decodable(compare = Effect)]
    pub values: Option<Vec<String>>,
}

/// `spec.controlPlane`.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize, Decodable)]
#[serde(rename_all = "camelCase", default)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ControlPlane {
    /// Whether control planes may be pinned to zones.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub allow_zone_pinning: Option<bool>,
}
