//! Requests: a function, documents, settings, and a question.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::sync::Arc;

use rootstock_analysis::configuration::{Configuration, Landscape};
use rootstock_analysis::{Analysis, CheckMode, Role};
use rootstock_core_model::{
    ExtensionReleases, FeatureGateError, FeatureGateSettings, GardenerRelease, Semantics, Settings,
};
use rootstock_provider_api::{ExtensionReleaseError, ExtensionReleaseSettings, Registry};
use rootstock_queries::{NamedRelease, Query, QueryContext};
use rootstock_versioning::Timestamp;
use serde::Deserialize;
use serde_json::value::RawValue;

use crate::failure::Failure;
use crate::state::ModuleState;

/// A request. Unknown fields are errors, because a misspelled field would change the question.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields, expecting = "an object with `function`")]
pub(crate) struct Request<'a> {
    /// The function: a question by the name of its answer's form (`matrix`), `hold` or `release`.
    #[serde(borrow)]
    pub(crate) function: Cow<'a, str>,
    /// The documents, in addition to held ones.
    #[serde(borrow, default)]
    documents: Vec<GivenDocument<'a>>,
    /// The number of documents from an earlier `hold`.
    pub(crate) held: Option<u32>,
    /// The profile: the name of a CloudProfile, or `NAMESPACE/NAME`. May be absent if there is only one.
    pub(crate) profile: Option<String>,
    /// The question, which matches its schema; absent for the defaults.
    #[serde(borrow)]
    question: Option<&'a RawValue>,
    /// The semantics; absent for those of the configuration's landscape.
    semantics: Option<GivenSemantics>,
    /// The release of Gardener: `1.148`; absent for that of the landscape, the newest one that a Shoot of the documents names, or the
    /// newest one that is known.
    gardener: Option<String>,
    /// The releases of the extensions that run, by provider: `{"aws": "1.70"}`.
    #[serde(default)]
    extensions: BTreeMap<String, String>,
    /// The instant at which versions are judged, as RFC 3339: a module has no clock.
    at: Option<String>,
    /// Feature gates.
    #[serde(default)]
    feature_gates: GivenGates,
    /// Whether the effects of the extensions' mutating webhooks are left out.
    without_extension_webhooks: Option<bool>,
    /// The operation that `check` judges objects as.
    #[serde(default)]
    operation: Operation,
    /// The configuration of `check`: the severities of findings, and whether to give advice.
    configuration: Option<GivenConfiguration>,
    /// Whether `check` accepts that some objects cannot be checked.
    #[serde(default)]
    allow_unchecked: bool,
}

/// A document with its name in answers: a text, or a JSON object.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields, expecting = "an object with `name` and `text` or `object`")]
struct GivenDocument<'a> {
    #[serde(borrow)]
    name: Cow<'a, str>,
    #[serde(default)]
    role: GivenRole,
    #[serde(borrow)]
    text: Option<Cow<'a, str>>,
    #[serde(borrow)]
    object: Option<&'a RawValue>,
}

#[derive(Debug, Clone, Copy, Default, Deserialize)]
#[serde(rename_all = "lowercase")]
enum GivenRole {
    /// An object of the question, which is judged.
    #[default]
    Checked,
    /// An object that others refer to.
    Known,
    /// An object before a change.
    Old,
}

#[derive(Debug, Clone, Copy, Deserialize)]
#[serde(rename_all = "lowercase")]
enum GivenSemantics {
    Documented,
    Gardener,
}

#[derive(Debug, Clone, Copy, Default, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Operation {
    #[default]
    State,
    Create,
    Update,
}

/// Feature gates: as an object, or in Gardener's syntax.
#[derive(Debug, Deserialize)]
#[serde(untagged, expecting = "`featureGates` must be an object `{\"NAME\": true}` or a text `NAME=true,NAME=false`")]
enum GivenGates {
    ByName(BTreeMap<String, bool>),
    Text(String),
}

impl Default for GivenGates {
    fn default() -> Self {
        Self::ByName(BTreeMap::new())
    }
}

impl GivenGates {
    fn settings(&self) -> Result<FeatureGateSettings, FeatureGateError> {
        let gates = match self {
            Self::Text(text) => return text.parse(),
            Self::ByName(gates) => gates,
        };
        let mut settings = FeatureGateSettings::default();
        gates.iter().try_for_each(|(name, on)| settings.set(name, *on))?;
        Ok(settings)
    }
}

/// A `rootstock.toml`.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, expecting = "an object with `name` and `text`")]
struct GivenConfiguration {
    name: String,
    text: String,
}

/// The documents of a question, and the settings to ask under.
#[derive(Debug)]
pub(crate) struct Prepared {
    pub(crate) asked: QueryContext,
    /// The documents, with these settings.
    pub(crate) analysis: Analysis,
}

