//! The reasons for selecting another image.

use serde::Serialize;

use super::Missing;

/// The reason for selecting another image.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(tag = "kind", rename_all = "camelCase", rename_all_fields = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum SelectionCause {
    /// There is no longer an image.
    Lost {
        /// The obstacle.
        missing: Missing,
    },
    /// The previous flavor was removed.
    FlavorRemoved,
    /// The previous flavor no longer has an image in the region.
    NotInRegion,
    /// The previous flavor no longer fits.
    NoLongerFits {
        /// The capability without a common value.
        capability: String,
    },
    /// The values of a capability have another order of preference.
    ValuesReordered {
        /// The capability.
        capability: String,
        /// The values in the old profile, most preferred first.
        before: Vec<String>,
        /// The values in the new profile, most preferred first.
        after: Vec<String>,
    },
    /// The capabilities have another order of significance.
    CapabilitiesReordered {
        /// The capability that decided before.
        before: Option<String>,
        /// The capability that decides now.
        after: Option<String>,
    },
    /// An existing flavor that did not fit before fits now, and is preferred.
    FitsNow {
        /// The capability that had no common value.
        capability: String,
    },
    /// A flavor was added, or has an image in the region now, and is preferred.
    FlavorAdded {
        /// The capability that decides, if there was another candidate.
        capability: Option<String>,
    },
    /// Flavors or machine types have other declarations, because of which another flavor is preferred.
    DeclaredOtherwise {
        /// The capability that decided before.
        before: Option<String>,
        /// The capability that decides now.
        after: Option<String>,
    },
    /// A changed reference of the same flavor.
    OtherReference,
    /// There is an image now.
    Found {
        /// The previous obstacle.
        missing: Missing,
    },
}

impl SelectionCause {
    /// Returns the rank in a list that begins with the most dangerous changes.
    pub(crate) const fn danger(&self) -> u8 {
        match self {
            Self::Lost { .. } => 0,
            Self::Found { .. } => 3,
            Self::OtherReference => 2,
            _ => 1,
        }
    }
}
