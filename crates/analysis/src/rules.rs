//! Every rule that findings can have: the reader's, admission's, advice, those that all providers share, each provider's
//! own, and those about configurations.

use rootstock_core_model::Rule;
use rootstock_provider_api::Registry;

/// All rules, sorted by name, each once.
///
/// `registry` brings the rules of the providers that are linked into the program.
#[must_use]
pub fn all_rules(registry: &Registry) -> Vec<&'static Rule> {
    let mut rules = rootstock_admission::rules();
    rules.extend(rootstock_advice::rules());
    rules.extend(crate::configuration::rules());
    rules.extend(rootstock_core_model::rules());
    rules.extend(registry.rules());
    rules.sort_by_key(|rule| rule.name);
    rules.dedup_by_key(|rule| rule.name);
    rules
}
