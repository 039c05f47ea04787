//! Settings of the releases of extensions, as users write them: `aws=1.70,azure=1.60`.

use std::collections::BTreeMap;
use std::str::FromStr;

use rootstock_core_model::{
    ExtensionReleases, Release, ReleaseError, TooManyExtensions, listed, nearest, suggestion_suffix,
};

use crate::{Provider, Registry};

/// Settings of the releases of extensions, which [`resolve`](Self::resolve) compares with the plug-ins.
///
/// ```
/// use rootstock_provider_api::ExtensionReleaseSettings;
/// assert!("aws=1.70,azure=1.60".parse::<ExtensionReleaseSettings>().is_ok());
/// let error = "aws".parse::<ExtensionReleaseSettings>().unwrap_err();
/// assert_eq!(error.to_string(), "`aws` is not of the form NAME=RELEASE; for example aws=1.70");
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ExtensionReleaseSettings(BTreeMap<String, ReleaseRange>);

/// The release of an extension that runs, and the one to upgrade to, if there is one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct ReleaseRange {
    from: Release,
    to: Option<Release>,
}

/// The error for a setting of a release of an extension.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ExtensionReleaseError {
    /// The text is not of the form `NAME=RELEASE`.
    #[error("`{0}` is not of the form NAME=RELEASE; for example aws=1.70")]
    Form(String),
    /// The release cannot be parsed.
    #[error("extension `{provider}`: {error}")]
    Release {
        /// The name of the provider.
        provider: String,
        /// The error of its release.
        error: ReleaseError,
    },
    /// No plug-in has this name.
    #[error("no plug-in knows provider `{provider}`{}", nearest.map_or_else(|| format!("; {}", known_names(known)), suggestion_suffix))]
    Unknown {
        /// The name of the provider.
        provider: String,
        /// The provider with the most similar name.
        nearest: Option<&'static str>,
        /// The providers whose extensions have known releases.
        known: Vec<&'static str>,
    },
    /// The plug-in does not describe releases.
    #[error(
        "the releases of the extension for provider `{provider}` are not known; remove the setting ({})",
        known_names(known)
    )]
    NotExamined {
        /// The name of the provider.
        provider: &'static str,
        /// The providers whose extensions have known releases.
        known: Vec<&'static str>,
    },
    /// The release is older than the oldest known one.
    #[error(
        "v{release} of the extension for provider `{provider}` is not known: the oldest known release is v{oldest}"
    )]
    TooOld {
        /// The name of the provider.
        provider: &'static str,
        /// The release.
        release: Release,
        /// The oldest known release.
        oldest: Release,
    },
    /// The setting has two releases where one is asked for.
    #[error("extension `{provider}`: only an upgrade has two releases; write the one that runs, {provider}={from}")]
    Range {
        /// The name of the provider.
        provider: String,
        /// The release that runs.
        from: Release,
    },
    /// The release to upgrade to is not newer.
    #[error(
        "extension `{provider}`: v{to} is not an upgrade of v{from}{}",
        if from.cmp_minor(*to).is_eq() { ": nothing is known to change between patches of a minor release" } else { "" }
    )]
    NotNewer {
        /// The name of the provider.
        provider: String,
        /// The release that runs.
        from: Release,
        /// The release to upgrade to.
        to: Release,
    },
    /// More plug-ins describe releases than a program can set.
    #[error(transparent)]
    TooMany(#[from] TooManyExtensions),
}

fn known_names(known: &[&str]) -> String {
    match known {
        [] => "no plug-in describes releases".to_owned(),
        known => format!("releases are known for {}", listed(known.iter().copied())),
    }
}

impl ExtensionReleaseError {
    /// Returns whether it is about the name of the extension, not about its release.
    #[must_use]
    pub const fn is_about_name(&self) -> bool {
        matches!(self, Self::Unknown { .. } | Self::NotExamined { .. })
    }
}

impl ExtensionReleaseSettings {
    /// Sets the release of an extension; the last setting of an extension applies. `1.68..1.71` is an upgrade.
    ///
    /// # Errors
    ///
    /// Fails if the text is not a release, or not an upgrade.
    pub fn set(&mut self, provider: &str, release: &str) -> Result<(), ExtensionReleaseError> {
        let parse = |text: &str| {
            text.trim()
                .parse::<Release>()
                .map_err(|error| ExtensionReleaseError::Release { provider: provider.to_owned(), error })
        };
        let range = match release.split_once("..") {
            None => ReleaseRange { from: parse(release)?, to: None },
            Some((from, to)) => {
                let (from, to) = (parse(from)?, parse(to)?);
                if from.cmp_minor(to).is_ge() {
                    return Err(ExtensionReleaseError::NotNewer { provider: provider.to_owned(), from, to });
                }
                ReleaseRange { from, to: Some(to) }
            }
        };
        self.0.insert(provider.to_owned(), range);
        Ok(())
    }

