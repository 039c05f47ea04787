//! Why a question has no answer.

use std::convert::Infallible;

use rootstock_analysis::{NoProfile, ProfileKey};
use rootstock_capability_engine::TooLarge;
use rootstock_core_model::emit::EmitError;
use rootstock_core_model::{Violation, listed};
use rootstock_provider_api::ResolutionParameter;
use rootstock_upkeep::Refusal;
use rootstock_versioning::{Timestamp, VersionError};
use rootstock_worker_capabilities::DemandError;

use crate::upkeep::UsersUnknown;
use crate::{UnknownName, WorkerField};
#[cfg(feature = "rules")]
use crate::{UnknownProvider, UnknownRule};

/// Why there is no answer to a question about a profile.
#[derive(Debug, Clone, thiserror::Error)]
#[non_exhaustive]
pub enum NoAnswer {
    /// The question names something that is not there.
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
    /// The question says something of the worker that means nothing under the gates.
    #[error("{0} means nothing while the gate WorkerCapabilities is off")]
    NeedsGate(WorkerField),
    /// What the question says of the worker contradicts itself.
    #[error("no worker can be like that: {0}")]
    Impossible(#[from] DemandError),
    /// The question's Kubernetes version cannot be read.
    #[error("Kubernetes version `{version}`: {reason}")]
    KubernetesVersion {
        /// As it is asked for.
        version: String,
        /// What is wrong with it.
        reason: VersionError,
    },
    /// The answer would be larger than anybody can read.
    #[error(
        "the matrix has {machine_types} different machine types and {versions} image versions, which nobody can read; ask \
         for some machine types, images or versions"
    )]
    LargeMatrix {
        /// The machine types, those that declare the same counted once.
        machine_types: usize,
        /// The image versions.
        versions: usize,
    },
    /// The worker's providerConfig cannot be read.
    #[error("the worker's providerConfig: {0}")]
    WorkerConfig(Box<Violation>),
    /// No plug-in knows the provider.
    #[error("no plug-in knows provider `{provider}`; there are plug-ins for {}", listed(.known))]
    NoPlugin {
        /// The provider.
        provider: String,
        /// The providers that plug-ins know.
        known: Vec<String>,
    },
    /// The profile has no `spec.providerConfig`, or none that can be read.
    #[error("the profile has no readable `spec.providerConfig`")]
    NoProviderConfig,
    /// The provider's settings do not depend on what is given.
    #[error("{}", unknown_parameter(.provider, .parameter, .known, *.nearest))]
    UnknownParameter {
        /// The provider.
        provider: &'static str,
        /// What is given.
        parameter: String,
        /// What they depend on.
        known: Vec<ResolutionParameter>,
        /// What was probably meant.
        nearest: Option<&'static str>,
    },
    /// A Shoot cannot be filled in without its profile.
    #[error("Shoot `{shoot}` cannot be filled in: {}", .reason.reason())]
    NotFilledIn {
        /// The namespace and name.
        shoot: String,
        /// Why there is no profile.
        reason: Box<NoProfile>,
    },
    /// The Shoot uses another profile than the one that is asked about.
    #[error("Shoot `{shoot}` uses {} `{key}`, and the question is about {} `{asked}`", key.kind(), asked.kind())]
    OtherProfile {
        /// Its namespace and name.
        shoot: String,
        /// Its profile.
        key: ProfileKey,
        /// The profile that is asked about.
        asked: ProfileKey,
    },
    /// The question asks about a time that is over.
    #[error("{until} lies before {from}")]
    UntilThePast {
        /// Until when is asked.
        until: Timestamp,
        /// The instant at which versions are judged.
        from: Timestamp,
    },
    /// The question asks about more days than anybody plans ahead.
    #[error("{until} is more than {} days after {from}", rootstock_analysis::configuration::MOST_DAYS)]
    UntilTooFar {
        /// Until when is asked.
        until: Timestamp,
        /// The instant at which versions are judged.
        from: Timestamp,
    },
    /// The Shoot is not among those given.
    #[error("there is no Shoot `{name}` among those given{}", did_you_mean(.nearest.as_deref()))]
    UnknownShoot {
        /// Its namespace and name.
        name: String,
        /// What was probably meant.
        nearest: Option<String>,
    },
    /// The question is about NamespacedCloudProfiles only.
    #[error("this is a CloudProfile, which Shoots get as it is; only a NamespacedCloudProfile is rendered")]
    NotNamespaced,
    /// The question is about CloudProfiles only.
    #[error(
        "a NamespacedCloudProfile has no format of its own to be migrated: Gardener brings what it says into the format of its \
         parent; `rootstock render` shows what comes of it"
    )]
    NotACloudProfile,
    /// The profile cannot be worked on.
    #[error(transparent)]
    Upkeep(#[from] Box<Refusal>),
    /// The users of the profile cannot be counted.
    #[error(transparent)]
    Users(#[from] Box<UsersUnknown>),
    /// The answer cannot be written as a document.
    #[error("the profile cannot be written: {0}")]
    Unwritable(EmitError),
    /// The profile has more capabilities and values than can be compiled.
    #[error("the profile cannot be compared: {0}")]
    Profile(#[from] TooLarge),
}

impl From<Infallible> for NoAnswer {
    fn from(never: Infallible) -> Self {
        match never {}
    }
}

impl NoAnswer {
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

    /// Whether the question has to be put differently; else what is asked about is in the way.
    #[must_use]
    pub const fn is_about_the_question(&self) -> bool {
        if let Self::Upkeep(refusal) = self {
            return refusal.is_about_the_question();
        }
        self.is_unknown()
            || matches!(
                self,
                Self::NeedsGate(_)
                    | Self::Impossible(_)
                    | Self::KubernetesVersion { .. }
                    | Self::LargeMatrix { .. }
                    | Self::UnknownParameter { .. }
                    | Self::OtherProfile { .. }
                    | Self::UntilThePast { .. }
                    | Self::UntilTooFar { .. }
                    | Self::NotNamespaced
                    | Self::NotACloudProfile
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
    nearest.map(rootstock_core_model::and_did_you_mean).unwrap_or_default()
}
