//! `rootstock.toml`: the landscape's setup, the advice to give, the severity of findings, accepted findings, invariants,
//! and the lifecycle policies of versions.
//!
//! Nothing that Gardener refuses can be lowered or suppressed here: a configuration is a team's opinion about findings
//! and does not change what Gardener does. `docs/configuration.md` describes the file.

mod application;
#[cfg(feature = "schema")]
mod file;
mod invariants;
mod landscape;
mod pattern;
mod policies;
mod reader;
mod shoot_templates;
mod suppression;

use std::collections::BTreeMap;
use std::fmt;
use std::path::{Path, PathBuf};

use rootstock_core_model::{Rule, Severity, Source, nearest};
use rootstock_facts::FactMapping;
use rootstock_provider_api::Registry;
use rootstock_report::SourceText;

#[cfg(feature = "schema")]
pub use file::ConfigurationFile;
pub(crate) use invariants::ConfiguredInvariant;
pub use landscape::Landscape;
pub use policies::{Freeze, MAX_DAYS, NewVersions, UpkeepPolicies, VersionPolicy};
pub use rootstock_core_model::matches_pattern;
pub(crate) use suppression::Suppression;

use crate::template::ShootTemplate;

/// The name of the configuration file.
pub const FILE_NAME: &str = "rootstock.toml";

rootstock_core_model::rules! {
    SUPPRESSION_UNUSED: Warning, since "0.1.0", Source::Rootstock;
}

/// The weight of a rule's findings in a configuration.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum SeverityOverride {
    /// The findings are left out.
    Off,
    /// The findings have this severity.
    As(Severity),
}

/// A parsed configuration.
#[derive(Debug, Clone, Default)]
pub struct Configuration {
    /// The text it was read from.
    pub(crate) text: Option<SourceText>,
    /// The directory that patterns for files are relative to.
    pub(crate) directory: PathBuf,
    /// The directory that the names of inputs and of the configuration are relative to.
    pub(crate) working_directory: PathBuf,
    pub(crate) landscape: Landscape,
    pub(crate) advice: Option<bool>,
    pub(crate) horizon_days: Option<u32>,
    pub(crate) severity_overrides: BTreeMap<&'static str, SeverityOverride>,
    pub(crate) suppressions: Vec<Suppression>,
    pub(crate) upkeep: UpkeepPolicies,
    pub(crate) invariants: Vec<ConfiguredInvariant>,
    pub(crate) facts: Vec<FactMapping>,
    pub(crate) shoot_templates: Vec<ShootTemplate>,
}

/// The reason why a rule's findings cannot be weighed otherwise.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SeverityOverrideError {
    /// There is no such rule.
    #[error("there is no rule `{name}`{}", match .near {
        Some(near) => rootstock_core_model::suggestion_suffix(near),
        None => "; `rootstock rules` lists them".to_owned(),
    })]
    UnknownRule {
        /// The given name.
        name: String,
        /// The suggested name.
        near: Option<&'static str>,
    },
    /// The rule is an error, and what Gardener refuses stays refused.
    #[error(
        "`{0}` is an error: the object is refused, and a configuration cannot change that; only the severity of \
         warnings and notes can be changed"
    )]
    Error(&'static str),
    /// The rule says that something was not checked.
    #[error(
        "`{0}` says that something was not checked, and a check of nothing must not pass; `--allow-unchecked` accepts \
         that"
    )]
    Unchecked(&'static str),
}

/// A mistake in a configuration.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ConfigurationError {
    /// The name of the file, as given.
    pub file: String,
    /// The line, from 1.
    pub line: u32,
    /// The column in characters, from 1.
    pub column: u32,
    /// The mistake, and what is allowed.
    pub message: String,
}

impl fmt::Display for ConfigurationError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}:{}: {}", self.file, self.line, self.column, self.message)
    }
}

