//! Rules and plug-ins that are not registered.

use rootstock_core_model::{nearest, suggestion_suffix};
use rootstock_provider_api::{Provider, Registry};

/// The error for the name of a rule that does not exist.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("there is no rule `{rule}`{}", nearest.map(suggestion_suffix).unwrap_or_default())]
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
#[error("no plug-in knows provider `{provider}`{}", hint(*current_name, *nearest))]
#[non_exhaustive]
pub struct UnknownProvider {
    /// The name of the provider.
    pub provider: String,
    /// The current name of that provider.
    pub current_name: Option<&'static str>,
    /// The provider with the most similar name.
    pub nearest: Option<&'static str>,
}

impl UnknownProvider {
    /// Looks up the plug-in of that name.
    pub(crate) fn find_provider(name: &str, registry: &Registry) -> Result<&'static dyn Provider, Self> {
        registry.get(name).ok_or_else(|| Self {
            provider: name.to_owned(),
            current_name: registry.current_name(name),
            nearest: nearest(name, registry.names()),
        })
    }
}

fn hint(current_name: Option<&str>, nearest: Option<&str>) -> String {
    match (current_name, nearest) {
        (Some(now), _) => format!(": it is called `{now}` now"),
        (None, Some(near)) => suggestion_suffix(near),
        (None, None) => String::new(),
    }
}
