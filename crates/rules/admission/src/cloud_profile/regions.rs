//! `spec.regions`, and the references of their zones.

use std::cell::Cell;
use std::collections::HashSet;

use rootstock_core_model::{AvailabilityZone, Path, Rule, Source, Violation};

use crate::labels::check_labels;
use crate::scope::Scope;
use crate::seen::{Seen, with_first_occurrence};

rootstock_core_model::rules! {
    REGIONS_MISSING: Error, since "0.1.0", Source::Gardener;
    REGION_NAME_MISSING: Error, since "0.1.0", Source::Gardener;
    REGION_DUPLICATE: Error, since "0.1.0", Source::Gardener;
    ZONE_NAME_MISSING: Error, since "0.1.0", Source::Gardener;
    ZONE_DUPLICATE: Error, since "0.1.0", Source::Gardener;
    REGION_LABEL_INVALID: Error, since "0.1.0", Source::Kubernetes;
    ZONE_MACHINE_TYPE_UNKNOWN: Warning, since "0.1.0", Source::Rootstock;
    ZONE_VOLUME_TYPE_UNKNOWN: Warning, since "0.1.0", Source::Rootstock;
}

pub(super) fn check(scope: &Scope<'_>, findings: &mut Vec<Violation>) {
    let list = scope.path.field("regions");
    let regions = scope.spec.regions.as_deref().unwrap_or_default();
    if regions.is_empty() {
        findings.push(Violation::required(&REGIONS_MISSING, &list, "name at least one region"));
    }
    let known = ReferableNames::of(scope);
    let mut seen = Seen::default();
    for (position, region) in regions.iter().enumerate() {
        let item = list.index(position);
        let path = item.field("name");
        if region.name.is_empty() {
            findings.push(Violation::required(&REGION_NAME_MISSING, &path, "a region needs a name"));
        } else if let Some(first) = seen.repeats(&region.name, position) {
            let violation = Violation::duplicate(&REGION_DUPLICATE, &path, region.name.as_str());
            findings.push(with_first_occurrence(violation, list.index(first).field("name").to_field_path()));
        }
        let zones = region.zones.as_deref().unwrap_or_default();
        check_zones(&known, zones, &item.field("zones"), findings);
        check_labels(scope, &REGION_LABEL_INVALID, &region.labels, &item.field("labels"), findings);
    }
}

/// Checks the zones of one region and their references.
fn check_zones(known: &ReferableNames<'_>, zones: &[AvailabilityZone], list: &Path<'_>, findings: &mut Vec<Violation>) {
    let mut seen = Seen::default();
    for (position, zone) in zones.iter().enumerate() {
        let item = list.index(position);
        let path = item.field("name");
        if zone.name.is_empty() {
            findings.push(Violation::required(&ZONE_NAME_MISSING, &path, "a zone needs a name"));
        } else if let Some(first) = seen.repeats(&zone.name, position) {
            let violation = Violation::duplicate(&ZONE_DUPLICATE, &path, zone.name.as_str());
            findings.push(with_first_occurrence(violation, list.index(first).field("name").to_field_path()));
        }
        let types = zone.unavailable_machine_types.as_deref().unwrap_or_default();
        let path = item.field("unavailableMachineTypes");
        known.machine_types.check(types, &path, findings);
        let types = zone.unavailable_volume_types.as_deref().unwrap_or_default();
        let path = item.field("unavailableVolumeTypes");
        known.volume_types.check(types, &path, findings);
    }
}

/// Names that zones can refer to.
struct ReferableNames<'a> {
    machine_types: Names<'a>,
    volume_types: Names<'a>,
}

impl<'a> ReferableNames<'a> {
    fn of(scope: &Scope<'a>) -> Self {
        let volume_types = scope.spec.volume_types.iter().flatten();
        Self {
            machine_types: Names {
                rule: &ZONE_MACHINE_TYPE_UNKNOWN,
                list: "spec.machineTypes",
                names: scope.spec.types().iter().map(|machine_type| machine_type.name.as_str()).collect(),
                suggestions_left: Cell::new(MAX_SUGGESTIONS),
            },
            volume_types: Names {
                rule: &ZONE_VOLUME_TYPE_UNKNOWN,
                list: "spec.volumeTypes",
                names: volume_types.map(|volume_type| volume_type.name.as_str()).collect(),
                suggestions_left: Cell::new(MAX_SUGGESTIONS),
            },
        }
    }
}

/// The names of a list, and the rule about references to unknown ones.
struct Names<'a> {
    rule: &'static Rule,
    list: &'static str,
    names: HashSet<&'a str>,
    /// The number of unknown names left that get a suggestion; each suggestion compares with every known name.
    suggestions_left: Cell<usize>,
}

/// The maximum number of suggestions for unknown names of one kind.
const MAX_SUGGESTIONS: usize = 20;

impl Names<'_> {
    fn check(&self, referred: &[String], path: &Path<'_>, findings: &mut Vec<Violation>) {
        for (position, name) in referred.iter().enumerate().filter(|(_, name)| !self.names.contains(name.as_str())) {
            let detail = format!("`{name}` is not in `{}`, so this has no effect", self.list);
            let violation = Violation::invalid(self.rule, &path.index(position), name.as_str(), detail);
            let left = self.suggestions_left.get();
            self.suggestions_left.set(left.saturating_sub(1));
            findings.push(if left > 0 { violation.with_nearest(self.names.iter().copied()) } else { violation });
        }
    }
}
