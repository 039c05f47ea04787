//! Rules and plug-ins that are not registered.

use rootstock_core_model::{and_did_you_mean, nearest};
use rootstock_provider_api::{Provider, Registry};

/// The error for the name of a rule that does not exist.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("there is no rule `{rule}`{}", nearest.map(and_did_you_mean).unwrap_or_default())]
#[non_exhaustive]
pub struct UnknownRule {
    /// The name of the rule.
    pub rule: String,
    /// The rule or quirk with the most similar name.
    pub nearest: Option<&'static str>,
    /// The number of rules.
    pub known: usize,
}

/// The error for a provider without a plug-in.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("no plug-in knows provider `{provider}`{}", hint(*called_now, *nearest))]
#[non_exhaustive]
pub struct UnknownProvider {
    /// The name of the provider.
    pub provider: String,
    /// The current name of that provider.
    pub called_now: Option<&'static str>,
    /// The provider with the most similar name.
    pub nearest: Option<&'static str>,
}

impl UnknownProvider {
    /// Looks up the plug-in of that name.
    pub(crate) fn or_find(name: &str, registry: &Registry) -> Result<&'static dyn Provider, Self> {
        registry.get(name).ok_or_else(|| Self {
            provider: name.to_owned(),
            called_now: registry.called_now(name),
            nearest: nearest(name, registry.names()),
        })
    }
}

fn hint(called_now: Option<&str>, nearest: Option<&str>) -> String {
    match (called_now, nearest) {
        (Some(now), _) => format!(": it is called `{now}` now"),
        (None, Some(near)) => and_did_you_mean(near),
        (None, None) => String::new(),
    }
}
