//! One run of a command that judges objects: its settings, and the destination of its answer.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use rootstock_analysis::Analysis;
use rootstock_analysis::configuration::Configuration;
use rootstock_core_model::Settings;
use rootstock_provider_api::Registry;
use rootstock_sources::files::find;

use crate::cli::{AnswerArguments, CommandFormat, SettingsArguments};
use crate::failure::{Failure, PROFILE_HINT, UsageError};
use crate::fleet::ShootReleases;
use crate::garden::Garden;
use crate::garden::name::{PROFILES, SHOOTS, has_all_profiles};
use crate::shoot_sources::ShootSources;
use crate::{Streams, clock};
use rootstock_queries::{NamedRelease, QueryContext};

/// The context that every step of a command needs.
pub(crate) struct Run<'r> {
    pub(crate) registry: &'r Registry,
    pub(crate) resolved: QueryContext,
    pub(crate) configuration: Configuration,
    pub(crate) streams: &'r mut Streams,
}

impl<'r> Run<'r> {
    /// Creates a run and redirects its answer to the requested destination.
    ///
    /// # Errors
    ///
    /// Returns the errors of [`new`](Self::new), and an error if the destination cannot be written.
    pub(crate) fn with_output<F: CommandFormat>(
        answer: &AnswerArguments<F>,
        registry: &'r Registry,
        streams: &'r mut Streams,
    ) -> Result<Self, Failure> {
        streams.out.set_file(&answer.output)?;
        Self::new(&answer.settings, registry, streams)
    }

    /// Creates a run with the given settings and the configuration. Reads the clock only if no instant was given.
    ///
    /// # Errors
    ///
    /// Returns an error if the configuration is invalid, or the requested garden cannot be reached.
    pub(crate) fn new(
        settings: &SettingsArguments,
        registry: &'r Registry,
        streams: &'r mut Streams,
    ) -> Result<Self, Failure> {
        let configuration = settings.configuration(registry)?;
        Self::with_configuration(settings, configuration, registry, streams)
    }

    /// Like [`new`](Self::new), with a configuration that has already been read.
    ///
    /// # Errors
    ///
    /// Returns an error if the requested garden cannot be reached.
    pub(crate) fn with_configuration(
        settings: &SettingsArguments,
        configuration: Configuration,
        registry: &'r Registry,
        streams: &'r mut Streams,
    ) -> Result<Self, Failure> {
        let resolved = settings.resolve(configuration.landscape(), clock::now);
        resolved.unknown_releases(registry).into_iter().for_each(|line| streams.say(line));
        if settings.cluster.cluster {
            let garden = Garden::connect(&settings.cluster)?;
            if let Some(namespace) = garden.namespace().filter(|_| settings.cluster.namespace.is_none()) {
                streams.say(format!("only namespace `{namespace}` of the context is read; --all-namespaces reads all"));
            }
            streams.input.set_garden(garden);
        }
        Ok(Self { registry, resolved, configuration, streams })
    }

    /// Answers as the release of Gardener that Shoots name in their status, unless one was set.
    ///
    /// # Errors
    ///
    /// Returns an error if that release lacks a feature gate that was set.
    fn take_release(&mut self, named: Option<NamedRelease>) -> Result<(), Failure> {
        let Some(named) = named.filter(|_| !self.has_release()) else { return Ok(()) };
        self.streams.say(format!("the release of Gardener is {named}; --gardener sets another one"));
        named.release.unknown_note().into_iter().for_each(|line| self.streams.say(line));
        let landscape = self.configuration.landscape().clone().with_named(Some(named.release));
        landscape.check().map_err(UsageError::FeatureGate)?;
        self.resolved = QueryContext::of(&landscape, self.resolved.settings.now);
        self.configuration = self.configuration.clone().with_landscape(&landscape);
        Ok(())
    }

    /// Opens Shoots that are read one at a time, after the profiles. The first one that names a known release of Gardener decides, as for
    /// [`take_release`](Self::take_release). `others` are further arguments that may name standard input.
    ///
    /// # Errors
    ///
    /// Returns an error under the same conditions, or if several paths name standard input.
    pub(crate) fn open_shoots(&mut self, paths: &[PathBuf], others: &[PathBuf]) -> Result<ShootSources, Failure> {
        let mut shoots = ShootSources::new(paths, others, self.streams)?;
        if !self.has_release() {
            self.take_release(shoots.named_release())?;
        }
        Ok(shoots)
    }

