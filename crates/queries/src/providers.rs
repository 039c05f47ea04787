//! `providers`: which plug-ins are there.

use std::convert::Infallible;

use rootstock_provider_api::{ConfigIdentity, Package, Registry};
use serde::{Deserialize, Serialize};

use crate::Query;

/// Which plug-ins are there?
#[derive(Debug, Clone, Copy, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ProvidersQuery {}

/// Every plug-in.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ProvidersAnswer {
    /// The plug-ins, sorted by name.
    pub providers: Vec<ProviderDescription>,
}

/// A plug-in.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ProviderDescription {
    /// The provider, as `spec.type` names it.
    pub name: &'static str,
    /// How its `providerConfig` announces itself.
    pub config: ConfigIdentity,
    /// The package it comes from.
    pub package: Package,
    /// The names of the rules that only this provider has.
    pub rules: Vec<&'static str>,
}

impl Query for ProvidersQuery {
    const FORM: &'static str = "rootstock.providers/v1";
    type Answer = ProvidersAnswer;
    type Over<'a> = &'a Registry;
    type Error = Infallible;

    fn ask(&self, registry: &Registry) -> Result<ProvidersAnswer, Infallible> {
        let providers = registry.iter().map(|provider| ProviderDescription {
            name: provider.name(),
            config: provider.config_identity(),
            package: provider.package(),
            rules: provider.rules().iter().map(|rule| rule.name).collect(),
        });
        Ok(ProvidersAnswer { providers: providers.collect() })
    }
}
