//! The reasons why there is no image.

use rootstock_provider_api::NotFoundReason;
use serde::Serialize;

/// The reason why a machine type has no image.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Missing {
    /// The provider section does not know the machine image.
    UnknownImage,
    /// The provider section does not know the version.
    UnknownVersion,
    /// The provider section maps the version to nothing.
    NothingMapped,
    /// The provider section does not map the version, but need not, because the extension can find images in another way.
    Elsewhere,
    /// The provider section maps the version, but not in this region.
    NotInRegion,
    /// No flavor with an image fits.
    Incompatible,
    /// The extension fails for the flavor that fits, because its architecture is not written.
    ArchitectureUnwritten,
    /// Several flavors fit equally well and cannot be distinguished.
    Ambiguous,
    /// The extension cannot decode the provider section.
    Undecodable,
}

impl Missing {
    /// Returns the reason as a clause: `providerConfig has no entry for the version`.
    #[must_use]
    pub const fn in_words(self) -> &'static str {
        match self {
            Self::UnknownImage => "`providerConfig` has no entry for the image",
            Self::UnknownVersion => "`providerConfig` has no entry for the version",
            Self::NothingMapped => "the entry for the version in `providerConfig` has no image",
            Self::Elsewhere => {
                "`providerConfig` does not map the version, but the extension may find an image elsewhere"
            }
            Self::NotInRegion => "the version has no image in the region",
            Self::Incompatible => "no flavor that has an image fits",
            Self::ArchitectureUnwritten => "the flavor that fits does not name its architecture",
            Self::Ambiguous => "several flavors fit equally well, and none is preferred",
            Self::Undecodable => "the extension cannot decode `providerConfig`",
        }
    }
}

impl From<&NotFoundReason> for Missing {
    fn from(reason: &NotFoundReason) -> Self {
        match reason {
            NotFoundReason::UnknownImage => Self::UnknownImage,
            NotFoundReason::UnknownVersion => Self::UnknownVersion,
            NotFoundReason::NothingMapped => Self::NothingMapped,
            NotFoundReason::Elsewhere => Self::Elsewhere,
            NotFoundReason::NotInRegion { .. } => Self::NotInRegion,
            NotFoundReason::Incompatible => Self::Incompatible,
            NotFoundReason::ArchitectureUnwritten => Self::ArchitectureUnwritten,
            NotFoundReason::Ambiguous => Self::Ambiguous,
            NotFoundReason::Undecodable(_) => Self::Undecodable,
        }
    }
}
