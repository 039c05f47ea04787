//! The settings of a landscape that answers depend on.

use std::path::PathBuf;

use rootstock_core_model::{
    ExtensionReleases, FeatureGateError, FeatureGateSettings, GardenerRelease, GardenerReleaseError, ReleaseSource,
    Semantics, Settings,
};
use rootstock_provider_api::ExtensionReleaseSettings;
use rootstock_versioning::Timestamp;
use toml::Spanned;
use toml::de::DeValue;

use super::reader::Reader;

pub(super) const KEYS: [&str; 6] =
    ["extension-webhooks", "extensions", "feature-gates", "gardener", "profiles", "semantics"];
const SEMANTICS: [&str; 2] = ["documented", "gardener"];

/// The settings of a landscape, as far as they are given in `rootstock.toml` or on a command line.
///
/// ```
/// use rootstock_analysis::configuration::{Configuration, Landscape};
/// use rootstock_core_model::Semantics;
/// let text = "[landscape]\nsemantics = \"gardener\"\nfeature-gates.VersionClassificationLifecycle = true\n";
/// let configuration = Configuration::read("rootstock.toml", text, &rootstock_providers::registry()?)
///     .map_err(|problems| problems[0].to_string())?;
/// let requested = Landscape { semantics: Some(Semantics::Documented), ..Landscape::default() };
/// let landscape = configuration.landscape().clone().with(&requested);
/// assert_eq!(landscape.semantics(), Semantics::Documented);
/// assert!(landscape.settings("2027-01-01T00:00:00Z".parse()?).gates.version_classification_lifecycle);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
pub struct Landscape {
    /// The semantics to answer under.
    pub semantics: Option<Semantics>,
    /// The release of Gardener that runs.
    pub gardener: Option<GardenerRelease>,
    /// The source of that release.
    pub gardener_source: ReleaseSource,
    /// The releases of the extensions that run.
    pub extensions: ExtensionReleases,
    /// The feature gates that are set.
    pub feature_gates: FeatureGateSettings,
    /// Whether the extensions' mutating webhooks are installed.
    pub extension_webhooks: Option<bool>,
    /// The files and directories with its profiles.
    pub profiles: Vec<PathBuf>,
}

impl Landscape {
    /// Overrides the settings with those in `requested`.
    #[must_use]
    pub fn with(mut self, requested: &Self) -> Self {
        self.semantics = requested.semantics.or(self.semantics);
        if requested.gardener.is_some() {
            (self.gardener, self.gardener_source) = (requested.gardener, requested.gardener_source);
        }
        // Both name extensions of one registry, whose number is limited where they are resolved.
        self.extensions = self.extensions.overridden_by(&requested.extensions).unwrap_or(requested.extensions);
        self.feature_gates.extend(&requested.feature_gates);
        self.extension_webhooks = requested.extension_webhooks.or(self.extension_webhooks);
        if !requested.profiles.is_empty() {
            self.profiles.clone_from(&requested.profiles);
        }
        self
    }

    /// Takes a release of Gardener that Shoots name, unless one is set.
    #[must_use]
    pub fn with_named(mut self, named: Option<GardenerRelease>) -> Self {
        if self.gardener.is_none() && named.is_some() {
            (self.gardener, self.gardener_source) = (named, ReleaseSource::Shoots);
        }
        self
    }

    /// Returns the semantics to answer under; by default, those of the documents.
    #[must_use]
    pub fn semantics(&self) -> Semantics {
        self.semantics.unwrap_or(Semantics::Documented)
    }

    /// Returns the release of Gardener that runs; by default, the newest recorded one.
    #[must_use]
    pub fn gardener(&self) -> GardenerRelease {
        self.gardener.unwrap_or_default()
    }

    /// Checks that the settings go together: the release of Gardener has all feature gates that are set.
    ///
    /// # Errors
    ///
    /// Fails if it does not have one of them.
    pub fn check(&self) -> Result<(), FeatureGateError> {
        self.feature_gates.check(self.gardener())
    }