impl Configuration {
    /// Parses a configuration strictly. Messages call it `name`; patterns for files are relative to its directory.
    ///
    /// # Errors
    ///
    /// Returns everything that is wrong with it, in the order of the text.
    ///
    /// ```
    /// use rootstock_analysis::configuration::Configuration;
    /// let registry = rootstock_providers::registry()?;
    /// let problems = Configuration::read("rootstock.toml", "[severity]\nflavor-never-selekted = \"off\"\n", &registry);
    /// assert_eq!(
    ///     problems.unwrap_err()[0].to_string(),
    ///     "rootstock.toml:2:1: there is no rule `flavor-never-selekted`; did you mean `flavor-never-selected`?",
    /// );
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn read(name: &str, text: &str, registry: &Registry) -> Result<Self, Vec<ConfigurationError>> {
        let directory = Path::new(name).parent().map(Path::to_owned).unwrap_or_default();
        let mut read = reader::read(name, text, &crate::all_rules(registry), registry)?;
        for path in &mut read.landscape.profiles {
            *path = directory.join(&*path);
        }
        Ok(Self { directory, ..read })
    }

    /// Sets the directory that the names of inputs and of the configuration are relative to. Without it, patterns for
    /// files are compared with names as given.
    #[must_use]
    pub fn with_working_directory(self, directory: impl Into<PathBuf>) -> Self {
        Self { working_directory: directory.into(), ..self }
    }

    /// Turns findings of a rule into errors.
    ///
    /// # Errors
    ///
    /// Returns an error if there is no such rule.
    pub fn deny(&mut self, rule: &str, registry: &Registry) -> Result<(), SeverityOverrideError> {
        self.adjust_severity(find(rule, &crate::all_rules(registry))?, SeverityOverride::As(Severity::Error))
    }

    /// Leaves out findings of a rule.
    ///
    /// # Errors
    ///
    /// Returns an error if there is no such rule, or if it is an error: what Gardener refuses stays refused.
    pub fn allow(&mut self, rule: &str, registry: &Registry) -> Result<(), SeverityOverrideError> {
        self.adjust_severity(find(rule, &crate::all_rules(registry))?, SeverityOverride::Off)
    }

    /// Turns findings about the lock into errors, unless the configuration weighs them.
    pub fn refuse_unlocked(&mut self) {
        for rule in rootstock_guarantees::lock_rules() {
            self.severity_overrides.entry(rule.name).or_insert(SeverityOverride::As(Severity::Error));
        }
    }

    fn adjust_severity(
        &mut self,
        rule: &'static Rule,
        severity_override: SeverityOverride,
    ) -> Result<(), SeverityOverrideError> {
        if rule.severity == Severity::Error && severity_override != SeverityOverride::As(Severity::Error) {
            return Err(match crate::unchecked::is_rule_about_unchecked(rule) {
                true => SeverityOverrideError::Unchecked(rule.name),
                false => SeverityOverrideError::Error(rule.name),
            });
        }
        self.severity_overrides.insert(rule.name, severity_override);
        Ok(())
    }

    /// Returns the options for advice; `None` if none is wanted. `requested` takes precedence over the configuration; by
    /// default, advice is given.
    #[must_use]
    pub fn advice(&self, requested: Option<bool>) -> Option<rootstock_advice::AdviceOptions> {
        let mut options = rootstock_advice::AdviceOptions::default();
        if let Some(days) = self.horizon_days {
            options.horizon_days = days;
        }
        requested.or(self.advice).unwrap_or(true).then_some(options)
    }

    /// Returns the policies for versions.
    #[must_use]
    pub const fn upkeep(&self) -> &UpkeepPolicies {
        &self.upkeep
    }

    /// Returns the meaning of facts as capabilities, in addition to the tables of the providers.
    #[must_use]
    pub fn facts(&self) -> &[FactMapping] {
        &self.facts
    }

    /// Overrides the landscape settings with those in `requested`.
    #[must_use]
    pub fn with_landscape(self, requested: &Landscape) -> Self {
        Self { landscape: self.landscape.with(requested), ..self }
    }

    /// Returns the settings of the landscape; its profiles are relative to the working directory.
    #[must_use]
    pub const fn landscape(&self) -> &Landscape {
        &self.landscape
    }

    /// Returns the name of the file.
    #[must_use]
    pub fn name(&self) -> Option<&str> {
        self.text.as_ref().map(SourceText::name)
    }
}

fn find(name: &str, rules: &[&'static Rule]) -> Result<&'static Rule, SeverityOverrideError> {
    let found = rules.iter().copied().find(|rule| rule.name == name);
    let near = || nearest(name, rules.iter().map(|rule| rule.name));
    found.ok_or_else(|| SeverityOverrideError::UnknownRule { name: name.to_owned(), near: near() })
}
