//! Why what is asked for has no profile.

use rootstock_capability_engine::TooLarge;
use rootstock_core_model::{and_did_you_mean, did_you_mean_that};

use crate::key::ProfileKey;

/// Why there is no profile.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum NoProfile {
    /// A Shoot names none, and there is not exactly one that it could mean.
    #[error("it names no profile in `spec.cloudProfile`")]
    Unnamed,
    /// The profile is not among the inputs.
    #[error(
        "its {} `{key}` is not among the inputs", key.kind()
    )]
    Missing {
        /// What was looked for.
        key: ProfileKey,
        /// The name of one that is among them, if that was probably meant.
        near: Option<String>,
    },
    /// A NamespacedCloudProfile, and neither its parent nor what Gardener rendered last is there.
    #[error(
        "its {} `{key}` is of no use: {}",
        key.kind(),
        without_parent(parent)
    )]
    Orphan {
        /// What was looked for.
        key: ProfileKey,
        /// The name of the parent.
        parent: String,
    },
    /// The profile is larger than anything that can be compiled.
    #[error("its profile cannot be compared: {0}")]
    TooLarge(TooLarge),
}

impl NoProfile {
    /// The same with what to do about it; `how` says in the caller's words how documents are given: `with --profile`.
    #[must_use]
    pub fn with_remedy(&self, how: &str) -> String {
        match self.remedy(how) {
            Some(remedy) => format!("{self}; {remedy}"),
            None => self.to_string(),
        }
    }

    /// What to do about it, if something is missing.
    pub(crate) fn remedy(&self, how: &str) -> Option<String> {
        let what = match self {
            Self::Missing { near: Some(near), .. } => return Some(did_you_mean_that(near)),
            Self::Missing { key, .. } if key.namespace.is_some() => "it and its parent",
            Self::Missing { .. } => "it",
            Self::Orphan { .. } => "the parent",
            Self::Unnamed | Self::TooLarge(_) => return None,
        };
        Some(format!("give {what} {how}"))
    }

    /// Why there is no profile, said to whoever has asked for it by its name.
    ///
    /// ```
    /// use rootstock_analysis::{NoProfile, ProfileKey};
    ///
    /// let missing = NoProfile::Missing { key: ProfileKey::namespaced("garden-a", "smal"), near: Some("small".to_owned()) };
    /// let expected = "there is no NamespacedCloudProfile `garden-a/smal`; did you mean `garden-a/small`?";
    /// assert_eq!(missing.to_who_asked(), expected);
    /// ```
    #[must_use]
    pub fn to_who_asked(&self) -> String {
        let Self::Missing { key, near } = self else { return self.reason() };
        let near = near.clone().map(|name| ProfileKey { name, ..key.clone() });
        let hint = near.map(|near| and_did_you_mean(&near.to_string())).unwrap_or_default();
        format!("there is no {} `{key}`{hint}", key.kind())
    }

    /// Why there is no profile, said of the profile itself.
    #[must_use]
    pub fn reason(&self) -> String {
        match self {
            Self::Orphan { parent, .. } => without_parent(parent),
            Self::TooLarge(too_large) => too_large.to_string(),
            Self::Unnamed | Self::Missing { .. } => self.to_string(),
        }
    }
}

fn without_parent(parent: &str) -> String {
    format!("its parent CloudProfile `{parent}` is not among the inputs, and it has no `status.cloudProfileSpec`")
}
