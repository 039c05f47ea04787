//! Reasons why a question has no answer.

use std::convert::Infallible;
use std::sync::Arc;

use rootstock_analysis::{NoProfile, ProfileKey};
use rootstock_capability_engine::TooLarge;
use rootstock_core_model::emit::EmitError;
use rootstock_core_model::{FeatureGate, GardenerRelease, GardenerReleaseError, Release, Violation, counted, listed};
use rootstock_guarantees::InvariantError;
use rootstock_provider_api::{ExtensionReleaseError, ResolutionParameter, UndecodableConfig};
use rootstock_upgrade::StepsError;
use rootstock_upkeep::Refusal;
use rootstock_versioning::{Timestamp, VersionError};
use rootstock_worker_capabilities::DemandError;

use crate::upkeep::UnknownUsers;
use crate::{UnknownName, WorkerField};
#[cfg(feature = "rules")]
use crate::{UnknownProvider, UnknownRule};

/// The reason why a question about a profile has no answer.
#[derive(Debug, Clone, thiserror::Error)]
#[non_exhaustive]
pub enum QueryError {
    /// The question names something that does not exist.
    #[error(transparent)]
    Unknown(#[from] UnknownName),
    /// The question names a rule that does not exist.
    #[cfg(feature = "rules")]
    #[error(transparent)]
    UnknownRule(#[from] UnknownRule),
    /// The question names a provider without a plug-in.
    #[cfg(feature = "rules")]
    #[error(transparent)]
    UnknownProvider(#[from] UnknownProvider),
    /// A sentence of the question is not an invariant.
    #[error("`{sentence}`: {reason}")]
    Invariant {
        /// The sentence, as given.
        sentence: String,
        /// The mistake.
        reason: InvariantError,
    },
    /// The question sets a worker field that has no effect under the feature gates.
    #[error("{0} has no effect while the feature gate WorkerCapabilities is off")]
    NeedsGate(WorkerField),
    /// The worker's requirements in the question contradict each other.
    #[error("no worker can meet these requirements: {0}")]
    Impossible(#[from] DemandError),
    /// The question's Kubernetes version cannot be parsed.
    #[error("Kubernetes version `{version}`: {reason}")]
    KubernetesVersion {
        /// The version, as given.
        version: String,
        /// The parse error.
        reason: VersionError,
    },
    /// The answer would be too large to read.
    #[error(
        "the matrix compares {machine_types} different machine types with {} of {}, which is too large to read; limit it to \
         some machine types, images or versions", counted(*flavors, "flavor"), counted(*versions, "image version")
    )]
    MatrixTooLarge {
        /// The number of machine types with different declarations.
        machine_types: usize,
        /// The number of image versions.
        versions: usize,
        /// The number of flavors of these versions; a version without flavors counts as one.
        flavors: usize,
    },
    /// The worker's `providerConfig` cannot be decoded.
    #[error("the worker's providerConfig: {0}")]
    WorkerConfig(Box<Violation>),
    /// A part of the Shoot's worker in question cannot be decoded.
    #[error("the Shoot's worker: {0}")]
    ShootWorker(Box<Violation>),
    /// No plug-in serves the provider.
    #[error("no plug-in knows provider `{provider}`; there are plug-ins for {}", listed(.known))]
    NoPlugin {
        /// The provider.
        provider: String,
        /// The providers that have a plug-in.
        known: Vec<String>,
    },
    /// The profile has no `spec.providerConfig`, or an unreadable one.
    #[error("the profile has no readable `spec.providerConfig`")]
    NoProviderConfig,
    /// The extension cannot merge the `providerConfig` of a NamespacedCloudProfile with that of its parent.
    #[error("NamespacedCloudProfile `{key}` cannot be rendered: {reason}")]
    NotMerged {
        /// The NamespacedCloudProfile.
        key: ProfileKey,
        /// The reason.
        reason: Arc<UndecodableConfig>,
    },
    /// The provider's settings do not depend on the given parameter.
    #[error("{}", unknown_parameter(.provider, .parameter, .known, *.nearest))]
    UnknownParameter {
        /// The provider.
        provider: &'static str,
        /// The parameter.
        parameter: String,
        /// The parameters that the settings depend on.
        known: Vec<ResolutionParameter>,
        /// The most similar parameter.
        nearest: Option<&'static str>,
    },
    /// The profile of a Shoot is missing, so the Shoot cannot be filled in.
    #[error("Shoot `{shoot}` cannot be filled in: {}", .reason.reason())]
    NotFilledIn {
        /// The namespace and name.
        shoot: String,
        /// The reason why there is no profile.
        reason: Box<NoProfile>,
    },
    /// The Shoot uses a different profile than the one in question.
    #[error("Shoot `{shoot}` uses {} `{key}`, but the question is about {} `{asked}`", key.kind(), asked.kind())]
    OtherProfile {
        /// The namespace and name of the Shoot.
        shoot: String,
        /// The profile of the Shoot.
        key: ProfileKey,
        /// The profile in question.
        asked: ProfileKey,
    },
    /// The question names no versions.
    #[error("there are no versions in question; name those that must go, for instance `gardenlinux@<1592.3.0`")]
    NoVersions,
    /// The end of the requested period is in the past.
    #[error("{until} is before {from}")]
    UntilInPast {
        /// The end of the period.
        until: Timestamp,
        /// The instant at which versions are classified.
        from: Timestamp,
    },
    /// The question names a release of Gardener that is not known.
    #[error("`{release}`: {reason}")]
    Gardener {
        /// The release, as given.
        release: String,
        /// The mistake.
        reason: GardenerReleaseError,
    },
    /// The question does not name the release that runs, and the one to go to is not newer than the one that is assumed.
    #[error(
        "v{to} is not an upgrade of v{}, the newest known release of Gardener, which is assumed because the release that runs is \
         not named: name it as `from`, on the command line with --from",
        GardenerRelease::NEWEST
    )]
    NoRunningRelease {
        /// The release to go to.
        to: GardenerRelease,
    },
    /// A feature gate is set that no release of the upgrade has.
    #[error("Gardener has no feature gate {} from v{from} to v{to}: it exists {}", .gate.name(), .gate.releases())]
    NoFeatureGate {
        /// The gate.
        gate: FeatureGate,
        /// The release that runs.
        from: GardenerRelease,
        /// The release to go to.
        to: GardenerRelease,
    },
    /// The question names neither a release of Gardener nor of an extension to go to.
    #[error(
        "nothing is upgraded: name the release of Gardener to go to as `to`, on the command line with --to {}, or those of extensions as \
         `extensionsTo`, on the command line with --extension aws=1.68..1.71",
        GardenerRelease::NEWEST
    )]
    NoUpgrade,
    /// An extension is to be upgraded, but its release is not set.
    #[error(
        "the release of the extension for provider `{provider}` that runs is not set: name it in addition to v{to}, on the command \
         line as {provider}=FROM..{to}"
    )]
    NoExtensionRelease {
        /// The provider.
        provider: &'static str,
        /// The release to go to.
        to: Release,
    },
    /// The release of an extension is not known, or not an upgrade.
    #[error(transparent)]
    Extension(#[from] ExtensionReleaseError),
    /// The releases in question are not an upgrade.
    #[error(transparent)]
    Upgrade(#[from] StepsError),
    /// The requested period is too long.
    #[error("{until} is more than {} days after {from}", rootstock_analysis::configuration::MAX_DAYS)]
    UntilTooFar {
        /// The end of the period.
        until: Timestamp,
        /// The instant at which versions are classified.
        from: Timestamp,
    },
    /// The Shoot is not among the given ones.
    #[error("there is no Shoot `{name}` among those given{}", did_you_mean(.nearest.as_deref()))]
    UnknownShoot {
        /// The namespace and name.
        name: String,
        /// The most similar name.
        nearest: Option<String>,
    },
    /// The question applies to NamespacedCloudProfiles only.
    #[error("this is a CloudProfile, which Shoots use as it is; only a NamespacedCloudProfile is rendered")]
    NotNamespaced,
    /// The question applies to CloudProfiles only.
    #[error(
        "a NamespacedCloudProfile cannot be migrated, because Gardener converts it to the format of its parent; \
         `rootstock render` shows the result"
    )]
    NotACloudProfile,
    /// Invariants are about CloudProfiles only.
    #[error(
        "invariants are about the workers of a CloudProfile, not about those of a NamespacedCloudProfile; ask about its parent"
    )]
    InvariantsOfNamespaced,
    /// The old profile is one of another provider.
    #[error(
        "the old profile is for provider `{old}`, the new one for `{new}`: no worker can move between them; give the profile that this \
         one replaces"
    )]
    OldOfOtherProvider {
        /// The provider of the old profile.
        old: String,
        /// The provider of the new profile.
        new: String,
    },
    /// No fact is about the profile.
    #[error(
        "none of the facts is about an image or a machine type of this profile (provider `{provider}`); check that the lists are of \
         its cloud, account, and regions"
    )]
    NoFacts {
        /// The provider.
        provider: String,
    },
    /// The profile cannot be changed.
    #[error(transparent)]
    Upkeep(#[from] Box<Refusal>),
    /// The users of the profile cannot be counted.
    #[error(transparent)]
    Users(#[from] Box<UnknownUsers>),
    /// The answer cannot be serialized.
    #[error("the profile cannot be written: {0}")]
    Unwritable(EmitError),
    /// The profile has more capabilities and values than can be compiled.
    #[error("the profile cannot be compared: {0}")]
    Profile(#[from] TooLarge),
}

impl From<Infallible> for QueryError {
    fn from(never: Infallible) -> Self {
        match never {}
    }
}

impl QueryError {
    /// Whether the question names something that does not exist.
    #[must_use]
    pub const fn is_unknown(&self) -> bool {
        match self {
            Self::Unknown(_) | Self::UnknownShoot { .. } => true,
            #[cfg(feature = "rules")]
            Self::UnknownRule(_) | Self::UnknownProvider(_) => true,
            _ => false,
        }
    }

    /// Whether the question itself must be changed; otherwise its subject is the problem.
    #[must_use]
    pub const fn is_invalid_query(&self) -> bool {
        if let Self::Upkeep(refusal) = self {
            return refusal.is_invalid_query();
        }
        self.is_unknown()
            || matches!(
                self,
                Self::NeedsGate(_)
                    | Self::Impossible(_)
                    | Self::KubernetesVersion { .. }
                    | Self::MatrixTooLarge { .. }
                    | Self::UnknownParameter { .. }
                    | Self::OtherProfile { .. }
                    | Self::NoVersions
                    | Self::UntilInPast { .. }
                    | Self::Gardener { .. }
                    | Self::Upgrade(_)
                    | Self::NoRunningRelease { .. }
                    | Self::NoFeatureGate { .. }
                    | Self::NoUpgrade
                    | Self::NoExtensionRelease { .. }
                    | Self::Extension(_)
                    | Self::UntilTooFar { .. }
                    | Self::NotNamespaced
                    | Self::NotACloudProfile
                    | Self::InvariantsOfNamespaced
                    | Self::OldOfOtherProvider { .. }
            )
    }
}

fn unknown_parameter(provider: &str, parameter: &str, known: &[ResolutionParameter], nearest: Option<&str>) -> String {
    if known.is_empty() {
        return format!("the settings of provider `{provider}` depend on the region only, not on `{parameter}`");
    }
    let names: Vec<String> = known.iter().map(|one| format!("{} ({})", one.name, one.meaning)).collect();
    format!(
        "provider `{provider}` has no setting `{parameter}`; it has {}{}",
        names.join(" and "),
        did_you_mean(nearest)
    )
}

fn did_you_mean(nearest: Option<&str>) -> String {
    nearest.map(rootstock_core_model::suggestion_suffix).unwrap_or_default()
}
