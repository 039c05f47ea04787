//! What there is to say about a run beside findings.

use rootstock_core_model::counted;

use crate::key::ProfileKey;

/// Something about the inputs that is no finding about a document, and that whoever asked should know.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Notice {
    /// Several profiles have one name: the first is used.
    #[error("there are several profiles `{key}`; the first is used, the one in {input} is not")]
    SeveralProfiles {
        /// What leads to them.
        key: ProfileKey,
        /// The input with one that is not used.
        input: String,
    },
    /// There is nothing that an object could be an update of: it is judged as a new one.
    #[error("there is no old `{object}`: it is judged as a new object")]
    NoOld {
        /// The object, by its name or its namespace and name.
        object: String,
    },
    /// A document of an input that is referred to cannot be read.
    #[error("a document in {input} cannot be read")]
    UnreadableDocument {
        /// The input.
        input: String,
    },
    /// A profile that answers depend on has errors.
    #[error("{profile} has {}, so Gardener may answer differently", counted(*.errors, "error"))]
    ProfileErrors {
        /// The profile, in words.
        profile: String,
        /// The input it stands in.
        input: String,
        /// How many.
        errors: usize,
    },
}

impl Notice {
    /// The input to be checked, where a check tells more.
    #[must_use]
    pub fn to_be_checked(&self) -> Option<&str> {
        match self {
            Self::UnreadableDocument { input } | Self::ProfileErrors { input, .. } => Some(input),
            Self::SeveralProfiles { .. } | Self::NoOld { .. } => None,
        }
    }
}
