//! Limits of the extension that the profile does not take into account.

use std::collections::HashSet;

use rootstock_core_model::{ARCHITECTURE, BadValue, FieldPath, Segment, Severity, Source, Violation, ViolationKind};

use rootstock_provider_api::CapabilitySupport;

use super::Mapping;

rootstock_core_model::rules! {
    /// Capabilities in a profile of an extension that does not support them, or whose releases do not.
    PROVIDER_WITHOUT_CAPABILITIES: Warning, since "0.1.0", Source::Rootstock;
    /// A flavor, or an entry of the legacy format, without an architecture, from which the extension cannot create
    /// machines.
    PROVIDER_FLAVOR_ARCHITECTURE_UNWRITTEN: Warning, since "0.1.0", Source::Rootstock;
}

/// Reports capabilities that the extension does not know.
pub(super) fn without_capabilities(mapping: &Mapping<'_>) -> Option<Violation> {
    let (definitions, extension) = (mapping.spec.capability_definitions(), mapping.extension);
    let registers_others = definitions.iter().any(|one| one.name != ARCHITECTURE);
    let detail = match extension.capabilities {
        CapabilitySupport::Merged(change) if registers_others || has_flavors(mapping) => format!(
            "the extension of provider `{}` does not support capabilities in releases up to {}: they refuse \
             `capabilityFlavors`, and choose images by version and architecture alone; check that your release \
             contains {change}",
            extension.name, extension.follows,
        ),
        CapabilitySupport::Never if registers_others => format!(
            "the extension of provider `{}` does not support capabilities and chooses images by version and \
             architecture alone; register only the capability `{ARCHITECTURE}`",
            extension.name,
        ),
        CapabilitySupport::NotYet(since) if registers_others => format!(
            "{} chooses images by version and architecture alone: it supports capabilities since {since}; register only \
             the capability `{ARCHITECTURE}` until it is updated",
            extension.shown(),
        ),
        _ => return None,
    };
    let path = FieldPath::root().field("spec").field("machineCapabilities");
    let kind = ViolationKind::NotSupported;
    Some(Violation::new(&PROVIDER_WITHOUT_CAPABILITIES, kind, path, BadValue::None, detail))
}

/// Returns whether any part of the provider section uses flavors, in a profile that registers capabilities.
fn has_flavors(mapping: &Mapping<'_>) -> bool {
    mapping.has_capabilities() && mapping.entries.versions().any(|(_, entry)| entry.placed_flavors().next().is_some())
}

/// Reports flavors or entries of the legacy format that lack an architecture although the extension needs one.
pub(super) fn omitted_architectures(mapping: &Mapping<'_>) -> Vec<Violation> {
    if !mapping.extension.needs_written_architecture {
        return Vec::new();
    }
    let mut found = Vec::new();
    let entries = || mapping.entries.versions().map(|(_, entry)| entry);
    for legacy in entries().flat_map(|entry| entry.placed_legacy()) {
        if !legacy.artifact.writes_architecture {
            let detail = "should name its architecture: admission assumes amd64 without it, but the extension then \
                          does not find the entry and cannot create machines from it";
            found.push(Violation::required(&PROVIDER_FLAVOR_ARCHITECTURE_UNWRITTEN, legacy.path(), detail));
        }
    }
    if !mapping.has_capabilities() {
        return found;
    }
    let error_paths = paths_with_errors(mapping.found);
    for flavor in entries().flat_map(|entry| entry.placed_flavors()) {
        if flavor.artifact.capabilities.get(ARCHITECTURE).is_some() {
            continue;
        }
        let path = flavor.path().field("capabilities");
        // A missing required architecture has an error of its own.
        if !error_paths.contains(path.segments()) {
            let detail = "should name its architecture: omitting the only registered one is allowed, but the \
                          extension then cannot create machines from this flavor";
            found.push(Violation::required(&PROVIDER_FLAVOR_ARCHITECTURE_UNWRITTEN, path, detail));
        }
    }
    found
}

/// Returns the paths of capabilities with an error.
fn paths_with_errors(found: &[Violation]) -> HashSet<&[Segment]> {
    let errors = found.iter().filter(|violation| violation.severity == Severity::Error);
    let capabilities = errors.filter_map(|violation| {
        let segments = violation.path.segments();
        let is_list = |segment: &Segment| matches!(segment, Segment::Field(name) if name == "capabilities");
        segments.get(..=segments.iter().rposition(is_list)?)
    });
    capabilities.collect()
}