impl Request<'_> {
    /// Deserializes the question.
    pub(crate) fn question<Q: Query>(&self) -> Result<Q, Failure> {
        let text = self.question.map_or("{}", RawValue::get);
        serde_json::from_str(text).map_err(|why| Failure::json(&format!("the question `{}`", Q::name()), &why))
    }

    /// Returns the documents of the question and the settings: those of the request, or else those of the landscape. If they name no
    /// release of Gardener, and `follows_shoots`, the newest one that a Shoot names is taken.
    pub(crate) fn prepared(&self, held: &ModuleState, follows_shoots: bool) -> Result<Prepared, Failure> {
        let Some(at) = &self.at else {
            return Err(Failure::request("`at` is missing: the instant at which versions are judged, as RFC 3339"));
        };
        let at: Timestamp = at.parse().map_err(|why| Failure::request(format!("`at`: {why}")))?;
        let landscape = self.landscape(held)?;
        let mut analysis = self.analysis(held, landscape.settings(at))?;
        let named = (follows_shoots && landscape.gardener.is_none()).then(|| NamedRelease::newest(&analysis)).flatten();
        let landscape = landscape.with_named(named.as_ref().map(|named| named.release));
        if follows_shoots {
            landscape.check().map_err(|why| {
                let source = named.map(|named| format!("; the release is {named}, and `gardener` sets another one"));
                Failure::request(format!("`featureGates`: {why}{}", source.unwrap_or_default()))
            })?;
        }
        let asked = QueryContext::of(&landscape, at);
        analysis.set_settings(asked.settings);
        Ok(Prepared { asked, analysis })
    }

    /// Returns the settings of the request, or else those of the landscape.
    fn landscape(&self, held: &ModuleState) -> Result<Landscape, Failure> {
        let gardener = self.gardener.as_deref().map(str::parse::<GardenerRelease>).transpose();
        let feature_gates = self.feature_gates.settings();
        let extensions = self.extensions(&held.registry);
        let given = Landscape {
            semantics: self.semantics.map(|semantics| match semantics {
                GivenSemantics::Documented => Semantics::Documented,
                GivenSemantics::Gardener => Semantics::Gardener,
            }),
            gardener: gardener.map_err(|why| Failure::request(format!("`gardener`: {why}")))?,
            extensions: extensions.map_err(|why| Failure::request(format!("`extensions`: {why}")))?,
            feature_gates: feature_gates.map_err(|why| Failure::request(format!("`featureGates`: {why}")))?,
            extension_webhooks: self.without_extension_webhooks.map(|without| !without),
            ..Landscape::default()
        };
        Ok(held.configuration.landscape().clone().with(&given))
    }

    fn extensions(&self, registry: &Registry) -> Result<ExtensionReleases, ExtensionReleaseError> {
        let mut extensions = ExtensionReleaseSettings::default();
        self.extensions.iter().try_for_each(|(provider, release)| extensions.set(provider, release))?;
        extensions.resolve(registry)
    }

    /// Returns the analysis of the held documents and those of the request.
    fn analysis(&self, held: &ModuleState, settings: Settings) -> Result<Analysis, Failure> {
        let mut analysis = match self.held {
            None => Analysis::new(Arc::clone(&held.registry), settings),
            Some(number) => {
                let mut documents = held.documents(number)?.clone();
                documents.set_settings(settings);
                documents
            }
        };
        if held.prefers_checked {
            analysis.set_prefers_checked(true);
        }
        for document in &self.documents {
            let role = match document.role {
                GivenRole::Checked => Role::Checked,
                GivenRole::Known => Role::Known,
                GivenRole::Old => Role::Old,
            };
            let text = match (&document.text, document.object) {
                (Some(text), None) => text,
                (None, Some(object)) => object.get(),
                _ => {
                    let name = &document.name;
                    return Err(Failure::request(format!("the document `{name}` must have either `text` or `object`")));
                }
            };
            analysis.set(role, &document.name, text.as_bytes());
        }
        Ok(analysis)
    }

    /// Prepares the documents for `check`, with the operation and the configuration.
    pub(crate) fn to_check(&self, mut analysis: Analysis, held: &ModuleState) -> Result<Analysis, Failure> {
        analysis.set_mode(match self.operation {
            Operation::State => CheckMode::State,
            Operation::Create => CheckMode::Create,
            Operation::Update => CheckMode::Update,
        });
        let configuration = self.configuration(held)?;
        analysis.set_advice(configuration.advice(None));
        analysis.set_configuration(configuration);
        analysis.set_accepts_unchecked(self.allow_unchecked);
        Ok(analysis)
    }

    /// Returns the configuration, or else that of the module.
    pub(crate) fn configuration(&self, held: &ModuleState) -> Result<Configuration, Failure> {
        let Some(given) = &self.configuration else { return Ok(held.configuration.clone()) };
        Configuration::read(&given.name, &given.text, &held.registry).map_err(|errors| {
            let errors: Vec<String> = errors.iter().map(ToString::to_string).collect();
            Failure::request(errors.join("; "))
        })
    }
}
