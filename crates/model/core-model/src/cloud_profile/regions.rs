//! `spec.regions`.

use std::collections::BTreeMap;

use rootstock_document::Decodable;
use serde::{Deserialize, Serialize};

use crate::nouns;

/// A region.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize, Decodable)]
#[serde(rename_all = "camelCase", default)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Region {
    /// The name, unique in the profile.
    #[decodable(key, offers = nouns::REGION)]
    pub name: String,
    /// The zones.
    #[serde(skip_serializing_if = "super::none_or_empty")]
    #[decodable(compare = Effect)]
    pub zones: Option<Vec<AvailabilityZone>>,
    /// Labels that Gardener adds to the resources it creates in the region.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    #[decodable(compare = Set)]
    pub labels: BTreeMap<String, String>,
    /// Access restrictions that Shoots can request in the region.
    #[serde(skip_serializing_if = "super::none_or_empty")]
    #[decodable(compare = Set)]
    pub access_restrictions: Option<Vec<AccessRestriction>>,
}

/// An availability zone.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize, Decodable)]
#[serde(rename_all = "camelCase", default)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct AvailabilityZone {
    /// The name, unique in the region.
    #[decodable(key, offers = nouns::ZONE)]
    pub name: String,
    /// Machine types that are not available in the zone.
    #[serde(skip_serializing_if = "super::none_or_empty")]
    #[decodable(compare = Effect, refers_to = nouns::MACHINE_TYPE)]
    pub unavailable_machine_types: Option<Vec<String>>,
    /// Volume types that are not available in the zone.
    #[serde(skip_serializing_if = "super::none_or_empty")]
    #[decodable(compare = Effect, refers_to = nouns::VOLUME_TYPE)]
    pub unavailable_volume_types: Option<Vec<String>>,
}

/// An access restriction.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize, Decodable)]
#[serde(rename_all = "camelCase", default)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct AccessRestriction {
    /// The name.
    #[decodable(key)]
    pub name: String,
}
