//! Patterns for versions.

use std::fmt;
use std::str::FromStr;

use rootstock_analysis::configuration::matches_pattern;
use serde::{Deserialize, Serialize};

use crate::{UpkeepArgumentError, VersionName};

const WILDCARD: char = '*';

/// A pattern for versions of a machine image or of Kubernetes; `*` matches anything: `gardenlinux@1592.*`, `kubernetes@1.33.7`.
///
/// ```
/// use rootstock_upkeep::VersionPattern;
/// let pattern: VersionPattern = "gardenlinux@1592.*".parse()?;
/// assert!(pattern.matches("1592.10.0") && !pattern.matches("15920.1.0"));
/// # Ok::<(), rootstock_upkeep::UpkeepArgumentError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[cfg_attr(
    feature = "schema",
    derive(schemars::JsonSchema),
    schemars(
        description = "Versions of a machine image or of Kubernetes; `*` matches any characters: `gardenlinux@1592.*`, `kubernetes@1.33.7`."
    )
)]
pub struct VersionPattern {
    /// The machine image; absent for Kubernetes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub image: Option<String>,
    /// The version, or a pattern with `*` for anything.
    pub version: String,
}

impl VersionPattern {
    /// Returns whether it can only match one version.
    #[must_use]
    pub fn is_exact(&self) -> bool {
        !self.version.contains(WILDCARD)
    }

    /// Returns whether a version matches.
    #[must_use]
    pub fn matches(&self, version: &str) -> bool {
        matches_pattern(&self.version, version)
    }

    /// Returns the name of one of the versions, or of the pattern itself.
    #[must_use]
    pub fn named(&self, version: impl Into<String>) -> VersionName {
        VersionName { image: self.image.clone(), version: version.into() }
    }
}

impl From<VersionName> for VersionPattern {
    fn from(name: VersionName) -> Self {
        Self { image: name.image, version: name.version }
    }
}

impl fmt::Display for VersionPattern {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.named(&self.version).fmt(f)
    }
}

impl FromStr for VersionPattern {
    type Err = UpkeepArgumentError;

    fn from_str(text: &str) -> Result<Self, UpkeepArgumentError> {
        let form = "IMAGE@VERSION or kubernetes@VERSION, with `*` for any characters in the version, for instance \
                    `gardenlinux@1592.*`";
        text.parse::<VersionName>().map(Self::from).map_err(|_| UpkeepArgumentError::new(text, form))
    }
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;

    #[rstest]
    #[case("1.2.3", "1.2.3", true)]
    #[case("1.2.3", "1.2.30", false)]
    #[case("*", "1.2.3", true)]
    #[case("1.*", "1.2.3", true)]
    #[case("1.*", "11.2.3", false)]
    #[case("*.3", "1.2.3", true)]
    #[case("1.*.3", "1.3", false)]
    #[case("1.*-gen2", "1.2.3-gen2", true)]
    #[case("1.*2*3", "1.2.3", true)]
    #[case("1.*3*2*", "1.2.3", false)]
    #[case("1*1", "1", false)]
    #[case("**", "", true)]
    fn pattern_matches_version(#[case] pattern: &str, #[case] version: &str, #[case] expected: bool) {
        let pattern = VersionPattern { image: None, version: pattern.to_owned() };
        assert_eq!(pattern.matches(version), expected);
    }

    #[test]
    fn pattern_is_parsed_and_displayed() {
        for text in ["gardenlinux@1592.*", "kubernetes@1.33.7"] {
            assert_eq!(text.parse::<VersionPattern>().unwrap().to_string(), text);
        }
        assert!("gardenlinux".parse::<VersionPattern>().is_err());
    }
}
