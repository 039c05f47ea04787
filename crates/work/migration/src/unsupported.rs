//! The reasons why the provider section of a profile cannot be migrated.

use rootstock_core_model::{listed, nearest};

/// The reason why the provider section of a profile cannot be migrated.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Unsupported {
    /// The profile does not name its provider.
    #[error("the profile does not name its provider; set `spec.type`")]
    NoProvider,
    /// No plug-in knows the provider.
    #[error(
        "no plug-in knows provider `{provider}`, so its section cannot be migrated; {}",
        suggestion(.provider, .known)
    )]
    UnknownProvider {
        /// The provider.
        provider: String,
        /// The providers that plug-ins know.
        known: Vec<String>,
    },
    /// The profile has no provider section.
    #[error("the profile has no `spec.providerConfig`")]
    NoProviderConfig,
    /// The provider only has legacy fields, or its plug-in does not describe them.
    #[error("provider `{provider}` does not support capabilities, or its plug-in does not describe the legacy fields")]
    OneFormat {
        /// The provider.
        provider: &'static str,
    },
}

/// Suggests the most similar name, or lists the known ones.
pub(crate) fn suggestion(name: &str, known: &[String]) -> String {
    match nearest(name, known.iter().map(String::as_str)) {
        Some(near) => format!("did you mean `{near}`?"),
        None if known.is_empty() => "there are none".to_owned(),
        None => format!("there are {}", listed(known)),
    }
}