    /// Like [`open_shoots`](Self::open_shoots); `None` without paths.
    ///
    /// # Errors
    ///
    /// Returns an error under the same conditions.
    pub(crate) fn open_given_shoots(
        &mut self,
        paths: &[PathBuf],
        others: &[PathBuf],
    ) -> Result<Option<ShootSources>, Failure> {
        if paths.is_empty() { Ok(None) } else { self.open_shoots(paths, others).map(Some) }
    }

    /// Like [`take_release`](Self::take_release), with the newest release that a Shoot of an analysis names. Says which other releases
    /// Shoots name.
    ///
    /// # Errors
    ///
    /// Returns an error under the same conditions.
    pub(crate) fn take_release_of(&mut self, analysis: &mut Analysis) -> Result<(), Failure> {
        self.take_newest_release(analysis, ShootReleases::default())
    }

    /// Like [`take_release_of`](Self::take_release_of), with Shoots that were read without the analysis.
    ///
    /// # Errors
    ///
    /// Returns an error under the same conditions.
    pub(crate) fn take_newest_release(
        &mut self,
        analysis: &mut Analysis,
        mut others: ShootReleases,
    ) -> Result<(), Failure> {
        if self.has_release() {
            return Ok(());
        }
        others.see_all(analysis);
        self.take_release(others.newest())?;
        analysis.set_settings(self.settings());
        others.say(self.settings().gardener, self.streams);
        Ok(())
    }

    /// Like [`take_release`](Self::take_release), with the first Shoot of the garden that names a release, for questions that read no
    /// Shoots.
    ///
    /// # Errors
    ///
    /// Returns an error under the same conditions.
    pub(crate) fn take_release_of_garden(&mut self) -> Result<(), Failure> {
        if self.has_release() || !self.streams.input.has_garden() {
            return Ok(());
        }
        let named = ShootSources::new(&[SHOOTS.into()], &[], self.streams)?.named_release();
        self.take_release(named)
    }

    /// Whether a release was set, or taken from a Shoot.
    pub(crate) const fn has_release(&self) -> bool {
        self.configuration.landscape().gardener.is_some()
    }

    /// Returns the semantics, feature gates and instant.
    pub(crate) const fn settings(&self) -> Settings {
        self.resolved.settings
    }

    /// Creates an analysis without documents.
    pub(crate) fn analysis(&self) -> Analysis {
        let mut analysis = Analysis::new(self.registry.clone(), self.settings());
        analysis.set_supply_hint(PROFILE_HINT);
        analysis
    }

    /// Returns the profiles given with `--profile`, or else those of the garden or the landscape.
    pub(crate) fn profiles(&self, given: &[PathBuf]) -> Vec<PathBuf> {
        if !given.is_empty() {
            given.to_vec()
        } else if self.streams.input.has_garden() {
            vec![PROFILES.into()]
        } else {
            self.configuration.landscape().profiles.clone()
        }
    }

    /// Returns the given paths, or else `name`, which refers to objects of the garden, if there is one.
    pub(crate) fn or_from_garden(&self, given: &[PathBuf], name: &str) -> Vec<PathBuf> {
        if given.is_empty() && self.streams.input.has_garden() { vec![name.into()] } else { given.to_vec() }
    }

    /// Like [`profiles`](Self::profiles), but omits the landscape's profiles that are themselves checked.
    pub(crate) fn profiles_except(&self, checked: &[PathBuf], given: &[PathBuf]) -> Vec<PathBuf> {
        if !given.is_empty() || checked.is_empty() {
            return self.profiles(given);
        }
        if self.streams.input.has_garden() && checked.iter().any(|path| has_all_profiles(path)) {
            return Vec::new();
        }
        let place = |path: &Path| path.canonicalize().ok();
        let checked: BTreeSet<PathBuf> = find(checked).iter().flatten().filter_map(|file| place(&file.path)).collect();
        let is_checked = |path: &Path| place(path).is_some_and(|place| checked.contains(&place));
        let found = find(&self.profiles(given)).into_iter().map(|found| match found {
            Ok(file) => file.path,
            // A later step reads the path and reports the error.
            Err((name, _)) => PathBuf::from(name),
        });
        found.filter(|path| !is_checked(path)).collect()
    }

    /// Like [`profiles`](Self::profiles), but at least one profile is required.
    ///
    /// # Errors
    ///
    /// Returns an error if there are no profiles.
    pub(crate) fn require_profiles(&self, given: &[PathBuf]) -> Result<Vec<PathBuf>, Failure> {
        let profiles = self.profiles(given);
        if profiles.is_empty() { Err(UsageError::NoProfiles.into()) } else { Ok(profiles) }
    }
}
