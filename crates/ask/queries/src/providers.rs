//! `providers`: the registered plug-ins, and the description of a provider's extension.

use std::convert::Infallible;

use rootstock_provider_api::{ConfigIdentity, Evidence, Extension, Package, Registry};
use rootstock_worker_capabilities::{BuiltInCatalog, Entry};
use serde::{Deserialize, Serialize};

use crate::{Example, Face, Query, QueryError, QuerySubject, RuleDescription, UnknownProvider};

/// Asks for the registered plug-ins.
#[derive(Debug, Clone, Copy, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ProvidersQuery {}

/// Every plug-in.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct ProvidersAnswer {
    /// The plug-ins, sorted by name.
    pub providers: Vec<ProviderDescription>,
}

/// A plug-in.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct ProviderDescription {
    /// The provider, as `spec.type` names it.
    pub name: &'static str,
    /// The `apiVersion` and `kind` of its `providerConfig`.
    pub config: ConfigIdentity,
    /// The package it comes from.
    pub package: Package,
    /// The evidence that the plug-in's answers are tested with.
    pub evidence: Evidence,
    /// The names of the provider's own rules.
    pub rules: Vec<&'static str>,
}

/// Asks for the description of a provider's extension.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ProviderQuery {
    /// The provider, as `spec.type` names it.
    pub provider: String,
}

/// The description of a provider's extension by its plug-in.
#[derive(Debug, Clone, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct ProviderAnswer {
    /// The description of the extension.
    #[serde(flatten)]
    pub extension: Extension,
    /// The capabilities that workers can ask for with the gate `WorkerCapabilities` without registering them:
    /// Gardener's own, followed by the provider's. The first value of each is the neutral one.
    pub catalogue: Vec<Entry>,
    /// The provider's own rules.
    pub rules: Vec<RuleDescription>,
}

impl Query for ProvidersQuery {
    const ANSWER_SCHEMA: &'static str = "rootstock.providers/v1";
    const SUBJECT: QuerySubject = QuerySubject::Rootstock;
    const EXAMPLE: Example = Example { command: "providers", question: "{}", files: &[] };
    type Answer = ProvidersAnswer;
    type Input<'a> = &'a Registry;
    type Error = Infallible;

    fn ask(&self, registry: &Registry) -> Result<ProvidersAnswer, Infallible> {
        let providers = registry.iter().map(|provider| ProviderDescription {
            name: provider.name(),
            config: provider.extension().config,
            package: provider.extension().package,
            evidence: provider.extension().evidence,
            rules: provider.rules().iter().map(|rule| rule.name).collect(),
        });
        Ok(ProvidersAnswer { providers: providers.collect() })
    }

    fn ask_at<F: Face>(&self, face: &F) -> Result<Self::Answer, F::Failure> {
        Ok(self.ask(face.registry()).map_err(QueryError::from)?)
    }
}

impl Query for ProviderQuery {
    const ANSWER_SCHEMA: &'static str = "rootstock.provider/v1";
    const SUBJECT: QuerySubject = QuerySubject::Rootstock;
    const EXAMPLE: Example = Example { command: "providers aws", question: r#"{"provider": "aws"}"#, files: &[] };
    type Answer = ProviderAnswer;
    type Input<'a> = &'a Registry;
    type Error = UnknownProvider;

    fn ask(&self, registry: &Registry) -> Result<ProviderAnswer, UnknownProvider> {
        let provider = UnknownProvider::find_provider(&self.provider, registry)?;
        let extension = *provider.extension();
        let catalogue =
            BuiltInCatalog::FOLLOWED.built_in(&[], extension.worker_capabilities).into_iter().copied().collect();
        let rules = provider.rules().into_iter().map(RuleDescription::from).collect();
        Ok(ProviderAnswer { extension, catalogue, rules })
    }

    fn ask_at<F: Face>(&self, face: &F) -> Result<Self::Answer, F::Failure> {
        Ok(self.ask(face.registry()).map_err(QueryError::from)?)
    }
}
