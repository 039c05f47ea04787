//! A team's policies for versions: their lifecycle, and the days on which changes may happen.

use std::num::NonZeroU32;

use rootstock_versioning::{Day, Weekday};
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize};

use super::matches_pattern;

/// The longest period in days that a policy or a question looks ahead: ten years.
pub const MAX_DAYS: u32 = 3_653;

/// The largest number of versions that a policy may keep.
pub(super) const MAX_VERSIONS: u32 = 1_000;

/// A team's policies for the versions of its profiles: `[upkeep]` of `rootstock.toml`.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct UpkeepPolicies {
    /// The days of the week on which versions may change their classification; empty: all of them.
    pub weekdays: Vec<Weekday>,
    /// Periods in which nothing may change.
    pub freezes: Vec<Freeze>,
    /// The number of days after its expiration at which an unused version is removed; absent: never.
    #[serde(skip_serializing_if = "Option::is_none", deserialize_with = "days::<_, 0>")]
    #[cfg_attr(feature = "schema", schemars(range(max = MAX_DAYS)))]
    pub prune_days: Option<u32>,
    /// The policies, by version. If several policies match an image, the first one applies.
    pub policies: Vec<VersionPolicy>,
}

/// A period in which no version changes its classification.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Freeze {
    /// The first day.
    pub from: Day,
    /// The last day.
    pub to: Day,
    /// The reason, for readers of a proposal.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
}

/// A lifecycle policy for the versions of a machine image or of Kubernetes. Absent fields are left to people.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct VersionPolicy {
    /// `kubernetes`, or the name of a machine image; `*` matches anything in the name, except Kubernetes.
    pub of: String,
    /// The profiles, `*` for anything; absent: all.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub profile: Option<String>,
    /// The number of days before a preview becomes supported.
    #[serde(skip_serializing_if = "Option::is_none", deserialize_with = "days::<_, 0>")]
    #[cfg_attr(feature = "schema", schemars(range(max = MAX_DAYS)))]
    pub preview_days: Option<u32>,
    /// The maximum number of supported versions; older ones become deprecated.
    #[serde(skip_serializing_if = "Option::is_none", deserialize_with = "versions")]
    #[cfg_attr(feature = "schema", schemars(range(max = MAX_VERSIONS)))]
    pub supported: Option<NonZeroU32>,
    /// The maximum number of supported versions of a minor; older ones become deprecated.
    #[serde(skip_serializing_if = "Option::is_none", deserialize_with = "versions")]
    #[cfg_attr(feature = "schema", schemars(range(max = MAX_VERSIONS)))]
    pub supported_per_minor: Option<NonZeroU32>,
    /// The number of days between deprecation and expiration of a version.
    #[serde(skip_serializing_if = "Option::is_none", deserialize_with = "days::<_, 1>")]
    #[cfg_attr(feature = "schema", schemars(range(min = 1, max = MAX_DAYS)))]
    pub deprecated_days: Option<u32>,
    /// The number of days between the end of life of a minor and the expiration of its versions, for Kubernetes: facts have the
    /// dates.
    #[serde(skip_serializing_if = "Option::is_none", deserialize_with = "days::<_, 0>")]
    #[cfg_attr(feature = "schema", schemars(range(max = MAX_DAYS)))]
    pub end_of_life_days: Option<u32>,
    /// The versions of Kubernetes that are added if facts have them; absent: none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub new_versions: Option<NewVersions>,
}

/// The versions of Kubernetes that are added.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum NewVersions {
    /// The newest patch of each minor that the profile has.
    Patches,
    /// Also the newest patch of each later minor.
    Minors,
}

impl NewVersions {
    /// Returns the value in `rootstock.toml`.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Patches => "patches",
            Self::Minors => "minors",
        }
    }
}

/// Deserializes a number of days within the bounds of `rootstock.toml`.
fn days<'de, D: Deserializer<'de>, const MIN_COUNT: u32>(deserializer: D) -> Result<Option<u32>, D::Error> {
    let days = Option::<u32>::deserialize(deserializer)?;
    match days.filter(|days| !(MIN_COUNT..=MAX_DAYS).contains(days)) {
        Some(_) => Err(D::Error::custom(format!("write a whole number of days from {MIN_COUNT} to {MAX_DAYS}"))),
        None => Ok(days),
    }
}

/// Deserializes a number of versions within the bounds of `rootstock.toml`.
fn versions<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<NonZeroU32>, D::Error> {
    let versions = Option::<NonZeroU32>::deserialize(deserializer)?;
    match versions.filter(|versions| versions.get() > MAX_VERSIONS) {
        Some(_) => Err(D::Error::custom(format!("write a whole number of versions from 1 to {MAX_VERSIONS}"))),
        None => Ok(versions),
    }
}

/// The value of [`VersionPolicy::of`] for Kubernetes, instead of the name of a machine image.
pub(super) const KUBERNETES: &str = "kubernetes";

impl UpkeepPolicies {
    /// Returns the policy for the versions of a machine image of a profile, or for those of Kubernetes if `image` is `None`.
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

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;

    #[rstest]
    #[case(r#"{"deprecatedDays": 0}"#, "days from 1 to 3653")]
    #[case(r#"{"deprecatedDays": 3654}"#, "days from 1 to 3653")]
    #[case(r#"{"previewDays": 4000000000}"#, "days from 0 to 3653")]
    #[case(r#"{"supported": 1001}"#, "versions from 1 to 1000")]
    #[case(r#"{"supportedPerMinor": 1001}"#, "versions from 1 to 1000")]
    #[case(r#"{"supported": 0}"#, "expected a nonzero u32")]
    fn policy_out_of_bounds_is_refused(#[case] text: &str, #[case] problem: &str) {
        let error = serde_json::from_str::<VersionPolicy>(text).unwrap_err().to_string();
        assert!(error.contains(problem), "{error}");
    }

    #[test]
    fn policy_within_bounds_is_accepted() {
        let text = r#"{"pruneDays": 3653, "policies": [{"of": "*", "previewDays": 0, "deprecatedDays": 1, "supported": 1000}]}"#;
        let policies: UpkeepPolicies = serde_json::from_str(text).unwrap();
        assert_eq!(policies.prune_days, Some(3653));
        assert_eq!(policies.policies.first().and_then(|policy| policy.deprecated_days), Some(1));
        assert!(serde_json::from_str::<UpkeepPolicies>(r#"{"pruneDays": 3654}"#).is_err());
    }
}
