//! The rules about the provider's half.

use rootstock_core_model::Rule;

use crate::Registry;

/// Every rule of this crate, sorted by name. A provider's own are [`crate::Provider::rules`];
/// [`crate::Registry::rules`] has both.
#[must_use]
pub fn rules() -> Vec<&'static Rule> {
    let lists = [
        crate::coverage::RULES,
        crate::entry_check::RULES,
        crate::flavor_check::RULES,
        crate::one_to_one::RULES,
        crate::outcome::RULES,
        crate::region_mapping::RULES,
        crate::repetition::RULES,
        crate::support::RULES,
        crate::surplus::RULES,
        crate::typed::RULES,
        crate::unmapped::RULES,
    ];
    let lists = lists.iter().chain(&crate::namespaced::RULE_LISTS);
    let mut rules: Vec<&'static Rule> = lists.flat_map(|list| list.iter().copied()).collect();
    rules.sort_unstable_by_key(|rule| rule.name);
    rules
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
