//! Query parameters: the settings, the objects of a question, and the fields of the question itself.

use std::fmt;

use hyper::StatusCode;
use percent_encoding::percent_decode_str;
use rootstock_analysis::configuration::Landscape;
use rootstock_core_model::{ReleaseSource, Semantics, nearest, suggestion_suffix};
use rootstock_provider_api::{ExtensionReleaseSettings, Registry};
use rootstock_queries::QueryContext;
use rootstock_versioning::Timestamp;
use serde_json::{Map, Value};

use crate::http::Problem;

/// A parameter that is not a part of a question.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Parameter {
    Semantics,
    Gardener,
    Extensions,
    FeatureGates,
    WithoutExtensionWebhooks,
    At,
    Profile,
    Shoot,
    Namespace,
    Operation,
}

impl Parameter {
    /// The settings, which every question about profiles and Shoots takes.
    pub(crate) const SETTINGS: [Self; 6] = [
        Self::Semantics,
        Self::Gardener,
        Self::Extensions,
        Self::FeatureGates,
        Self::WithoutExtensionWebhooks,
        Self::At,
    ];

    /// Returns the name in URLs.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Semantics => "semantics",
            Self::Gardener => "gardener",
            Self::Extensions => "extensions",
            Self::FeatureGates => "featureGates",
            Self::WithoutExtensionWebhooks => "withoutExtensionWebhooks",
            Self::At => "at",
            Self::Profile => "profile",
            Self::Shoot => "shoot",
            Self::Namespace => "namespace",
            Self::Operation => "operation",
        }
    }

    pub(crate) const fn description(self) -> &'static str {
        match self {
            Self::Semantics => {
                "The rules by which objects are judged: those of Gardener's documentation, or those of Gardener. Default: as the server is configured."
            }
            Self::Gardener => {
                "The release of Gardener, for example 1.148 or 1.147.0: its fields, the defaults of its feature gates, and its departures from the documentation. Default: as the server is configured, or else the newest one that the Shoots in the body, or else the known Shoots, name in `status.gardener.version`."
            }
            Self::Extensions => {
                "The releases of the extensions that run, as aws=1.70,azure=1.60. The others are as the server is configured."
            }
            Self::FeatureGates => {
                "Gardener's feature gates, as NAME=true,NAME=false. The others are as the server is configured."
            }
            Self::WithoutExtensionWebhooks => {
                "Whether to ignore the mutating webhooks of the extensions. Default: as the server is configured."
            }
            Self::At => "The instant at which versions are judged, as RFC 3339. Default: now, rounded to the minute.",
            Self::Profile => "The profile: the name of a CloudProfile, or NAMESPACE/NAME of a NamespacedCloudProfile.",
            Self::Shoot => "A Shoot, as NAMESPACE/NAME. Without it, the answer is about regions.",
            Self::Namespace => {
                "Only the Shoots of this namespace. Required in a garden with more than 100 namespaces from callers who may not list the Shoots of all of them."
            }
            Self::Operation => {
                "How the objects are judged: as a desired state, as new objects, or as updates of the known objects."
            }
        }
    }

    /// Returns the possible values; empty if the parameter takes other values.
    pub(crate) const fn values(self) -> &'static [&'static str] {
        match self {
            Self::Semantics => &["documented", "gardener"],
            Self::Operation => &["state", "create", "update"],
            Self::WithoutExtensionWebhooks => &["true", "false"],
            _ => &[],
        }
    }

    pub(crate) const fn is_required(self) -> bool {
        matches!(self, Self::Profile)
    }
}

/// The parsed query of a URL.
#[derive(Debug, Default)]
pub(crate) struct Parameters {
    given: Vec<(Parameter, String)>,
    /// The question, as JSON that matches its schema.
    pub(crate) question: Value,
}

