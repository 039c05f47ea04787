//! The inputs of a proposal.

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use rootstock_analysis::Child;
use rootstock_analysis::configuration::UpkeepPolicies;
use rootstock_facts::KubernetesFact;
use rootstock_versioning::Day;
use serde::{Deserialize, Serialize};

use crate::{UpkeepArgumentError, VersionInUse, VersionName, VersionPattern};

/// The inputs of a proposal.
#[derive(Debug, Clone, Default)]
pub struct ProposalRules {
    /// The policies.
    pub policies: UpkeepPolicies,
    /// The days on which versions got their classification, where the profile does not have them.
    pub since: Vec<KnownSince>,
    /// The facts about Kubernetes versions.
    pub kubernetes_versions: Vec<KubernetesFact>,
    /// The users of versions of the profile.
    pub users: VersionUsers,
    /// The NamespacedCloudProfiles below the profile.
    pub children: Vec<Arc<Child>>,
    /// The names of rules that may have new findings.
    pub accepted: Vec<String>,
}

/// The known users of versions of a profile.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct VersionUsers {
    /// The versions in use, including those missing in the profile.
    pub in_use: Vec<VersionInUse>,
    /// Whether no other version is in use.
    pub are_all_known: bool,
}

/// The day on which versions got their classification. A profile has it only in a `lifecycle`.
///
/// ```
/// use rootstock_upkeep::KnownSince;
/// let since: KnownSince = "kubernetes@1.35.*=2026-05-11".parse()?;
/// assert!(since.versions.matches("1.35.2"));
/// assert_eq!(since.to_string(), "kubernetes@1.35.*=2026-05-11");
/// # Ok::<(), rootstock_upkeep::UpkeepArgumentError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[cfg_attr(
    feature = "schema",
    derive(schemars::JsonSchema),
    schemars(
        description = "The day since when versions have had their classification. A profile has it only in a `lifecycle`."
    )
)]
pub struct KnownSince {
    /// The versions.
    #[serde(flatten)]
    pub versions: VersionPattern,
    /// The first day.
    pub since: Day,
}

impl ProposalRules {
    /// Returns the given first day of a version's classification. The first match counts.
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
