//! What a team has agreed on about versions: how long they live, and on which days something happens.

use std::num::NonZeroU32;

use rootstock_versioning::{Day, Weekday};
use serde::{Deserialize, Serialize};

use super::matches_pattern;

/// What a team has agreed on about the versions of its profiles: `[upkeep]` of `rootstock.toml`.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct UpkeepPolicies {
    /// The days of the week on which versions may become something else; empty: all of them.
    pub weekdays: Vec<Weekday>,
    /// When nothing may change.
    pub freezes: Vec<Freeze>,
    /// How many days after it has expired a version that nobody uses is removed; absent: never.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub prune_days: Option<u32>,
    /// What holds for which versions. Of several policies for one image the first counts.
    pub policies: Vec<VersionPolicy>,
}

/// Days on which no version becomes something else.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Freeze {
    /// The first day.
    pub from: Day,
    /// The last day.
    pub to: Day,
    /// Why, for whoever reads a proposal.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
}

/// How the versions of a machine image, or of Kubernetes, live. What is absent is left to people.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct VersionPolicy {
    /// `kubernetes`, or the name of a machine image; `*` for anything in the name, but for Kubernetes.
    pub of: String,
    /// The profiles, `*` for anything; absent: all.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub profile: Option<String>,
    /// How many days a preview waits before it becomes supported.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub preview_days: Option<u32>,
    /// How many supported versions there are at most; older ones become deprecated.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub supported: Option<NonZeroU32>,
    /// How many supported versions a minor has at most; older ones become deprecated.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub supported_per_minor: Option<NonZeroU32>,
    /// How many days after its deprecation a version expires.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub deprecated_days: Option<u32>,
}

/// What Kubernetes is called where the name of a machine image could stand.
const KUBERNETES: &str = "kubernetes";

impl UpkeepPolicies {
    /// The policy for the versions of a machine image of a profile, or for those of Kubernetes.
    ///
    /// ```
    /// use rootstock_analysis::configuration::{UpkeepPolicies, VersionPolicy};
    /// let all = VersionPolicy { of: "*".to_owned(), preview_days: Some(7), ..VersionPolicy::default() };
    /// let policies = UpkeepPolicies { policies: vec![all], ..UpkeepPolicies::default() };
    /// assert!(policies.of("aws", Some("gardenlinux")).is_some());
    /// assert!(policies.of("aws", None).is_none());
    /// ```
    #[must_use]
    pub fn of(&self, profile: &str, image: Option<&str>) -> Option<&VersionPolicy> {
        self.policies.iter().find(|policy| {
            let is_about = match image {
                None => policy.of == KUBERNETES,
                Some(image) => policy.of != KUBERNETES && matches_pattern(&policy.of, image),
            };
            is_about && policy.profile.as_deref().is_none_or(|pattern| matches_pattern(pattern, profile))
        })
    }
}