    /// Appends other settings, which take precedence.
    pub fn extend(&mut self, others: &Self) {
        self.0.extend(others.0.iter().map(|(provider, range)| (provider.clone(), *range)));
    }

    /// Looks up the plug-ins, and returns the releases.
    ///
    /// # Errors
    ///
    /// Fails at a setting for an unknown provider, for a release that its plug-in does not know, or with two releases.
    pub fn resolve(&self, registry: &Registry) -> Result<ExtensionReleases, ExtensionReleaseError> {
        match self.0.iter().find(|(_, range)| range.to.is_some()) {
            Some((provider, range)) => {
                Err(ExtensionReleaseError::Range { provider: provider.clone(), from: range.from })
            }
            None => self.resolve_first(registry),
        }
    }

    /// Like [`resolve`](Self::resolve), for the releases to upgrade to; empty if there are none.
    ///
    /// ```
    /// use rootstock_provider_api::ExtensionReleaseSettings;
    /// assert!("aws=1.68..1.71".parse::<ExtensionReleaseSettings>().is_ok());
    /// assert!("aws=1.71..1.68".parse::<ExtensionReleaseSettings>().is_err());
    /// ```
    ///
    /// # Errors
    ///
    /// Fails if one of them is not known.
    pub fn resolve_targets(&self, registry: &Registry) -> Result<ExtensionReleases, ExtensionReleaseError> {
        let targets = self.0.iter().filter_map(|(name, range)| Some((name, range.to?)));
        Self::resolved(targets, registry)
    }

    /// Like [`resolve`](Self::resolve), for the releases that run before an upgrade.
    ///
    /// # Errors
    ///
    /// Fails if one of them is not known.
    pub fn resolve_first(&self, registry: &Registry) -> Result<ExtensionReleases, ExtensionReleaseError> {
        Self::resolved(self.0.iter().map(|(name, range)| (name, range.from)), registry)
    }

    fn resolved<'s>(
        mut settings: impl Iterator<Item = (&'s String, Release)>,
        registry: &Registry,
    ) -> Result<ExtensionReleases, ExtensionReleaseError> {
        let examined = || registry.iter().filter(|provider| provider.extension().releases.is_some());
        if examined().count() > ExtensionReleases::MOST {
            return Err(TooManyExtensions.into());
        }
        let known = || examined().map(Provider::name).collect();
        settings.try_fold(ExtensionReleases::NONE, |all, (name, release)| {
            let plugin = registry.get(name).ok_or_else(|| ExtensionReleaseError::Unknown {
                provider: name.clone(),
                nearest: nearest(name, registry.names()),
                known: known(),
            })?;
            let provider = plugin.name();
            let Some(releases) = &plugin.extension().releases else {
                return Err(ExtensionReleaseError::NotExamined { provider, known: known() });
            };
            if release.cmp_minor(releases.oldest).is_lt() {
                let oldest = releases.oldest;
                return Err(ExtensionReleaseError::TooOld { provider, release, oldest });
            }
            Ok(all.with(provider, release)?)
        })
    }
}

impl FromStr for ExtensionReleaseSettings {
    type Err = ExtensionReleaseError;

    /// Parses `NAME=RELEASE[,NAME=RELEASE…]`.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let mut settings = Self::default();
        for entry in text.split(',').map(str::trim).filter(|entry| !entry.is_empty()) {
            let (name, release) = entry.split_once('=').ok_or_else(|| ExtensionReleaseError::Form(entry.to_owned()))?;
            settings.set(name.trim(), release.trim())?;
        }
        Ok(settings)
    }
}

impl Registry {
    /// Returns a line for each release that is newer than the newest known one of its extension, and so answered like it.
    #[must_use]
    pub fn newer_than_known(&self, releases: &ExtensionReleases) -> Vec<String> {
        let newer = releases.iter().filter_map(|(provider, release)| {
            let newest = self.get(provider)?.extension().releases?.newest;
            release.cmp_minor(newest).is_gt().then(|| {
                format!(
                    "v{release} of the extension for provider `{provider}` is not known yet; the answer is that of v{newest}, \
                     the newest known release"
                )
            })
        });
        newer.collect()
    }
}
