//! Every rule of the program: the reader's, admission's, advice, those that all providers share, and each provider's own.

use rootstock_core_model::{Rule, Source};
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

/// A rule's source in words.
#[must_use]
pub fn source_in_words(source: Source) -> String {
    let (place, section) = match source {
        Source::CapabilitiesGuide(section) => ("CloudProfile Capabilities", section),
        Source::Gep33(section) => ("GEP-33, Machine Image Capabilities", section),
        Source::Gep54(section) => ("GEP-54, Worker Capabilities", section),
        Source::OpenStackGuide(section) => ("OpenStack extension, operator guide", section),
        Source::VersioningGuide(section) => ("Shoot Kubernetes and Operating System Versioning", section),
        Source::ProviderExtension(name) => return format!("what the {name} extension does"),
        Source::Gardener => return "what Gardener does".to_owned(),
        Source::Kubernetes => return "Kubernetes' API conventions".to_owned(),
        Source::Rootstock => return "rootstock's own".to_owned(),
    };
    if section.is_empty() { place.to_owned() } else { format!("{place}: {section}") }
}
