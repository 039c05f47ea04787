//! The resolution of the profile's settings for a Shoot in a region, with reasons: question and answer, as data.

use std::collections::BTreeMap;

use rootstock_core_model::{FieldPath, RawObject};
use serde::Serialize;

/// A parameter, besides the region, that a provider's settings depend on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ResolutionParameter {
    /// The name in kebab-case, such as `domain`.
    pub name: &'static str,
    /// The meaning, as the end of a sentence that begins with "it is".
    pub meaning: &'static str,
}

/// The Shoot that settings are resolved for.
#[derive(Debug, Clone, Copy)]
pub struct ResolutionQuery<'a> {
    /// The region.
    pub region: &'a str,
    /// Values of the extension's [`parameters`](crate::Extension::resolution_parameters), by name; missing ones are
    /// unknown.
    pub parameters: &'a BTreeMap<String, String>,
    /// The Shoot's `spec.provider.infrastructureConfig`, if any.
    pub infrastructure_config: Option<&'a RawObject>,
    /// The Shoot's `spec.provider.controlPlaneConfig`, if any.
    pub control_plane_config: Option<&'a RawObject>,
}

/// The settings that a Shoot gets in a region.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Resolution {
    /// The settings, most relevant first.
    pub settings: Vec<ResolvedSetting>,
    /// Notes about parts of the answer that are omitted because a parameter is missing.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<String>,
}

/// A setting with the reasons for its value.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ResolvedSetting {
    /// The name in manifests, such as `floatingPool`.
    pub name: &'static str,
    /// The name in prose, such as `floating pool`.
    pub title: &'static str,
    /// The answer.
    pub answer: SettingAnswer,
    /// The answer of Gardener, in the release that is asked about, if it differs.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub gardener: Option<SettingAnswer>,
    /// The entries of the profile that were considered, in document order.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub entries: Vec<ConsideredEntry>,
}

impl ResolvedSetting {
    /// Builds a setting for which no entries compete.
    #[must_use]
    pub const fn plain(name: &'static str, title: &'static str, answer: SettingAnswer) -> Self {
        Self { name, title, answer, gardener: None, entries: Vec::new() }
    }
}

/// The value of a setting.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase", tag = "kind")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum SettingAnswer {
    /// A single value.
    Value {
        /// The value.
        value: String,
        /// The path of the value; `None` if it is built in.
        #[serde(skip_serializing_if = "Option::is_none")]
        path: Option<FieldPath>,
    },
    /// Several values, from which the Shoot chooses.
    Choice {
        /// The names, or patterns of names.
        values: Vec<String>,
    },
    /// A value that the Shoot has chosen, but must not choose.
    Refused {
        /// The choice.
        asked: String,
        /// The names, or patterns of names, that it may choose.
        allowed: Vec<String>,
    },
    /// No value, although one is required.
    Missing {
        /// The consequence, as a sentence.
        meaning: String,
    },
    /// No value.
    Unset {
        /// The consequence, as a sentence.
        meaning: String,
    },
}

/// An entry of the profile that was considered for a setting.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ConsideredEntry {
    /// The value of the entry.
    pub value: String,
    /// The path of the entry.
    pub path: FieldPath,
    /// The outcome of the entry.
    pub fate: EntryOutcome,
    /// The reason, as the rest of a sentence that begins with the entry.
    pub because: String,
}

/// The outcome of an entry.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum EntryOutcome {
    /// The entry that decides.
    Taken,
    /// An entry that the Shoot may choose.
    Possible,
    /// An entry that does not count.
    PassedOver,
}
