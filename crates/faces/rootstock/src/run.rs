//! One run of a command that judges: by what, and where the answer goes.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use rootstock_analysis::Analysis;
use rootstock_analysis::configuration::Configuration;
use rootstock_core_model::Settings;
use rootstock_provider_api::Registry;
use rootstock_sources::files::find;

use crate::cli::{AnswerArguments, Form, SettingsArguments};
use crate::failure::{Failure, HOW_TO_GIVE, Usage};
use crate::garden::Garden;
use crate::garden::name::{PROFILES, is_in_garden};
use crate::{Streams, clock};
use rootstock_queries::Asked;

/// What every step of a command needs.
pub(crate) struct Run<'r> {
    pub(crate) registry: &'r Registry,
    pub(crate) resolved: Asked,
    pub(crate) configuration: Configuration,
    pub(crate) streams: &'r mut Streams,
}

impl<'r> Run<'r> {
    /// A run whose answer goes where it is asked for.
    ///
    /// # Errors
    ///
    /// Those of [`new`](Self::new), and when nothing can be written there.
    pub(crate) fn answering<F: Form>(
        answer: &AnswerArguments<F>,
        registry: &'r Registry,
        streams: &'r mut Streams,
    ) -> Result<Self, Failure> {
        streams.out.set_file(&answer.output)?;
        Self::new(&answer.settings, registry, streams)
    }

    /// A run under the settings asked for, and the configuration. The clock is looked at only when no instant was given.
    ///
    /// # Errors
    ///
    /// When the configuration cannot be used, or nothing says how the garden is reached that is asked for.
    pub(crate) fn new(
        settings: &SettingsArguments,
        registry: &'r Registry,
        streams: &'r mut Streams,
    ) -> Result<Self, Failure> {
        let configuration = settings.configuration(registry)?;
        let resolved = settings.resolve(configuration.landscape(), clock::now);
        if settings.cluster.cluster {
            streams.input.set_garden(Garden::connect(&settings.cluster)?);
        }
        Ok(Self { registry, resolved, configuration, streams })
    }

    /// Semantics, feature gates and the instant.
    pub(crate) const fn settings(&self) -> Settings {
        self.resolved.settings
    }

    /// An analysis without documents.
    pub(crate) fn analysis(&self) -> Analysis {
        let mut analysis = Analysis::new(self.registry.clone(), self.settings());
        analysis.set_how_to_give(HOW_TO_GIVE);
        analysis
    }

    /// The profiles that are given with `--profile`, or else those of the garden or the landscape.
    pub(crate) fn profiles(&self, given: &[PathBuf]) -> Vec<PathBuf> {
        if !given.is_empty() {
            given.to_vec()
        } else if self.streams.input.has_garden() {
            vec![PROFILES.into()]
        } else {
            self.configuration.landscape().profiles.clone()
        }
    }

    /// What is given, or else what a name stands for in the garden, if there is one.
    pub(crate) fn or_of_garden(&self, given: &[PathBuf], name: &str) -> Vec<PathBuf> {
        if given.is_empty() && self.streams.input.has_garden() { vec![name.into()] } else { given.to_vec() }
    }

    /// The same for whom some are checked themselves: those of the landscape that are not among them.
    pub(crate) fn profiles_beside(&self, checked: &[PathBuf], given: &[PathBuf]) -> Vec<PathBuf> {
        if !given.is_empty() || checked.is_empty() {
            return self.profiles(given);
        }
        if checked.iter().any(|path| self.streams.input.has_garden() && is_in_garden(path)) {
            return Vec::new();
        }
        let place = |path: &Path| path.canonicalize().ok();
        let checked: BTreeSet<PathBuf> = find(checked).iter().flatten().filter_map(|file| place(&file.path)).collect();
        let is_checked = |path: &Path| place(path).is_some_and(|place| checked.contains(&place));
        let found = find(&self.profiles(given)).into_iter().map(|found| match found {
            Ok(file) => file.path,
            // Whoever reads it says why it cannot be.
            Err((name, _)) => PathBuf::from(name),
        });
        found.filter(|path| !is_checked(path)).collect()
    }

    /// The same, of which there must be some.
    ///
    /// # Errors
    ///
    /// When there are none.
    pub(crate) fn require_profiles(&self, given: &[PathBuf]) -> Result<Vec<PathBuf>, Failure> {
        let profiles = self.profiles(given);
        if profiles.is_empty() { Err(Usage::NoProfiles.into()) } else { Ok(profiles) }
    }
}
