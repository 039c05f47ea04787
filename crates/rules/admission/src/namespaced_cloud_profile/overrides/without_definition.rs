//! Capabilities in a child of a CloudProfile that registers none.

use std::collections::HashSet;

use rootstock_core_model::{ARCHITECTURE, Capabilities, Violation};

use super::Comparison;
use crate::cloud_profile::{machine_images, machine_types};
use crate::scope::SPEC;

/// Reports capabilities that a NamespacedCloudProfile declares itself, because the conversion to the parent's format
/// would drop them. Declaring them again for versions of the parent is always forbidden, and reported there.
pub(crate) fn check(comparison: &Comparison<'_>, findings: &mut Vec<Violation>) {
    let quirks = &comparison.settings().quirks.namespaced_cloud_profile;
    if comparison.parent().has_capabilities() || quirks.capabilities_below_legacy_are_converted {
        return;
    }
    let place = format!("`spec.machineCapabilities` of CloudProfile `{}`", comparison.parent_name());
    let list = SPEC.field("machineTypes");
    for (index, machine_type) in comparison.written().types().iter().enumerate() {
        if !machine_type.capabilities.is_empty() {
            let item = list.index(index);
            let violation = machine_types::without_definition(&item.field("capabilities"), &place);
            findings.push(with_legacy(violation, [&machine_type.capabilities], |values| match values {
                [only] => Some(format!("`architecture: {only}`")),
                _ => None,
            }));
        }
    }
    let parents = comparison.parent().images().iter();
    let parents: HashSet<(&str, &str)> = parents
        .flat_map(|image| image.offered().iter().map(|version| (image.name.as_str(), version.version.as_str())))
        .collect();
    let list = SPEC.field("machineImages");
    for (i, image) in comparison.written().images().iter().enumerate() {
        let item = list.index(i);
        let versions = item.field("versions");
        for (j, version) in image.offered().iter().enumerate() {
            let is_parents = parents.contains(&(image.name.as_str(), version.version.as_str()));
            if is_parents || version.flavors().is_empty() {
                continue;
            }
            let item = versions.index(j);
            let violation = machine_images::flavors_without_definition(&item.field("capabilityFlavors"), &place);
            let flavors = version.flavors().iter().map(|flavor| &flavor.0);
            findings.push(with_legacy(violation, flavors, |values| {
                Some(format!("`architectures: [{}]`", values.join(", ")))
            }));
        }
    }
}

/// Suggests the equivalent legacy field if only architectures are declared.
fn with_legacy<'c>(
    violation: Violation,
    declared: impl IntoIterator<Item = &'c Capabilities>,
    field: impl Fn(&[&str]) -> Option<String>,
) -> Violation {
    let (mut seen, mut values): (HashSet<&str>, Vec<&str>) = Default::default();
    for capabilities in declared {
        if capabilities.iter().any(|(name, _)| name != ARCHITECTURE) {
            return violation;
        }
        for value in capabilities.get(ARCHITECTURE).unwrap_or_default() {
            if seen.insert(value) {
                values.push(value);
            }
        }
    }
    match field(&values).filter(|_| !values.is_empty()) {
        Some(field) => {
            violation.with_help(format!("write {field} instead, because the parent registers no capabilities"))
        }
        None => violation,
    }
}
