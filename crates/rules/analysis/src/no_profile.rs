//! The reasons why a profile is not available.

use rootstock_capability_engine::TooLarge;
use rootstock_core_model::{suggestion_suffix, suggestion_text};

use crate::key::ProfileKey;

/// The reason why there is no profile.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum NoProfile {
    /// A Shoot does not name a profile, and there is not exactly one candidate.
    #[error("it names no profile in `spec.cloudProfile`")]
    Unnamed,
    /// The profile is not among the inputs.
    #[error(
        "its {} `{key}` is not among the inputs", key.kind()
    )]
    Missing {
        /// The missing profile.
        key: ProfileKey,
        /// The similar name of one that is among them, as a suggestion.
        near: Option<String>,
    },
    /// A NamespacedCloudProfile without its parent and without what Gardener rendered last.
    #[error(
        "its {} `{key}` cannot be used: {}",
        key.kind(),
        without_parent(parent)
    )]
    Orphan {
        /// The NamespacedCloudProfile.
        key: ProfileKey,
        /// The name of the parent.
        parent: String,
        /// The similar name of a CloudProfile among the inputs, as a suggestion.
        near: Option<String>,
    },
    /// The profile is that of a ManagedCloudProfile, and a controller fills in its images.
    #[error(
        "{} `{key}` is in a ManagedCloudProfile with `machineImageUpdates`: a controller completes it, so nothing is judged by it",
        key.kind()
    )]
    CompletedElsewhere {
        /// The profile.
        key: ProfileKey,
    },
    /// The profile is too large to be compiled.
    #[error("its profile cannot be compared: {0}")]
    TooLarge(TooLarge),
}

impl NoProfile {
    /// Returns the message with a remedy; `how` describes in the caller's words how to provide documents: `with --profile`.
    #[must_use]
    pub fn with_remedy(&self, how: &str) -> String {
        self.append_remedy(self.to_string(), how)
    }

    fn append_remedy(&self, said: String, how: &str) -> String {
        match self.remedy(how) {
            Some(remedy) => format!("{said}; {remedy}"),
            None => said,
        }
    }

    /// Returns the remedy, if something is missing.
    pub(crate) fn remedy(&self, how: &str) -> Option<String> {
        let what = match self {
            Self::Missing { near: Some(near), .. } | Self::Orphan { near: Some(near), .. } => {
                return Some(suggestion_text(near));
            }
            Self::Missing { key, .. } if key.namespace.is_some() => "it and its parent",
            Self::Missing { .. } => "it",
            Self::Orphan { .. } => "the parent",
            Self::CompletedElsewhere { .. } => "the CloudProfile of the garden",
            Self::Unnamed | Self::TooLarge(_) => return None,
        };
        Some(format!("give {what} {how}"))
    }

    /// Returns the message for a user who asked for the profile by its name.
    ///
    /// ```
    /// use rootstock_analysis::{NoProfile, ProfileKey};
    ///
    /// let missing = NoProfile::Missing { key: ProfileKey::namespaced("garden-a", "smal"), near: Some("small".to_owned()) };
    /// let expected = "there is no NamespacedCloudProfile `garden-a/smal`; did you mean `garden-a/small`?";
    /// assert_eq!(missing.lookup_message(), expected);
    /// ```
    #[must_use]
    pub fn lookup_message(&self) -> String {
        let (reason, near) = match self {
            Self::Missing { key, near } => {
                let near = near.clone().map(|name| ProfileKey { name, ..key.clone() }.to_string());
                (format!("there is no {} `{key}`", key.kind()), near)
            }
            Self::Orphan { near, .. } => (self.reason(), near.clone()),
            Self::Unnamed | Self::CompletedElsewhere { .. } | Self::TooLarge(_) => (self.reason(), None),
        };
        reason + &near.map(|near| suggestion_suffix(&near)).unwrap_or_default()
    }

    /// Returns the reason from the profile's point of view, with its [remedy](Self::with_remedy).
    #[must_use]
    pub fn reason_with_remedy(&self, how: &str) -> String {
        self.append_remedy(self.reason(), how)
    }

    /// Returns the reason from the profile's point of view.
    #[must_use]
    pub fn reason(&self) -> String {
        match self {
            Self::Orphan { parent, .. } => without_parent(parent),
            Self::TooLarge(too_large) => too_large.to_string(),
            Self::Unnamed | Self::Missing { .. } | Self::CompletedElsewhere { .. } => self.to_string(),
        }
    }
}

fn without_parent(parent: &str) -> String {
    format!("its parent CloudProfile `{parent}` is not among the inputs, and it has no `status.cloudProfileSpec`")
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "tests")]

    use rootstock_core_model::{Semantics, Settings};

    use super::*;
    use crate::{Analysis, Role};

    /// The suggestion is also made if the other profile is added after the child was rendered.
    #[test]
    fn parent_with_a_similar_name_is_suggested() {
        let settings = Settings::new(Semantics::Documented, "2026-01-01T00:00:00Z".parse().unwrap());
        let mut analysis = Analysis::new(rootstock_providers::registry().unwrap(), settings);
        let add = |analysis: &mut Analysis, kind: &str, rest: &str| {
            let text = format!("apiVersion: core.gardener.cloud/v1beta1\nkind: {kind}\n{rest}\n");
            analysis.set(Role::Known, kind, text.as_bytes());
        };
        let child = "metadata: {name: own, namespace: garden-a}\nspec: {parent: {kind: CloudProfile, name: orchad}}";
        add(&mut analysis, "NamespacedCloudProfile", child);
        let none = |analysis: &Analysis| analysis.profile(&ProfileKey::from("garden-a/own")).unwrap_err();
        let reason =
            "its parent CloudProfile `orchad` is not among the inputs, and it has no `status.cloudProfileSpec`";
        assert_eq!(none(&analysis).lookup_message(), reason);
        assert_eq!(none(&analysis).reason_with_remedy("with -p"), format!("{reason}; give the parent with -p"));
        add(&mut analysis, "CloudProfile", "metadata: {name: orchard}");
        let expected = format!("{reason}; did you mean `orchard`?");
        assert_eq!(none(&analysis).lookup_message(), expected);
        assert_eq!(none(&analysis).reason_with_remedy("with -p"), expected);
    }
}
