//! What a proposal is made by.

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use rootstock_analysis::Child;
use rootstock_analysis::configuration::UpkeepPolicies;
use rootstock_versioning::Day;
use serde::{Deserialize, Serialize};

use crate::{UpkeepArgumentError, VersionInUse, VersionName, VersionPattern};

/// What a proposal is made by.
#[derive(Debug, Clone, Default)]
pub struct ProposalRules {
    /// What is agreed on.
    pub policies: UpkeepPolicies,
    /// Since when versions are what they are, where the profile does not say.
    pub since: Vec<KnownSince>,
    /// Who uses versions of the profile.
    pub users: VersionUsers,
    /// The NamespacedCloudProfiles below the profile.
    pub children: Vec<Arc<Child>>,
    /// The rules of which findings may be new.
    pub accepted: Vec<String>,
}

/// Who uses versions of a profile, as far as is known.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct VersionUsers {
    /// The versions that somebody uses, whether the profile has them or not.
    pub in_use: Vec<VersionInUse>,
    /// Whether nobody uses any other version.
    pub are_all_known: bool,
}

/// Since when versions are what they are. Only a `lifecycle` says so itself.
///
/// ```
/// use rootstock_upkeep::KnownSince;
/// let since: KnownSince = "kubernetes@1.35.*=2026-05-11".parse()?;
/// assert!(since.versions.matches("1.35.2"));
/// assert_eq!(since.to_string(), "kubernetes@1.35.*=2026-05-11");
/// # Ok::<(), rootstock_upkeep::UpkeepArgumentError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(
    feature = "schema",
    derive(schemars::JsonSchema),
    schemars(description = "Since when versions are what they are. Only a `lifecycle` says so itself.")
)]
pub struct KnownSince {
    /// The versions.
    #[serde(flatten)]
    pub versions: VersionPattern,
    /// The first day.
    pub since: Day,
}

impl ProposalRules {
    /// Since when a version is what it is, as far as that was given. Of several that match the first counts.
    pub(super) fn since(&self, name: &VersionName) -> Option<Day> {
        let is_meant = |one: &&KnownSince| one.versions.image == name.image && one.versions.matches(&name.version);
        self.since.iter().find(is_meant).map(|one| one.since)
    }
}

impl fmt::Display for KnownSince {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}={}", self.versions, self.since)
    }
}

impl FromStr for KnownSince {
    type Err = UpkeepArgumentError;

    fn from_str(text: &str) -> Result<Self, UpkeepArgumentError> {
        let form = "VERSION=DATE, for instance `kubernetes@1.35.2=2026-05-11`";
        let error = || UpkeepArgumentError::new(text, form);
        let (versions, since) = text.rsplit_once('=').ok_or_else(error)?;
        Ok(Self { versions: versions.parse().map_err(|_| error())?, since: since.parse().map_err(|_| error())? })
    }
}
