//! Why another image is taken.

use serde::Serialize;

use super::Missing;

/// Why another image is taken.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(tag = "kind", rename_all = "camelCase", rename_all_fields = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum SelectionCause {
    /// There is no image any more.
    Lost {
        /// What stands in the way.
        missing: Missing,
    },
    /// The flavor that was taken is not there any more.
    FlavorRemoved,
    /// The flavor that was taken has no image in the region any more.
    NotInRegion,
    /// The flavor that was taken does not fit any more.
    NoLongerFits {
        /// The capability in which nothing is left.
        capability: String,
    },
    /// The values of a capability stand in another order of preference.
    ValuesReordered {
        /// The capability.
        capability: String,
        /// The values in the old profile, most preferred first.
        before: Vec<String>,
        /// The values in the new profile, most preferred first.
        after: Vec<String>,
    },
    /// The capabilities stand in another order of significance.
    CapabilitiesReordered {
        /// The capability that decided.
        before: Option<String>,
        /// The capability that decides now.
        after: Option<String>,
    },
    /// A flavor that was there, and did not fit, fits now and is preferred.
    FitsNow {
        /// The capability in which nothing was left.
        capability: String,
    },
    /// A flavor was added, or has an image in the region now, and is preferred.
    FlavorAdded {
        /// The capability that decides, if there was somebody else.
        capability: Option<String>,
    },
    /// Flavors or machine types declare something else, by which another flavor is preferred.
    DeclaredOtherwise {
        /// The capability that decided.
        before: Option<String>,
        /// The capability that decides now.
        after: Option<String>,
    },
    /// The same flavor refers to another image.
    OtherReference,
    /// There is an image now.
    Found {
        /// What stood in the way.
        missing: Missing,
    },
}

impl SelectionCause {
    /// How far down in a list that begins with the most dangerous.
    pub(crate) const fn danger(&self) -> u8 {
        match self {
            Self::Lost { .. } => 0,
            Self::Found { .. } => 3,
            Self::OtherReference => 2,
            _ => 1,
        }
    }
}
