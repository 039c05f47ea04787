//! Zones and the machine types that they have.

use std::collections::{HashMap, HashSet};

use rootstock_core_model::{
    Applicability, Change, Fix, Path, RawObject, Region, Rule, Violation, ViolationKind, listed_up_to,
};

use super::{Verification, VerifySubject, ZONE_WITH_MORE_MACHINE_TYPES, ZONE_WITHOUT_MACHINE_TYPE};
use crate::FactSheet;

const UNAVAILABLE: &str = "unavailableMachineTypes";

/// Checks every zone, or regions without zones. `known` are the machine types that exist.
pub(super) fn check(
    subject: &VerifySubject<'_>,
    sheets: &[&FactSheet],
    known: &HashSet<&str>,
    result: &mut Verification,
) {
    let index = ZoneIndex::of(sheets);
    let offered: Vec<&str> = subject
        .spec
        .types()
        .iter()
        .filter(|one| one.usable != Some(false))
        .map(|one| one.name.as_str())
        .filter(|name| known.contains(name))
        .collect();
    let list = Path::root("spec");
    let list = list.field("regions");
    for (index_of_region, region) in subject.spec.regions.iter().flatten().enumerate() {
        let path = list.index(index_of_region);
        let zones = region.zones.as_deref().unwrap_or_default();
        if zones.is_empty()
            && let Some(has) = index.region(&region.name)
        {
            let missing: Vec<&str> = offered.iter().copied().filter(|name| !has.contains(name)).collect();
            if !missing.is_empty() {
                let path = path.field("name");
                result.found.push(finding(
                    &ZONE_WITHOUT_MACHINE_TYPE,
                    &path,
                    &region.name,
                    lacks("region", &missing),
                    &missing,
                ));
            }
        }
        let zone_list = path.field("zones");
        for (index_of_zone, zone) in zones.iter().enumerate() {
            let Some(has) = index.zone(region, &zone.name) else { continue };
            result.zones += 1;
            let path = zone_list.index(index_of_zone);
            let closed: Vec<&str> = zone.unavailable_machine_types.iter().flatten().map(String::as_str).collect();
            let is_closed: HashSet<&str> = closed.iter().copied().collect();
            let missing: Vec<&str> =
                offered.iter().copied().filter(|name| !has.contains(name) && !is_closed.contains(name)).collect();
            let more: Vec<&str> = closed.iter().copied().filter(|name| has.contains(name)).collect();
            let right =
                || closed.iter().filter(|name| !more.contains(name)).chain(&missing).copied().collect::<Vec<_>>();
            let fix = || unavailable(&path, zone.unavailable_machine_types.is_some(), &right());
            if !missing.is_empty() {
                let detail = lacks("zone", &missing);
                let wrong = finding(&ZONE_WITHOUT_MACHINE_TYPE, &path.field("name"), &zone.name, detail, &missing);
                result.found.push(Violation { fix: fix(), ..wrong });
            }
            if !more.is_empty() {
                let detail = match more.as_slice() {
                    [one] => format!("the zone has machine type `{one}`, which the profile lists as unavailable"),
                    _ => format!(
                        "the zone has {} machine types that the profile lists as unavailable: {}",
                        more.len(),
                        listed_up_to(8, &more)
                    ),
                };
                let note = finding(&ZONE_WITH_MORE_MACHINE_TYPES, &path.field(UNAVAILABLE), &zone.name, detail, &more);
                result.found.push(Violation { fix: fix(), ..note });
            }
        }
    }
}

fn lacks(place: &str, missing: &[&str]) -> String {
    match missing {
        [one] => format!("the {place} does not have machine type `{one}`"),
        _ => format!("the {place} does not have {} machine types: {}", missing.len(), listed_up_to(8, missing)),
    }
}

fn finding(rule: &'static Rule, path: &Path<'_>, name: &str, detail: String, covers: &[&str]) -> Violation {
    let mut finding = Violation::new(rule, ViolationKind::Advice, path, name, detail);
    finding.covers = covers.iter().map(|one| (*one).to_owned()).collect();
    finding
}

/// Returns the fix that makes the list of a zone right.
fn unavailable(zone: &Path<'_>, is_there: bool, right: &[&str]) -> Option<Fix> {
    let path = zone.to_field_path();
    let change = match (is_there, right.is_empty()) {
        (true, true) => Change::Remove { path: path.field(UNAVAILABLE) },
        (true, false) => Change::Rewrite {
            path,
            fields: vec![UNAVAILABLE.to_owned()],
            name: UNAVAILABLE.to_owned(),
            value: RawObject::from_serialize(&right).ok()?,
            merged: Vec::new(),
        },
        (false, _) => Change::Add { path: path.field(UNAVAILABLE), value: RawObject::from_serialize(&right).ok()? },
    };
    let title = "correct the unavailable machine types of the zone".to_owned();
    Some(Fix { title, applicability: Applicability::Suggested, changes: vec![change] })
}

/// The machine types of regions and zones.
#[derive(Default)]
struct ZoneIndex<'f> {
    /// By region; an empty name is every region.
    regions: HashMap<&'f str, HashSet<&'f str>>,
    /// By region and zone.
    zones: HashMap<&'f str, HashMap<&'f str, HashSet<&'f str>>>,
    /// The regions with facts about zones.
    zonal: HashSet<&'f str>,
}

impl<'f> ZoneIndex<'f> {
    fn of(sheets: &[&'f FactSheet]) -> Self {
        let mut index = Self::default();
        for sheet in sheets.iter().filter(|sheet| !sheet.partial) {
            for fact in &sheet.machine_types {
                let region = fact.region.as_deref().or(sheet.region.as_deref()).unwrap_or_default();
                if fact.zonal {
                    index.zonal.insert(region);
                }
                if fact.unusable.is_some() {
                    continue;
                }
                for zone in &fact.zones {
                    index.zones.entry(region).or_default().entry(zone).or_default().insert(&fact.name);
                }
                index.regions.entry(region).or_default().insert(&fact.name);
            }
        }
        index
    }

    /// Returns the machine types of a region; `None` if they are not known.
    fn region(&self, region: &str) -> Option<&HashSet<&'f str>> {
        self.regions.get(region)
    }

    /// Returns the machine types of a zone, from facts about zones or else about its region; `None` if they are not known.
    fn zone(&self, region: &Region, zone: &str) -> Option<&HashSet<&'f str>> {
        // Azure's zones are numbers, which profiles also write with the region.
        let short = zone.strip_prefix(&*region.name).map_or(zone, |rest| rest.trim_start_matches('-'));
        let of = |region: &str, zone: &str| self.zones.get(region).and_then(|zones| zones.get(zone));
        let found = of(&region.name, zone).or_else(|| of(&region.name, short)).or_else(|| of("", zone));
        // A zone that no machine type has may be one that the cloud names otherwise.
        found.or_else(|| self.region(&region.name).filter(|_| !self.zonal.contains(&*region.name)))
    }
}