impl Parameters {
    /// Parses a query. A name that is not in `parameters` is a field of the question, which has this schema.
    pub(crate) fn read(query: Option<&str>, parameters: &[Parameter], schema: &Value) -> Result<Self, Problem> {
        let (mut given, mut question): (Vec<(Parameter, String)>, _) = (Vec::new(), Map::new());
        for pair in query.unwrap_or_default().split('&').filter(|pair| !pair.is_empty()) {
            let (name, value) = pair.split_once('=').unwrap_or((pair, ""));
            let (name, value) = (decoded(name)?, decoded(value)?);
            match parameters.iter().find(|parameter| parameter.name() == name) {
                Some(known) if given.iter().any(|(one, _)| one == known) => {
                    return Err(bad_request(format!("`{name}` is given twice")));
                }
                Some(known) => given.push((*known, value)),
                None => add(&mut question, &name, value, parameters, schema)?,
            }
        }
        if let Some(missing) = required(schema).find(|field| !question.contains_key(*field)) {
            let field = member(member(schema, "properties"), missing);
            let says = member(field, "description").as_str().unwrap_or_default();
            return Err(bad_request(format!("`{missing}` is missing: {}", lower_first(says))));
        }
        if let Some(missing) = parameters.iter().find(|it| it.is_required() && !given.iter().any(|(one, _)| one == *it))
        {
            return Err(bad_request(format!(
                "`{}` is missing: {}",
                missing.name(),
                lower_first(missing.description())
            )));
        }
        Ok(Self { given, question: Value::Object(question) })
    }

    /// Returns the value of a parameter, if it is given.
    pub(crate) fn get(&self, parameter: Parameter) -> Option<&str> {
        self.given.iter().find(|(one, _)| *one == parameter).map(|(_, value)| value.as_str())
    }

    /// Returns the namespace, from a parameter or from the question.
    pub(crate) fn namespace(&self) -> Option<&str> {
        self.get(Parameter::Namespace).or_else(|| member(&self.question, "namespace").as_str())
    }

    /// Returns the index of a parameter's value among its possible values; 0 if it is not given.
    pub(crate) fn choice(&self, parameter: Parameter) -> Result<usize, Problem> {
        let Some(value) = self.get(parameter) else { return Ok(0) };
        let place = parameter.values().iter().position(|known| *known == value);
        place.ok_or_else(|| {
            let known: Vec<String> = parameter.values().iter().map(|it| format!("`{it}`")).collect();
            bad_request(format!("`{}` must be one of {}, not `{value}`", parameter.name(), known.join(", ")))
        })
    }

    /// Combines the given settings with those of the landscape. `now` is the instant unless one is given. Refuses feature gates that the
    /// release of Gardener does not have.
    pub(crate) fn asked(
        &self,
        landscape: &Landscape,
        registry: &Registry,
        now: Timestamp,
    ) -> Result<QueryContext, Problem> {
        let asked = self.asked_about_releases(landscape, registry, now)?;
        asked.feature_gates.check(asked.settings.gardener).map_err(|why| match asked.gardener_source {
            ReleaseSource::Settings => bad_request(why.to_string()),
            ReleaseSource::Shoots => bad_request(format!(
                "{why}; the release is the newest in `status.gardener.version` of the Shoots, and `gardener` sets another one"
            )),
        })?;
        Ok(asked)
    }

    /// Like [`asked`](Self::asked), for a question about several releases, which checks the feature gates itself.
    pub(crate) fn asked_about_releases(
        &self,
        landscape: &Landscape,
        registry: &Registry,
        now: Timestamp,
    ) -> Result<QueryContext, Problem> {
        let mut requested = Landscape::default();
        if self.get(Parameter::Semantics).is_some() {
            let is_documented = self.choice(Parameter::Semantics)? == 0;
            requested.semantics = Some(if is_documented { Semantics::Documented } else { Semantics::Gardener });
        }
        if let Some(gardener) = self.get(Parameter::Gardener) {
            requested.gardener = Some(gardener.parse().map_err(|why| invalid_value(Parameter::Gardener, &why))?);
        }
        if let Some(extensions) = self.get(Parameter::Extensions) {
            let settings = extensions.parse::<ExtensionReleaseSettings>().and_then(|it| it.resolve(registry));
            requested.extensions = settings.map_err(|why| invalid_value(Parameter::Extensions, &why))?;
        }
        if let Some(gates) = self.get(Parameter::FeatureGates) {
            requested.feature_gates = gates.parse().map_err(|why| invalid_value(Parameter::FeatureGates, &why))?;
        }
        if self.get(Parameter::WithoutExtensionWebhooks).is_some() {
            requested.extension_webhooks = Some(self.choice(Parameter::WithoutExtensionWebhooks)? != 0);
        }
        let at = self.get(Parameter::At).map(|text| text.parse().map_err(|why| invalid_value(Parameter::At, &why)));
        let landscape = landscape.clone().with(&requested);
        Ok(QueryContext::of(&landscape, at.transpose()?.unwrap_or(now)))
    }
}

