//! Rules in words.

use rootstock_core_model::Source;

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
