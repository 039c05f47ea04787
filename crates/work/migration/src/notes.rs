//! Remarks about a migration that are not part of its proof.

use rootstock_core_model::listed;
use serde::Serialize;

/// One remark.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase", tag = "kind")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Note {
    /// Machine types without given values: they support every value of a capability.
    AllValues {
        /// The capability.
        capability: String,
        /// The machine types.
        machine_types: Vec<String>,
    },
    /// Images without a version that has the suffix: their versions support every value of a capability.
    ImagesWithAllValues {
        /// The capability.
        capability: String,
        /// The images.
        images: Vec<String>,
    },
    /// Versions that differ only in suffixes whose meaning was not given; they stay versions of their own.
    SuffixWithoutMeaning {
        /// The first such image.
        image: String,
        /// The suffixes, without their dashes.
        suffixes: Vec<String>,
    },
    /// A version that became a flavor of another, or lost its suffix; Shoots that use it must move first.
    Absorbed {
        /// The image.
        image: String,
        /// The version with the suffix.
        version: String,
        /// The version that contains it now.
        into: String,
    },
    /// A version that became a flavor of another had other values in some fields; those of the other version apply.
    Overruled {
        /// The image.
        image: String,
        /// The version with the suffix.
        version: String,
        /// The fields.
        fields: Vec<String>,
    },
    /// The core section offered an architecture for which the provider section has no image.
    WithoutImage {
        /// The image.
        image: String,
        /// The version.
        version: String,
        /// The architecture.
        architecture: String,
    },
    /// An entry, or its image for an architecture, was removed because the core section does not offer it.
    Dropped {
        /// The image.
        image: String,
        /// The version.
        version: String,
        /// The architecture, if only its image was removed.
        architecture: Option<String>,
    },
    /// A capability became one that workers ask for.
    ChosenByWorkers {
        /// The capability.
        capability: String,
        /// The value for workers that ask for none.
        neutral: String,
        /// The field in which workers ask for another one.
        field: String,
    },
    /// A version had to be migrated although it was not requested.
    Along {
        /// The image.
        image: String,
        /// The version.
        version: String,
    },
}

impl std::fmt::Display for Note {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::AllValues { capability, machine_types } => write!(
                f,
                "no values of `{capability}` were given for {}: all values are supported",
                counted("machine type", machine_types)
            ),
            Self::ImagesWithAllValues { capability, images } => write!(
                f,
                "no version of {} has a suffix, so all versions support all values of `{capability}`",
                counted("image", images)
            ),
            Self::SuffixWithoutMeaning { image, suffixes } => write!(
                f,
                "image `{image}` has versions that differ only in a suffix ({}), which stay apart; with \
                 `--suffix SUFFIX=CAPABILITY:VALUE` they become flavors of one version",
                listed(suffixes.iter().map(|suffix| format!("-{suffix}")))
            ),
            Self::Absorbed { image, version, into } => write!(
                f,
                "image `{image}`: version `{version}` is now part of `{into}`; Gardener refuses to remove a version that \
                 Shoots use: update these Shoots first, or keep the version"
            ),
            Self::Overruled { image, version, fields } => write!(
                f,
                "image `{image}`: the values of version `{version}` for {} were removed; check the values of the version \
                 without the suffix",
                fields.iter().map(|field| format!("`{field}`")).collect::<Vec<_>>().join(", ")
            ),
            Self::WithoutImage { image, version, architecture } => write!(
                f,
                "image `{image}` version `{version}` was offered for `{architecture}`, but the provider section has no \
                 such image and no machine could be created: it is no longer offered"
            ),
            Self::Dropped { image, version, architecture: None } => write!(
                f,
                "image `{image}` version `{version}` was mapped by `providerConfig` but not offered: the entry was removed"
            ),
            Self::Dropped { image, version, architecture: Some(architecture) } => write!(
                f,
                "image `{image}` version `{version}` was mapped for `{architecture}` but not offered for it: the mapping \
                 was removed"
            ),
            Self::ChosenByWorkers { capability, neutral, field } => write!(
                f,
                "workers have `{capability}: [{neutral}]` now, unless they ask for another value in `{field}`"
            ),
            Self::Along { image, version } => write!(
                f,
                "image `{image}` version `{version}` had to be migrated as well: the provider does not accept its legacy \
                 format next to capabilities"
            ),
        }
    }
}

/// Formats a counted list: ``machine type `a` ``, ``machine types `a`, `b` and 3 more``.
fn counted(what: &str, names: &[String]) -> String {
    format!("{what}{} {}", if names.len() == 1 { "" } else { "s" }, listed(names))
}
