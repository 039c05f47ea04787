//! The arguments that tools have in addition to the fields of their question.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use schemars::generate::SchemaSettings;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// The arguments besides the question.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct Arguments {
    /// The manifests of the tool, and those that they refer to, each with either `path`, or `name` and `text`.
    #[serde(default)]
    pub(crate) documents: Vec<GivenDocument>,
    /// The profile in question, if the documents have several: NAME, or NAMESPACE/NAME.
    pub(crate) profile: Option<String>,
    /// The instant of the answer, RFC 3339; default: now.
    pub(crate) at: Option<String>,
    /// Gardener's documentation, or its behavior; default: documented, or as in rootstock.toml.
    pub(crate) semantics: Option<SemanticsArgument>,
    /// The release of Gardener: `1.148`; default: as in rootstock.toml, or in the Shoots, or the newest.
    pub(crate) gardener: Option<String>,
    /// The releases of extensions: `{"aws": "1.70"}`.
    pub(crate) extensions: Option<BTreeMap<String, String>>,
    /// `NAME=true,NAME=false`.
    pub(crate) feature_gates: Option<String>,
    /// Judge every object as a desired state (default), as if it were being created, or as an update of the document of the same kind
    /// and name with the role `old`.
    pub(crate) operation: Option<OperationArgument>,
    /// Accept objects that cannot be checked, such as a Shoot without its profile.
    pub(crate) allow_unchecked: Option<bool>,
    /// Also apply suggested fixes, which are probably right; review the result.
    #[serde(default)]
    pub(crate) unsafe_fixes: bool,
    /// Write the fixed files. Refused unless the server was started with `--allow-write`.
    #[serde(default)]
    pub(crate) write: bool,
    /// The number of items of each list; default: 20.
    #[schemars(range(min = 1, max = 200))]
    pub(crate) limit: Option<usize>,
    /// A `cursor` from `more`, for the rest of a list; repeat the other arguments.
    pub(crate) cursor: Option<String>,
}

/// The arguments of tools about manifests.
pub(crate) const ABOUT_MANIFESTS: &[&str] =
    &["documents", "profile", "at", "semantics", "gardener", "extensions", "featureGates"];
/// The arguments of the tool about releases, which has its own for the release of Gardener.
pub(crate) const UPGRADING: &[&str] = &["documents", "at", "extensions", "featureGates"];
/// The arguments of tools that check.
pub(crate) const CHECKING: &[&str] = &["operation", "allowUnchecked"];
/// The arguments of tools that fix.
pub(crate) const FIXING: &[&str] = &["unsafeFixes", "write"];
/// The arguments of every tool.
pub(crate) const SHORTENING: &[&str] = &["limit", "cursor"];

/// A manifest, or a file with several: either `path`, or `name` and `text`.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields, expecting = "an object with `path`, or with `name` and `text`")]
pub(crate) struct GivenDocument {
    /// A file, or a directory with .yaml, .yml and .json files.
    pub(crate) path: Option<String>,
    /// The name in answers.
    pub(crate) name: Option<String>,
    /// YAML or JSON.
    pub(crate) text: Option<String>,
    /// The role of its objects.
    #[serde(default)]
    pub(crate) role: GivenRole,
}

/// The role of a document.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum GivenRole {
    /// The subject of the tool (default).
    #[default]
    Checked,
    /// Others refer to it: a Shoot's profile, a parent; for `diff` and `upkeep_propose`, Shoots.
    Known,
    /// The object before a change, for `diff` and updates.
    Old,
}

/// The semantics to answer under.
#[derive(Debug, Clone, Copy, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum SemanticsArgument {
    Documented,
    Gardener,
}

/// The operation that objects are judged as.
#[derive(Debug, Clone, Copy, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum OperationArgument {
    State,
    Create,
    Update,
}

/// Returns the JSON Schema of the arguments.
pub(crate) fn schema() -> Value {
    let generator = SchemaSettings::draft2020_12().for_deserialize().into_generator();
    generator.into_root_schema_for::<Arguments>().to_value()
}
