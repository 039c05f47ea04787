//! The rules of this crate by which its users tell findings apart.

use rootstock_core_model::Rule;

/// What the provider's half maps, and the core half does not have.
pub static MAPPING_SURPLUS: &Rule = &crate::telling::PROVIDER_MAPPING_SURPLUS;

/// A `providerConfig` that does not say what it is, or says that it is something else.
pub static CONFIG_IDENTITY: &Rule = &crate::typed::PROVIDER_CONFIG_IDENTITY;
