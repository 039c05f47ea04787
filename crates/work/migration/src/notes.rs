//! What a person should know about a migration beside its proof.

use rootstock_core_model::listed;
use serde::Serialize;

/// One thing worth knowing.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase", tag = "kind")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Note {
    /// Machine types of which nothing was said: they support every value of a capability.
    AllValues {
        /// The capability.
        capability: String,
        /// The machine types.
        machine_types: Vec<String>,
    },
    /// Images of which no version has the suffix: their versions support every value of a capability.
    ImagesWithAllValues {
        /// The capability.
        capability: String,
        /// The images.
        images: Vec<String>,
    },
    /// A version that became a flavor of another, or lost its suffix; shoots that use it must move first.
    Absorbed {
        /// The image.
        image: String,
        /// The version with the suffix.
        version: String,
        /// What it is part of now.
        into: String,
    },
    /// A version that became a flavor of another said something different about itself; the other one's word stands.
    Overruled {
        /// The image.
        image: String,
        /// The version with the suffix.
        version: String,
        /// The fields.
        fields: Vec<String>,
    },
    /// The core half offered an architecture that the provider's half has no image for.
    WithoutImage {
        /// The image.
        image: String,
        /// The version.
        version: String,
        /// The architecture.
        architecture: String,
    },
    /// An entry, or its image for an architecture, that the core half does not offer was taken out.
    Dropped {
        /// The image.
        image: String,
        /// The version.
        version: String,
        /// The architecture, if it is only that.
        architecture: Option<String>,
    },
    /// A version that was not asked for had to be migrated along.
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
                "nothing was said about `{capability}` of {}: all its values are supported there",
                counted("machine type", machine_types)
            ),
            Self::ImagesWithAllValues { capability, images } => write!(
                f,
                "no version of {} has a suffix: they support all values of `{capability}`",
                counted("image", images)
            ),
            Self::Absorbed { image, version, into } => write!(
                f,
                "image `{image}`: version `{version}` is part of `{into}` now; Gardener refuses to remove a version that \
                 shoots use, so let them move first, or keep it for them"
            ),
            Self::Overruled { image, version, fields } => write!(
                f,
                "image `{image}`: what version `{version}` said about {} is gone; look whether the version without the \
                 suffix says what you want",
                fields.iter().map(|field| format!("`{field}`")).collect::<Vec<_>>().join(", ")
            ),
            Self::WithoutImage { image, version, architecture } => write!(
                f,
                "image `{image}` version `{version}` was offered for `{architecture}`, and the provider's half has no \
                 such image: no machine could be created, and it is not offered any more"
            ),
            Self::Dropped { image, version, architecture: None } => write!(
                f,
                "image `{image}` version `{version}` was mapped by `providerConfig` and not offered: the entry is gone"
            ),
            Self::Dropped { image, version, architecture: Some(architecture) } => write!(
                f,
                "image `{image}` version `{version}` was mapped for `{architecture}` and not offered for it: the mapping \
                 is gone"
            ),
            Self::Along { image, version } => write!(
                f,
                "image `{image}` version `{version}` had to be migrated along: beside capabilities the provider does not \
                 take its legacy form"
            ),
        }
    }
}

/// ``machine type `a` ``, ``machine types `a`, `b` and 3 more``.
fn counted(what: &str, names: &[String]) -> String {
    format!("{what}{} {}", if names.len() == 1 { "" } else { "s" }, listed(names))
}
