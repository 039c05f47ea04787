//! Capabilities that a machine type omits, and that therefore do not keep any image from it.

use std::collections::HashSet;

use rootstock_core_model::{ARCHITECTURE, CapabilityDefinition, MachineType, Path, Source, Violation};

use crate::listing::{count, listed};
use crate::offering::Offering;

rootstock_core_model::rules! {
    /// An omission that makes flavors for different hardware fit.
    CAPABILITY_OMITTED: Note, since "0.1.0", Source::CapabilitiesGuide("Defaulting: Omission Means \"All Registered Values\"");
}

/// Reports each capability that some machine types declare and others omit, if flavors for different values of it fit one of the
/// latter.
pub(crate) fn check(offering: &Offering<'_>, advice: &mut Vec<Violation>) {
    let types = offering.spec.types();
    let spec = Path::root("spec");
    let list = spec.field("machineTypes");
    for definition in offering.spec.capability_definitions() {
        let declares = |machine_type: &MachineType| machine_type.capabilities.get(&definition.name).is_some();
        if definition.name == ARCHITECTURE || definition.values.len() < 2 || !types.iter().any(declares) {
            continue;
        }
        let mut omitting: Vec<(usize, [&str; 2])> = Vec::new();
        for (group, members) in offering.groups.iter().enumerate() {
            let omits = |index: &&usize| types.get(**index).is_some_and(|machine_type| !declares(machine_type));
            let mut members = members.iter().filter(omits).peekable();
            if members.peek().is_none() {
                continue;
            }
            if let Some(values) = fitting_values(offering, group, definition) {
                omitting.extend(members.map(|index| (*index, values)));
            }
        }
        omitting.sort_unstable_by_key(|(index, _)| *index);
        let Some((first, [one, other])) = omitting.first().copied() else { continue };
        let all = || omitting.iter().filter_map(|(index, _)| types.get(*index)).map(|omits| omits.name.as_str());
        let again = match omitting.len().saturating_sub(1) {
            0 => String::new(),
            others => format!(" (and so for {}: {})", count(others, "other"), listed(all().skip(1))),
        };
        let Some(machine_type) = types.get(first) else { continue };
        let (name, capability) = (machine_type.name.as_str(), definition.name.as_str());
        let detail = format!(
            "machine type `{name}` omits `{capability}`, which means every registered value: flavors for `{one}` and flavors \
             for `{other}` fit it, and it gets the most preferred{again}"
        );
        let help = format!(
            "list the values that the machine type supports: `{capability}: [{one}]`, or all of them if it supports all; \
             fewer values change which images fit it"
        );
        let violation = Violation::advice(&CAPABILITY_OMITTED, &list.index(first), name, detail);
        advice.push(violation.with_items(all().map(|name| format!("{name} {capability}"))).with_help(help));
    }
}

/// The maximum number of different flavors of a version that each flavor is compared with.
const MAX_COMPARED: usize = 64;

/// Returns two values that different flavors of one version have, if both flavors fit the machine types.
fn fitting_values<'o>(
    offering: &'o Offering<'_>,
    group: usize,
    definition: &CapabilityDefinition,
) -> Option<[&'o str; 2]> {
    let (vocabulary, set) = (offering.vocabulary(), offering.set(group)?);
    offering.lists.iter().filter(|list| list.is_written).find_map(|list| {
        let fitting = list.flavors.iter().filter(|flavor| vocabulary.compatible(flavor, set));
        let values = fitting.map(|flavor| vocabulary.values(flavor, &definition.name).collect::<Vec<&str>>());
        let mut seen: Vec<Vec<&str>> = Vec::new();
        for own in values.filter(|own| !own.is_empty()) {
            let own_values: HashSet<&str> = own.iter().copied().collect();
            let disjoint = |known: &&Vec<&str>| !known.iter().any(|value| own_values.contains(value));
            if let Some(known) = seen.iter().find(disjoint) {
                return Some([*known.first()?, *own.first()?]);
            }
            if seen.len() < MAX_COMPARED && !seen.contains(&own) {
                seen.push(own);
            }
        }
        None
    })
}
