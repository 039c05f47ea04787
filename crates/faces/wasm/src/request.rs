//! What is asked: a function, documents, settings, and the question.

use std::borrow::Cow;
use std::sync::Arc;

use rootstock_analysis::configuration::Configuration;
use rootstock_analysis::{Analysis, Judgement, Role};
use rootstock_core_model::{FeatureGates, Semantics, Settings};
use rootstock_provider_api::Registry;
use rootstock_queries::{Asked, Query};
use rootstock_versioning::Timestamp;
use serde::Deserialize;
use serde_json::value::RawValue;

use crate::failure::Failure;
use crate::held::Held;

/// One call. A field that does not exist is an error: whoever misspells one would ask for something else.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields, expecting = "an object with `function`")]
pub(crate) struct Request<'a> {
    /// What to do: a question by the name of its answer's form (`matrix`), `hold` or `release`.
    #[serde(borrow)]
    pub(crate) function: Cow<'a, str>,
    /// Documents, beside those that are held.
    #[serde(borrow, default)]
    documents: Vec<GivenDocument<'a>>,
    /// Documents that an earlier call had held.
    pub(crate) held: Option<u32>,
    /// The profile that is asked about: the name of a CloudProfile, or `NAMESPACE/NAME`. Absent if there is one only.
    pub(crate) profile: Option<String>,
    /// The question itself, in the form of its schema; absent means all defaults.
    #[serde(borrow)]
    question: Option<&'a RawValue>,
    /// Whose answer is asked for.
    #[serde(default)]
    semantics: GivenSemantics,
    /// The instant at which versions are judged, as RFC 3339: a module has no clock.
    at: Option<String>,
    /// Feature gates as Gardener takes them, `NAME=true,NAME=false`.
    #[serde(default)]
    feature_gates: String,
    /// Whether what the extensions' mutating webhooks do is left out.
    #[serde(default)]
    without_extension_webhooks: bool,
    /// As what objects are judged; for `check`.
    #[serde(default)]
    operation: Operation,
    /// What weighs findings, and whether advice is given; for `check`.
    configuration: Option<GivenConfiguration>,
    /// Whether it is accepted that something cannot be checked; for `check`.
    #[serde(default)]
    allow_unchecked: bool,
}

/// A document under the name by which answers call it: a text, or an object as it is.
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
    /// What is asked about, and judged.
    #[default]
    Checked,
    /// What the others refer to.
    Known,
    /// What was there before.
    Old,
}

#[derive(Debug, Clone, Copy, Default, Deserialize)]
#[serde(rename_all = "lowercase")]
enum GivenSemantics {
    #[default]
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

/// A `rootstock.toml`.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, expecting = "an object with `name` and `text`")]
struct GivenConfiguration {
    name: String,
    text: String,
}

impl Request<'_> {
    /// The question itself.
    pub(crate) fn question<Q: Query>(&self) -> Result<Q, Failure> {
        let text = self.question.map_or("{}", RawValue::get);
        serde_json::from_str(text).map_err(|why| Failure::request(format!("`question`: {why}")))
    }

    /// Whose answer is asked for.
    pub(crate) fn asked(&self) -> Result<Asked, Failure> {
        let semantics = match self.semantics {
            GivenSemantics::Documented => Semantics::Documented,
            GivenSemantics::Gardener => Semantics::Gardener,
        };
        let Some(at) = &self.at else {
            return Err(Failure::request("`at` is missing: the instant at which versions are judged, as RFC 3339"));
        };
        let at: Timestamp = at.parse().map_err(|why| Failure::request(format!("`at`: {why}")))?;
        let mut settings = Settings::new(semantics, at);
        let gates = self.feature_gates.parse::<FeatureGates>();
        settings.gates = gates.map_err(|why| Failure::request(format!("`featureGates`: {why}")))?;
        settings.extension_webhooks = !self.without_extension_webhooks;
        Ok(Asked { semantics, settings })
    }

    /// The documents that are held, and those of the request beside them, under the settings of the request.
    pub(crate) fn analysis(&self, held: &Held) -> Result<Analysis, Failure> {
        let settings = self.asked()?.settings;
        let mut analysis = match self.held {
            None => Analysis::new(Arc::clone(&held.registry), settings),
            Some(number) => {
                let mut documents = held.documents(number)?.clone();
                documents.set_settings(settings);
                documents
            }
        };
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

    /// The documents, as what they are judged, and with the configuration.
    pub(crate) fn analysis_to_check(&self, held: &Held) -> Result<Analysis, Failure> {
        let mut analysis = self.analysis(held)?;
        analysis.set_judgement(match self.operation {
            Operation::State => Judgement::State,
            Operation::Create => Judgement::Create,
            Operation::Update => Judgement::Update,
        });
        let configuration = self.configuration(&held.registry)?;
        analysis.set_advice(configuration.advice(None));
        analysis.set_configuration(configuration);
        analysis.set_accepts_unchecked(self.allow_unchecked);
        Ok(analysis)
    }

    /// The configuration, which is empty if none is given.
    pub(crate) fn configuration(&self, registry: &Registry) -> Result<Configuration, Failure> {
        let Some(given) = &self.configuration else { return Ok(Configuration::default()) };
        Configuration::read(&given.name, &given.text, registry).map_err(|errors| {
            let errors: Vec<String> = errors.iter().map(ToString::to_string).collect();
            Failure::request(errors.join("; "))
        })
    }
}
