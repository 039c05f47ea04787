//! The rules about the provider section.

use rootstock_core_model::Rule;

use crate::Registry;

/// An entry of the provider section that the core section does not have.
pub static MAPPING_SURPLUS: &Rule = &crate::diagnostics::PROVIDER_MAPPING_SURPLUS;

/// A `providerConfig` without an identity, or with that of something else.
pub static CONFIG_IDENTITY: &Rule = &crate::config_form::PROVIDER_CONFIG_IDENTITY;

/// A flavor of a NamespacedCloudProfile that has no image in a region.
pub static REGIONS_INCOMPLETE: &Rule = &crate::namespaced::PROVIDER_REGIONS_INCOMPLETE;

/// Returns every rule of this crate, sorted by name. A provider's own are [`crate::Provider::rules`];
/// [`crate::Registry::rules`] has both.
#[must_use]
pub fn rules() -> Vec<&'static Rule> {
    Rule::of(env!("CARGO_PKG_NAME"))
}

impl Registry {
    /// Returns every rule about the provider section: the shared ones and each provider's own, sorted by name.
    #[must_use]
    pub fn rules(&self) -> Vec<&'static Rule> {
        let own = self.iter().flat_map(|provider| provider.rules());
        let mut rules: Vec<&'static Rule> = self::rules().into_iter().chain(own).collect();
        rules.sort_unstable_by_key(|rule| rule.name);
        rules
    }
}