fn bad_request(detail: String) -> Problem {
    Problem::new(StatusCode::BAD_REQUEST, detail)
}

fn invalid_value(parameter: Parameter, why: &dyn fmt::Display) -> Problem {
    bad_request(format!("`{}`: {why}", parameter.name()))
}

fn decoded(text: &str) -> Result<String, Problem> {
    let spaces = text.replace('+', " ");
    let decoded = percent_decode_str(&spaces).decode_utf8();
    decoded.map(Into::into).map_err(|_| bad_request(format!("`{text}` is not UTF-8 after percent-decoding")))
}

fn required(schema: &Value) -> impl Iterator<Item = &str> {
    member(schema, "required").as_array().into_iter().flatten().filter_map(Value::as_str)
}

/// Adds a field to the question. Lists are repeated, entries of a map are `field.member`, and values other than strings are JSON.
fn add(
    question: &mut Map<String, Value>,
    name: &str,
    value: String,
    parameters: &[Parameter],
    schema: &Value,
) -> Result<(), Problem> {
    let properties = member(schema, "properties").as_object();
    if let Some((field, key)) = name.split_once('.')
        && properties.and_then(|it| it.get(field)).is_some_and(|it| member(it, "type") == "object")
    {
        let map = question.entry(field).or_insert_with(|| Value::Object(Map::new()));
        if map.as_object_mut().and_then(|map| map.insert(key.to_owned(), value.into())).is_some() {
            return Err(bad_request(format!("`{name}` is given twice")));
        }
        return Ok(());
    }
    let Some(form) = properties.and_then(|it| it.get(name)) else {
        let known = properties.into_iter().flat_map(Map::keys).map(String::as_str);
        let known: Vec<&str> = parameters.iter().map(|it| it.name()).chain(known).collect();
        let hint = match nearest(name, known.iter().copied()) {
            Some(near) => suggestion_suffix(near),
            None if known.is_empty() => "; there are no parameters".to_owned(),
            None => format!("; the parameters are {}", known.join(", ")),
        };
        return Err(bad_request(format!("there is no parameter `{name}` here{hint}")));
    };
    if member(form, "type") == "array" {
        let item = single(name, value, member(form, "items"), schema)?;
        let list = question.entry(name).or_insert_with(|| Value::Array(Vec::new()));
        if let Some(list) = list.as_array_mut() {
            list.push(item);
        }
        return Ok(());
    }
    let value = single(name, value, form, schema)?;
    match question.insert(name.to_owned(), value) {
        Some(_) => Err(bad_request(format!("`{name}` is given twice"))),
        None => Ok(()),
    }
}

/// Parses a single value: a boolean, a string, or else JSON.
fn single(name: &str, value: String, form: &Value, schema: &Value) -> Result<Value, Problem> {
    if member(form, "type") == "boolean" {
        return match value.as_str() {
            "true" | "" => Ok(Value::Bool(true)),
            "false" => Ok(Value::Bool(false)),
            other => Err(bad_request(format!("`{name}` must be `true` or `false`, not `{other}`"))),
        };
    }
    if is_text(form, schema) {
        return Ok(Value::String(value));
    }
    serde_json::from_str(&value).map_err(|why| bad_request(format!("`{name}` must be percent-encoded JSON: {why}")))
}

/// Returns whether all values of this schema are strings.
pub(crate) fn is_text(form: &Value, schema: &Value) -> bool {
    let referred = member(form, "$ref").as_str().and_then(|it| it.strip_prefix("#/$defs/"));
    if let Some(name) = referred {
        return is_text(member(member(schema, "$defs"), name), schema);
    }
    if let Some(alternatives) = member(form, "anyOf").as_array() {
        return alternatives.iter().all(|one| member(one, "type") == "null" || is_text(one, schema));
    }
    match member(form, "type") {
        Value::String(one) => one == "string",
        Value::Array(several) => several.iter().all(|one| one == "string" || one == "null"),
        _ => false,
    }
}

/// Returns a member of an object, or null if it is missing.
pub(crate) fn member<'v>(value: &'v Value, name: &str) -> &'v Value {
    value.get(name).unwrap_or(&Value::Null)
}

/// Formats a description as the end of a sentence.
fn lower_first(text: &str) -> String {
    let text = text.strip_suffix('.').unwrap_or(text);
    let mut characters = text.chars();
    match characters.next() {
        Some(first) => first.to_lowercase().chain(characters).collect(),
        None => String::new(),
    }
}
