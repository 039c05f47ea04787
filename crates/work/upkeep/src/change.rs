//! The changes of a profile.

use rootstock_versioning::{Classification, Timestamp};
use serde::{Deserialize, Serialize};

use crate::{
    Addition, FieldSetting, ImageSettings, ItemOrder, MachineTypeAddition, MachineTypeFields, ProfilePlace, Pruning,
    RegionAddition, Remapping, VersionPattern, VersionSettings,
};

/// A change of a profile.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", tag = "do", deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum ProfileChange {
    /// Adds a version.
    Add(Addition),
    /// Classifies versions.
    Classify(NewClassification),
    /// Makes previews supported, and deprecates the versions of their minors that were supported before.
    Promote(Promotion),
    /// Makes versions expire on a date.
    Expire(Expiration),
    /// Removes versions, with their entries in the provider section.
    Remove(VersionPattern),
    /// Adds a machine type.
    AddMachineType(MachineTypeAddition),
    /// Changes a machine type.
    ChangeMachineType(MachineTypeFields),
    /// Removes a machine type, with its items in the provider section.
    RemoveMachineType {
        /// The name.
        name: String,
    },
    /// Adds a region, with references in the provider section.
    AddRegion(RegionAddition),
    /// Removes a region, with its references in the provider section.
    RemoveRegion {
        /// The name.
        name: String,
    },
    /// Maps an existing version to other references.
    Map(Remapping),
    /// Changes settings of the versions of a machine image.
    SetVersion(VersionSettings),
    /// Changes settings of a machine image.
    SetImage(ImageSettings),
    /// Sets or adds the value at a place.
    Set(FieldSetting),
    /// Removes a field or an item.
    Unset {
        /// The place.
        place: ProfilePlace,
    },
    /// Moves items to the front of their list.
    Order(ItemOrder),
    /// Removes expired versions that are not in use, and stale entries of the provider section.
    Prune(Pruning),
}

impl ProfileChange {
    /// Returns whether the change refers to a single place.
    pub(crate) const fn is_place_change(&self) -> bool {
        matches!(self, Self::Set(_) | Self::Unset { .. } | Self::Order(_))
    }
}

/// A new classification of versions.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct NewClassification {
    /// The versions.
    #[serde(flatten)]
    pub versions: VersionPattern,
    /// The new classification.
    pub classification: Classification,
    /// The time from which it applies, which requires a `lifecycle`; absent: at once.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from: Option<Timestamp>,
}

/// A promotion of previews to supported versions.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Promotion {
    /// The versions.
    #[serde(flatten)]
    pub versions: VersionPattern,
    /// The time from which it applies, which requires a `lifecycle`; absent: at once.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from: Option<Timestamp>,
    /// The expiration date of the deprecated versions that have none yet; absent: none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub expires: Option<Timestamp>,
}

/// An expiration date for versions.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Expiration {
    /// The versions.
    #[serde(flatten)]
    pub versions: VersionPattern,
    /// The date; absent: the versions no longer expire.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub date: Option<Timestamp>,
}
