//! What is asked for.

use rootstock_versioning::{Classification, Timestamp};
use serde::{Deserialize, Serialize};

use crate::{
    FieldSetting, ImageSettings, ItemOrder, MachineTypeAddition, MachineTypeFields, NewReference, ProfilePlace,
    Pruning, RegionAddition, Remapping, VersionName, VersionPattern, VersionSettings,
};

/// A change of a profile.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", tag = "do")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum ProfileChange {
    /// A version comes.
    Add(Addition),
    /// Versions become something else.
    Classify(NewClassification),
    /// Previews become supported, and what was supported of their minors before becomes deprecated.
    Promote(Promotion),
    /// Versions expire on a date.
    Expire(Expiration),
    /// Versions go, with their entries in the provider's half.
    Remove(VersionPattern),
    /// A machine type comes.
    AddMachineType(MachineTypeAddition),
    /// A machine type becomes something else.
    ChangeMachineType(MachineTypeFields),
    /// A machine type goes, with what the provider's half says of it.
    RemoveMachineType {
        /// The name.
        name: String,
    },
    /// A region comes, with references in the provider's half.
    AddRegion(RegionAddition),
    /// A region goes, with its references in the provider's half.
    RemoveRegion {
        /// The name.
        name: String,
    },
    /// A version that is there is mapped to other references.
    Map(Remapping),
    /// Versions of a machine image have other settings.
    SetVersion(VersionSettings),
    /// A machine image has other settings.
    SetImage(ImageSettings),
    /// A place gets another value, or comes.
    Set(FieldSetting),
    /// A field or an item goes.
    Unset {
        /// The place.
        place: ProfilePlace,
    },
    /// Items of a list come first in it.
    Order(ItemOrder),
    /// Versions that have expired and that nobody uses are removed, and entries of the provider's half that lead nowhere.
    Prune(Pruning),
}

impl ProfileChange {
    /// Whether it is about a single place, whatever that says.
    pub(crate) const fn is_about_a_place(&self) -> bool {
        matches!(self, Self::Set(_) | Self::Unset { .. } | Self::Order(_))
    }
}

/// Versions that become something else.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct NewClassification {
    /// The versions.
    #[serde(flatten)]
    pub versions: VersionPattern,
    /// What they become.
    pub classification: Classification,
    /// From when on, which only a `lifecycle` can say; absent: at once.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from: Option<Timestamp>,
}

/// Previews that become supported.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Promotion {
    /// The versions.
    #[serde(flatten)]
    pub versions: VersionPattern,
    /// From when on, which only a `lifecycle` can say; absent: at once.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from: Option<Timestamp>,
    /// When those expire that become deprecated and have no date yet; absent: that stays open.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub expires: Option<Timestamp>,
}

/// Versions that expire.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Expiration {
    /// The versions.
    #[serde(flatten)]
    pub versions: VersionPattern,
    /// When; absent: they do not expire any more.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub date: Option<Timestamp>,
}

/// A version that comes.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Addition {
    /// The version.
    #[serde(flatten)]
    pub name: VersionName,
    /// The version that it is like; absent: the newest one there is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub like: Option<String>,
    /// What it is; absent: a preview, which nobody gets without asking for it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub classification: Option<Classification>,
    /// When it expires, if that is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub expiration_date: Option<Timestamp>,
    /// The references to its images, which the provider's half maps.
    #[serde(default)]
    pub references: Vec<NewReference>,
    /// Whether it may lack references where the version that it is like has them.
    #[serde(default)]
    pub partial: bool,
}

impl Addition {
    /// A preview, like the newest version there is, without references so far.
    #[must_use]
    pub const fn new(name: VersionName) -> Self {
        Self { name, like: None, classification: None, expiration_date: None, references: Vec::new(), partial: false }
    }

    /// The classification that is written.
    #[must_use]
    pub fn classification(&self) -> Classification {
        self.classification.clone().unwrap_or(Classification::Preview)
    }
}
