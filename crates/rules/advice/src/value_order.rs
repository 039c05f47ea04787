//! Values in a meaningless order: only the order of registration is a preference.

use std::collections::HashMap;

use rootstock_core_model::{Capabilities, CapabilityDefinition, FieldPath, Path, Source, Violation};

use crate::AdviceSubject;
use crate::listing::{count, listed};

rootstock_core_model::rules! {
    /// `[SCSI, NVMe]` where `[NVMe, SCSI]` is registered.
    VALUE_ORDER_MEANINGLESS: Note, since "0.1.0", Source::CapabilitiesGuide("Order Matters");
}

/// A capability written in another order: the first occurrence, and the number of occurrences.
struct Deviation {
    first: FieldPath,
    written: Vec<String>,
    times: usize,
}

pub(crate) fn check(subject: &AdviceSubject<'_>, advice: &mut Vec<Violation>) {
    let profile = &subject.core.profile.spec;
    let mut search = Search { registered: HashMap::new(), found: HashMap::new(), order: Vec::new() };
    for definition in profile.capability_definitions() {
        search.registered.entry(&definition.name).or_insert_with(|| (definition, places(&definition.values)));
    }
    if search.registered.is_empty() {
        return;
    }
    let spec = Path::root("spec");
    let types = spec.field("machineTypes");
    for (i, machine_type) in profile.types().iter().enumerate() {
        search.check_order(&machine_type.capabilities, &types.index(i).field("capabilities"));
    }
    let images = spec.field("machineImages");
    for (i, image) in profile.images().iter().enumerate() {
        let item = images.index(i);
        let versions = item.field("versions");
        for (j, version) in image.offered().iter().enumerate() {
            let item = versions.index(j);
            let flavors = item.field("capabilityFlavors");
            for (k, flavor) in version.flavors().iter().enumerate() {
                search.check_order(&flavor.0, &flavors.index(k));
            }
        }
    }
    for name in &search.order {
        let (Some((definition, _)), Some(deviation)) = (search.registered.get(name), search.found.get(name)) else {
            continue;
        };
        advice.push(violation(definition, deviation));
    }
}

struct Search<'a> {
    /// The definitions by name, with the places of their values.
    registered: HashMap<&'a str, (&'a CapabilityDefinition, HashMap<&'a str, usize>)>,
    found: HashMap<&'a str, Deviation>,
    order: Vec<&'a str>,
}

impl<'a> Search<'a> {
    fn check_order(&mut self, capabilities: &'a Capabilities, path: &Path<'_>) {
        // Most lists have a single value, which has no order.
        for (name, values) in capabilities.iter().filter(|(_, values)| values.len() > 1) {
            let Some((_, places)) = self.registered.get(name) else { continue };
            if is_in_order(places, values) {
                continue;
            }
            match self.found.get_mut(name) {
                Some(deviation) => deviation.times += 1,
                None => {
                    let first = path.field(name).to_field_path();
                    self.found.insert(name, Deviation { first, written: values.to_vec(), times: 1 });
                    self.order.push(name);
                }
            }
        }
    }
}

/// Returns the first place of each registered value.
fn places(registered: &[String]) -> HashMap<&str, usize> {
    registered.iter().enumerate().rev().map(|(place, value)| (value.as_str(), place)).collect()
}

/// Returns whether the values are in their registered order. Values that are not registered are reported elsewhere.
fn is_in_order(places: &HashMap<&str, usize>, values: &[String]) -> bool {
    values.iter().filter_map(|value| places.get(value.as_str())).is_sorted()
}

fn violation(definition: &CapabilityDefinition, deviation: &Deviation) -> Violation {
    let elsewhere = match deviation.times {
        1 => String::new(),
        times => format!(", here and at {} more", count(times - 1, "place")),
    };
    let detail = format!(
        "the values of `{}` are not in their registered order{elsewhere}; the order here has no effect, \
         `spec.machineCapabilities` sets the order of preference: {}",
        definition.name,
        listed(definition.values.iter().map(String::as_str)),
    );
    let written = listed(deviation.written.iter().map(String::as_str));
    let mut violation = Violation::advice(&VALUE_ORDER_MEANINGLESS, &Path::object(), definition.name.as_str(), detail)
        .with_help(format!(
            "reorder the registered values if you prefer {written}, or write the values in the registered order",
        ));
    violation.path.clone_from(&deviation.first);
    violation
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;

    #[rstest]
    #[case("a b c", "a c", true)]
    #[case("a b c", "c a", false)]
    #[case("a b c", "a x c", true)]
    #[case("a b c", "b x a", false)]
    #[case("a b c", "a b c", true)]
    fn order(#[case] registered: &str, #[case] values: &str, #[case] expected: bool) {
        let list = |text: &str| text.split(' ').map(str::to_owned).collect::<Vec<_>>();
        assert_eq!(is_in_order(&places(&list(registered)), &list(values)), expected);
    }
}
