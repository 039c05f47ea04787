//! The rules about the provider's half.

use rootstock_core_model::Rule;

use crate::Registry;

/// What the provider's half maps, and the core half does not have.
pub static MAPPING_SURPLUS: &Rule = &crate::telling::PROVIDER_MAPPING_SURPLUS;

/// A `providerConfig` that does not say what it is, or says that it is something else.
pub static CONFIG_IDENTITY: &Rule = &crate::config_form::PROVIDER_CONFIG_IDENTITY;

/// A flavor of a NamespacedCloudProfile that has no image in a region.
pub static REGIONS_INCOMPLETE: &Rule = &crate::namespaced::PROVIDER_REGIONS_INCOMPLETE;

/// Every rule of this crate, sorted by name. A provider's own are [`crate::Provider::rules`];
/// [`crate::Registry::rules`] has both.
#[must_use]
pub fn rules() -> Vec<&'static Rule> {
    Rule::of(env!("CARGO_PKG_NAME"))
}

impl Registry {
    /// Every rule about the provider's half: those of all providers and each provider's own, sorted by name.
    #[must_use]
    pub fn rules(&self) -> Vec<&'static Rule> {
        let own = self.iter().flat_map(|provider| provider.rules());
        let mut rules: Vec<&'static Rule> = self::rules().into_iter().chain(own).collect();
        rules.sort_unstable_by_key(|rule| rule.name);
        rules
    }
}
