//! Remarks about a run that are not findings.

use rootstock_core_model::counted;

use crate::key::ProfileKey;

/// A remark about the inputs that is not a finding about a document, but that the caller should know.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Notice {
    /// Several profiles have the same name; the first one is used.
    #[error("there are several profiles `{key}`; the first is used, {} not", unused(.input, *.others))]
    DuplicateProfile {
        /// The key of the profiles.
        key: ProfileKey,
        /// The input that contains the first unused one.
        input: String,
        /// The number of further unused ones.
        others: usize,
    },
    /// An object has no previous state to be updated, so it is judged as a new one.
    #[error("there is no old `{object}`: it is judged as a new object")]
    MissingOldObject {
        /// The object, by its name or its namespace and name.
        object: String,
    },
    /// A document of a known input cannot be read.
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
        /// The input that contains it.
        input: String,
        /// The number of errors.
        errors: usize,
    },
}

impl Notice {
    /// Returns the input whose check reports more details.
    #[must_use]
    pub fn input_to_check(&self) -> Option<&str> {
        match self {
            Self::UnreadableDocument { input } | Self::ProfileErrors { input, .. } => Some(input),
            Self::DuplicateProfile { .. } | Self::MissingOldObject { .. } => None,
        }
    }
}

fn unused(input: &str, others: usize) -> String {
    match others {
        0 => format!("the one in {input} is"),
        others => format!("those in {input} and {} are", counted(others, "more place")),
    }
}
