//! Which of the profile's settings a Shoot gets in a region, and why: the question and the answer, as data.

use std::collections::BTreeMap;

use rootstock_core_model::{FieldPath, RawObject};
use serde::Serialize;

/// Something beside the region that a provider's settings depend on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ResolutionParameter {
    /// The name, in kebab-case: `domain`.
    pub name: &'static str,
    /// What it is, as the end of a sentence that begins with "it is".
    pub meaning: &'static str,
}

/// For whom settings are resolved.
#[derive(Debug, Clone, Copy)]
pub struct ResolutionQuery<'a> {
    /// The region.
    pub region: &'a str,
    /// Values of the extension's [`parameters`](crate::Extension::resolution_parameters), by name. What is not given is not
    /// known.
    pub parameters: &'a BTreeMap<String, String>,
    /// `spec.provider.infrastructureConfig` of the Shoot, if there is one.
    pub infrastructure_config: Option<&'a RawObject>,
    /// `spec.provider.controlPlaneConfig` of the Shoot, if there is one.
    pub control_plane_config: Option<&'a RawObject>,
}

/// The settings that a Shoot gets in a region.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Resolution {
    /// One after the other, in the order in which they are worth reading.
    pub settings: Vec<ResolvedSetting>,
    /// What the answer left out because something was not given.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<String>,
}

/// One setting, and how it came about.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ResolvedSetting {
    /// What it is called in manifests: `floatingPool`.
    pub name: &'static str,
    /// What it is called by people: `floating pool`.
    pub title: &'static str,
    /// The answer.
    pub answer: SettingAnswer,
    /// What Gardener v1.150 answers where that is something else.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub gardener: Option<SettingAnswer>,
    /// The entries of the profile that could have decided, in the order of the document.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub entries: Vec<ConsideredEntry>,
}

impl ResolvedSetting {
    /// A setting that no entries compete for.
    #[must_use]
    pub const fn plain(name: &'static str, title: &'static str, answer: SettingAnswer) -> Self {
        Self { name, title, answer, gardener: None, entries: Vec::new() }
    }
}

/// What a setting is.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase", tag = "kind")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum SettingAnswer {
    /// One value.
    Value {
        /// The value.
        value: String,
        /// Where it stands; nowhere if it is built in.
        #[serde(skip_serializing_if = "Option::is_none")]
        path: Option<FieldPath>,
    },
    /// The Shoot chooses one of these.
    Choice {
        /// Names, or patterns of names.
        values: Vec<String>,
    },
    /// What the Shoot chose is not allowed.
    Refused {
        /// The choice.
        asked: String,
        /// Names, or patterns of names, that it may choose.
        allowed: Vec<String>,
    },
    /// There is none, and there must be one.
    Missing {
        /// What that means, as a sentence.
        meaning: String,
    },
    /// There is none.
    Unset {
        /// What that means, as a sentence.
        meaning: String,
    },
}

/// An entry of the profile that could have decided a setting.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ConsideredEntry {
    /// What it says.
    pub value: String,
    /// Where it stands.
    pub path: FieldPath,
    /// What became of it.
    pub fate: EntryOutcome,
    /// Why, as the rest of a sentence that begins with the entry.
    pub because: String,
}

/// What became of an entry.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum EntryOutcome {
    /// The entry that decided.
    Taken,
    /// The Shoot may choose it.
    Possible,
    /// An entry that did not count.
    PassedOver,
}
