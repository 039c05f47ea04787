//! Why there is no image.

use rootstock_provider_api::NotFoundReason;
use serde::Serialize;

/// What stands between a machine type and an image.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Missing {
    /// The provider's half does not know the machine image.
    UnknownImage,
    /// The provider's half does not know the version.
    UnknownVersion,
    /// The provider's half maps the version to nothing.
    NothingMapped,
    /// The provider's half does not map the version, and need not: the extension finds images in another way, too.
    Elsewhere,
    /// The provider's half maps the version, but not in this region.
    NotInRegion,
    /// No flavor that has an image fits.
    Incompatible,
    /// The extension fails with the flavor that fits, because it does not say for which architecture it is.
    ArchitectureUnwritten,
    /// Several flavors fit equally well and cannot be told apart.
    Ambiguous,
}

impl Missing {
    /// A clause: `providerConfig does not know the version`.
    #[must_use]
    pub const fn in_words(self) -> &'static str {
        match self {
            Self::UnknownImage => "`providerConfig` does not know the image",
            Self::UnknownVersion => "`providerConfig` does not know the version",
            Self::NothingMapped => "`providerConfig` maps the version to nothing",
            Self::Elsewhere => {
                "`providerConfig` does not map the version, and the extension may find an image elsewhere"
            }
            Self::NotInRegion => "the version has no image in the region",
            Self::Incompatible => "no flavor that has an image fits",
            Self::ArchitectureUnwritten => "the flavor that fits does not say for which architecture it is",
            Self::Ambiguous => "several flavors fit equally well and cannot be told apart",
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
        }
    }
}
