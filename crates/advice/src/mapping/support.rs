//! Where the extension does less than the profile lets one expect.

use std::collections::HashSet;

use rootstock_core_model::{ARCHITECTURE, BadValue, FieldPath, Segment, Severity, Source, Violation, ViolationKind};

use super::Mapping;

rootstock_core_model::rules! {
    /// Capabilities in a profile of an extension that knows none.
    PROVIDER_WITHOUT_CAPABILITIES: Warning, since "0.1.0", Source::Rootstock;
    /// A flavor, or an entry of the legacy format, without an architecture, of which the extension cannot create machines.
    PROVIDER_FLAVOR_ARCHITECTURE_UNWRITTEN: Warning, since "0.1.0", Source::Rootstock;
}

/// Reports capabilities that the extension does not know.
pub(super) fn without_capabilities(mapping: &Mapping<'_>) -> Option<Violation> {
    let mut definitions = mapping.spec.capability_definitions().iter();
    if mapping.extension.knows_capabilities() || definitions.all(|one| one.name == ARCHITECTURE) {
        return None;
    }
    let detail = format!(
        "the extension of provider `{}` knows no capabilities and chooses images by version and architecture alone; \
         register no capability but `{ARCHITECTURE}`",
        mapping.extension.name,
    );
    let path = FieldPath::root().field("spec").field("machineCapabilities");
    let kind = ViolationKind::NotSupported;
    Some(Violation::new(&PROVIDER_WITHOUT_CAPABILITIES, kind, path, BadValue::None, detail))
}

/// Reports flavors, or entries of the legacy format, that do not say for which architecture they are, where they must.
pub(super) fn unwritten_architectures(mapping: &Mapping<'_>) -> Vec<Violation> {
    if !mapping.extension.needs_written_architecture {
        return Vec::new();
    }
    let mut found = Vec::new();
    let entries = || mapping.entries.versions().map(|(_, entry)| entry);
    for legacy in entries().flat_map(|entry| entry.placed_legacy()) {
        if !legacy.artifact.writes_architecture {
            let detail = "should name its architecture: leaving it out means amd64 where the profile is checked, but the \
                          extension then does not find the entry and cannot create machines of it";
            found.push(Violation::required(&PROVIDER_FLAVOR_ARCHITECTURE_UNWRITTEN, legacy.path(), detail));
        }
    }
    if !mapping.has_capabilities() {
        return found;
    }
    let wrong = wrong_capabilities(mapping.found);
    for flavor in entries().flat_map(|entry| entry.placed_flavors()) {
        if flavor.artifact.capabilities.get(ARCHITECTURE).is_some() {
            continue;
        }
        let path = flavor.path().field("capabilities");
        // What must be written anyway, and is not, is an error of its own.
        if !wrong.contains(path.segments()) {
            let detail = "should name its architecture: leaving out the only registered one is allowed, but the extension \
                          then cannot create machines of this flavor";
            found.push(Violation::required(&PROVIDER_FLAVOR_ARCHITECTURE_UNWRITTEN, path, detail));
        }
    }
    found
}

/// The paths of capabilities with an error.
fn wrong_capabilities(found: &[Violation]) -> HashSet<&[Segment]> {
    let errors = found.iter().filter(|violation| violation.severity == Severity::Error);
    let capabilities = errors.filter_map(|violation| {
        let segments = violation.path.segments();
        let is_list = |segment: &Segment| matches!(segment, Segment::Field(name) if name == "capabilities");
        segments.get(..=segments.iter().rposition(is_list)?)
    });
    capabilities.collect()
}
