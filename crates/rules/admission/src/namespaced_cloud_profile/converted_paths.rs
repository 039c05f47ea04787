//! Findings about converted fields, restated in terms of the profile as written.

use std::collections::HashSet;

use rootstock_core_model::{FieldPath, MachineImageVersion, MachineType, Segment, Violation};

use super::overrides::Comparison;

/// Points findings about flavors that were derived from legacy architectures at those architectures, and vice versa;
/// drops those already reported there. In Gardener's semantics findings keep Gardener's paths.
pub(super) fn restore_written_paths(comparison: &Comparison<'_>, findings: &mut Vec<Violation>) {
    if comparison.settings().quirks.findings.gardener_paths {
        return;
    }
    let moved: Vec<Violation> =
        findings.extract_if(.., |violation| written_at(comparison, &violation.path).is_some()).collect();
    let mut reported: HashSet<FieldPath> = HashSet::new();
    if !moved.is_empty() {
        for found in &*findings {
            reported.extend(std::iter::successors(Some(found.path.clone()), FieldPath::parent));
        }
    }
    for mut violation in moved {
        let Some(path) = written_at(comparison, &violation.path) else { continue };
        if reported.insert(path.clone()) {
            violation.path = path;
            violation.fix = None;
            findings.push(violation);
        }
    }
}

/// Returns the path from which a field was converted; `None` if the field is as written.
fn written_at(comparison: &Comparison<'_>, path: &FieldPath) -> Option<FieldPath> {
    let spec = comparison.written();
    match path.segments() {
        [
            _,
            Segment::Field(list),
            Segment::Index(i),
            Segment::Field(versions),
            Segment::Index(j),
            Segment::Field(field),
            ..,
        ] if list == "machineImages" && versions == "versions" => {
            let field = origin_in_version(spec.images().get(*i)?.offered().get(*j)?, field)?;
            Some(prefix_with_fields(path, 5, &[field]))
        }
        [_, Segment::Field(list), Segment::Index(i), Segment::Field(field), ..] if list == "machineTypes" => {
            let fields = origin_in_type(spec.types().get(*i)?, field)?;
            Some(prefix_with_fields(path, 3, fields))
        }
        _ => None,
    }
}

fn origin_in_version(version: &MachineImageVersion, field: &str) -> Option<&'static str> {
    let (has_flavors, has_architectures) = (!version.flavors().is_empty(), !version.legacy_architectures().is_empty());
    match field {
        "capabilityFlavors" if !has_flavors && has_architectures => Some("architectures"),
        "architectures" if !has_architectures && has_flavors => Some("capabilityFlavors"),
        _ => None,
    }
}

fn origin_in_type(machine_type: &MachineType, field: &str) -> Option<&'static [&'static str]> {
    let has_capabilities = !machine_type.capabilities.is_empty();
    match field {
        "capabilities" if !has_capabilities => Some(&["architecture"]),
        "architecture" if machine_type.architecture.is_none() && has_capabilities => {
            Some(&["capabilities", "architecture"])
        }
        _ => None,
    }
}

/// Returns the first `steps` segments of a path, with fields appended.
fn prefix_with_fields(path: &FieldPath, steps: usize, fields: &[&'static str]) -> FieldPath {
    let steps: Vec<Segment> = path.segments().iter().take(steps).cloned().collect();
    fields.iter().fold(FieldPath::from(steps), |path, field| path.field(*field))
}
