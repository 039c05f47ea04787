//! The options of a migration: capabilities, the meaning of version suffixes, the values of machine types, and images.

use std::collections::BTreeMap;
use std::str::FromStr;

use rootstock_core_model::{CapabilityDefinition, matches_pattern};
use serde::{Deserialize, Serialize};

/// The options of a migration. By default, it only carries over architectures.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct MigrationOptions {
    /// Capabilities to register, most important first, values most preferred first.
    pub capabilities: Vec<CapabilityDefinition>,
    /// The meaning of version suffixes. A version with a suffix becomes a flavor of the version without it.
    pub suffixes: Vec<SuffixMeaning>,
    /// The values that machine types support. Machine types without an entry support every value.
    pub machine_types: Vec<TypeValues>,
    /// The images whose entries are migrated; empty: all of them.
    pub images: Vec<ImageFilter>,
    /// Whether versions with a suffix stay, for the Shoots that use them.
    pub keep_suffixed: bool,
    /// Whether to remove what the provider section maps but the core section does not offer. In a profile with
    /// capabilities this is an error, which Gardener does not report.
    pub drop_surplus: bool,
    /// Capabilities that become capabilities that workers ask for (GEP-54). They are renamed alone, without the other steps.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub renames: Vec<CapabilityRename>,
}

/// An argument that cannot be parsed.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{argument}` is invalid; write {form}")]
pub struct ArgumentError {
    argument: String,
    form: &'static str,
}

/// The meaning of a version suffix: `gen2=hyperVGeneration:gen2`.
///
/// ```
/// use rootstock_migration::SuffixMeaning;
/// let suffix: SuffixMeaning = "gen2=hyperVGeneration:gen2".parse()?;
/// assert_eq!((suffix.suffix.as_str(), suffix.capability.as_str()), ("gen2", "hyperVGeneration"));
/// let none: SuffixMeaning = "=hyperVGeneration:gen1".parse()?;
/// assert_eq!(none.suffix, "");
/// assert!("gen2".parse::<SuffixMeaning>().is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SuffixMeaning {
    /// The suffix without its dash, in which `*` matches any characters; empty for versions without a suffix.
    pub suffix: String,
    /// The capability.
    pub capability: String,
    /// The value.
    pub value: String,
}

impl FromStr for SuffixMeaning {
    type Err = ArgumentError;

    fn from_str(text: &str) -> Result<Self, ArgumentError> {
        let form = "SUFFIX=CAPABILITY:VALUE, for instance `gen2=hyperVGeneration:gen2`";
        let error = || ArgumentError { argument: text.to_owned(), form };
        let (suffix, meaning) = text.split_once('=').ok_or_else(error)?;
        let (capability, value) = meaning.split_once(':').ok_or_else(error)?;
        if capability.is_empty() || value.is_empty() {
            return Err(error());
        }
        Ok(Self {
            suffix: suffix.trim_start_matches('-').to_owned(),
            capability: capability.to_owned(),
            value: value.to_owned(),
        })
    }
}

/// The values that some machine types support: `Standard_D*=hyperVGeneration:gen2,gen1`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TypeValues {
    /// The name of a machine type; `*` matches any characters.
    pub pattern: String,
    /// The capability.
    pub capability: String,
    /// The values.
    pub values: Vec<String>,
}

impl FromStr for TypeValues {
    type Err = ArgumentError;

    fn from_str(text: &str) -> Result<Self, ArgumentError> {
        let form = "MACHINE-TYPE=CAPABILITY:VALUE,VALUE, for instance `metal-*=hypervisor:baremetal`";
        let error = || ArgumentError { argument: text.to_owned(), form };
        let (pattern, meaning) = text.split_once('=').ok_or_else(error)?;
        let (capability, values) = meaning.split_once(':').ok_or_else(error)?;
        let values: Vec<String> = values.split(',').map(|value| value.trim().to_owned()).collect();
        if pattern.is_empty() || capability.is_empty() || values.iter().any(String::is_empty) {
            return Err(error());
        }
        Ok(Self { pattern: pattern.to_owned(), capability: capability.to_owned(), values })
    }
}

impl TypeValues {
    pub(crate) fn names(&self, machine_type: &str) -> bool {
        matches_pattern(&self.pattern, machine_type)
    }
}

/// A registered capability that becomes one that workers ask for: `secureBoot=gardener-bootType:none=standard`.
///
/// ```
/// use rootstock_migration::CapabilityRename;
/// let rename: CapabilityRename = "secureBoot=gardener-bootType:none=standard".parse()?;
/// assert_eq!((rename.from.as_str(), rename.to.as_str()), ("secureBoot", "gardener-bootType"));
/// assert_eq!(rename.values["none"], "standard");
/// assert!("secureBoot".parse::<CapabilityRename>().is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CapabilityRename {
    /// The registered capability.
    pub from: String,
    /// The capability that workers ask for.
    pub to: String,
    /// The new names of values; values without one keep their names.
    #[serde(default)]
    pub values: BTreeMap<String, String>,
}

impl FromStr for CapabilityRename {
    type Err = ArgumentError;

    fn from_str(text: &str) -> Result<Self, ArgumentError> {
        let form =
            "CAPABILITY=CAPABILITY:VALUE=VALUE,VALUE=VALUE, for instance `secureBoot=gardener-bootType:none=standard`";
        let error = || ArgumentError { argument: text.to_owned(), form };
        let pair = |text: &str| match text.split_once('=') {
            Some((from, to)) if !from.is_empty() && !to.is_empty() => Ok((from.to_owned(), to.to_owned())),
            _ => Err(error()),
        };
        let (names, values) = text.split_once(':').map_or((text, None), |(names, values)| (names, Some(values)));
        let (from, to) = pair(names)?;
        let values = values.map(|values| values.split(',').map(|value| pair(value.trim())).collect()).transpose()?;
        Ok(Self { from, to, values: values.unwrap_or_default() })
    }
}

/// An image, or one version of it: `gardenlinux` or `gardenlinux@1592.2.0`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ImageFilter {
    /// The image.
    pub image: String,
    /// The version; absent for the whole image.
    pub version: Option<String>,
}

impl FromStr for ImageFilter {
    type Err = ArgumentError;

    fn from_str(text: &str) -> Result<Self, ArgumentError> {
        let (image, version) = match text.split_once('@') {
            Some((image, version)) => (image, Some(version.to_owned())),
            None => (text, None),
        };
        if image.is_empty() || version.as_deref() == Some("") {
            return Err(ArgumentError {
                argument: text.to_owned(),
                form: "NAME or NAME@VERSION, for instance `gardenlinux@1592.2.0`",
            });
        }
        Ok(Self { image: image.to_owned(), version })
    }
}

/// Parses the form of `--capability`: `NAME=VALUE,VALUE`.
///
/// # Errors
///
/// Returns an error if the text has another form.
pub fn capability(text: &str) -> Result<CapabilityDefinition, ArgumentError> {
    let form = "NAME=VALUE,VALUE, for instance `hyperVGeneration=gen2,gen1`";
    let error = || ArgumentError { argument: text.to_owned(), form };
    let (name, values) = text.split_once('=').ok_or_else(error)?;
    let values: Vec<String> = values.split(',').map(|value| value.trim().to_owned()).collect();
    if name.is_empty() || values.iter().any(String::is_empty) {
        return Err(error());
    }
    Ok(CapabilityDefinition { name: name.to_owned(), values })
}