    /// Returns the settings for an instant, with the defaults of Gardener's release where nothing is set.
    #[must_use]
    pub fn settings(&self, now: Timestamp) -> Settings {
        let mut settings = Settings::at_release(self.semantics(), self.gardener(), now);
        settings.gates = settings.gates.set(&self.feature_gates);
        settings.extensions = self.extensions;
        settings.extension_webhooks = self.extension_webhooks.unwrap_or(settings.extension_webhooks);
        settings
    }
}

impl Reader<'_> {
    pub(super) fn landscape(&mut self, value: &Spanned<DeValue<'_>>) {
        let Some(table) = self.table(value, "`landscape`") else { return };
        for (key, value) in table {
            match key.get_ref().as_ref() {
                "semantics" => match value.get_ref().as_str() {
                    Some("documented") => self.configuration.landscape.semantics = Some(Semantics::Documented),
                    Some("gardener") => self.configuration.landscape.semantics = Some(Semantics::Gardener),
                    other => self.invalid_choice(
                        value,
                        "`semantics` must be \"documented\" or \"gardener\"",
                        other,
                        &SEMANTICS,
                    ),
                },
                "gardener" => match value.get_ref().as_str().map(str::parse) {
                    Some(Ok(gardener)) => self.configuration.landscape.gardener = Some(gardener),
                    Some(Err(error)) => self.problem(&value.span(), GardenerReleaseError::to_string(&error)),
                    None => self.problem(&value.span(), "`gardener` must be a release in quotes: \"1.148\""),
                },
                "extensions" => self.extensions(value),
                "feature-gates" => self.feature_gates(value),
                "extension-webhooks" => match value.get_ref().as_bool() {
                    Some(installed) => self.configuration.landscape.extension_webhooks = Some(installed),
                    None => self.problem(&value.span(), "`extension-webhooks` must be `true` or `false`"),
                },
                "profiles" => self.profiles(value),
                other => self.unknown_key(&key.span(), other, &KEYS),
            }
        }
    }

    fn extensions(&mut self, value: &Spanned<DeValue<'_>>) {
        let Some(table) = self.table(value, "`extensions`") else { return };
        for (key, value) in table {
            let Some(release) = value.get_ref().as_str() else {
                self.problem(&value.span(), "the release of an extension must be in quotes: \"1.70\"");
                continue;
            };
            let mut setting = ExtensionReleaseSettings::default();
            let set = setting.set(key.get_ref(), release).and_then(|()| setting.resolve(self.registry));
            match set.and_then(|one| Ok(self.configuration.landscape.extensions.overridden_by(&one)?)) {
                Ok(all) => self.configuration.landscape.extensions = all,
                Err(error) if error.is_about_name() => self.problem(&key.span(), error.to_string()),
                Err(error) => self.problem(&value.span(), error.to_string()),
            }
        }
    }

    fn feature_gates(&mut self, value: &Spanned<DeValue<'_>>) {
        let Some(table) = self.table(value, "`feature-gates`") else { return };
        for (key, value) in table {
            match value.get_ref().as_bool() {
                None => self.problem(&value.span(), "a feature gate must be `true` or `false`"),
                Some(on) => {
                    let set = self.configuration.landscape.feature_gates.set(key.get_ref(), on);
                    if let Err(unknown) = set {
                        self.problem(&key.span(), unknown.to_string());
                    }
                }
            }
        }
    }

    fn profiles(&mut self, value: &Spanned<DeValue<'_>>) {
        let Some(list) = value.get_ref().as_array() else {
            self.problem(&value.span(), "`profiles` must be a list of files and directories");
            return;
        };
        for entry in list.iter() {
            match entry.get_ref().as_str().filter(|path| !path.is_empty()) {
                // Standard input belongs to one command, so a file for all commands cannot name it.
                Some(path) if path != "-" => {
                    self.configuration.landscape.profiles.push(PathBuf::from(path));
                }
                _ => self.problem(&entry.span(), "a profile must be a file or directory"),
            }
        }
    }
}
