//! `capabilityFlavors` of an image version.

use foldhash::{HashMap, HashMapExt as _};
use rootstock_core_model::{
    ARCHITECTURE, BadValue, Capabilities, Flavor, MachineImageVersion, Path, Source, Violation,
};
use rootstock_worker_capabilities::Property;

use crate::bad_value;
use crate::cloud_profile::usage::{self, UsageRules};
use crate::scope::Scope;
use crate::seen::with_first_occurrence;

const ARCHITECTURE_SECTION: Source = Source::CapabilitiesGuide("The architecture Capability");
const ANATOMY: Source = Source::CapabilitiesGuide("Anatomy of a Capability");

rootstock_core_model::rules! {
    FLAVORS_MISSING: Error, since "0.1.0", ARCHITECTURE_SECTION;
    FLAVOR_WITHOUT_ARCHITECTURE: Error, since "0.1.0", ARCHITECTURE_SECTION;
    FLAVOR_WITH_SEVERAL_ARCHITECTURES: Error, since "0.1.0", ARCHITECTURE_SECTION;
    FLAVOR_CAPABILITY_UNREGISTERED: Error, since "0.1.0", ANATOMY;
    FLAVOR_VALUE_UNREGISTERED: Error, since "0.1.0", ANATOMY;
    FLAVORS_WITHOUT_DEFINITION: Error, since "0.1.0", Source::CapabilitiesGuide("Troubleshooting");
    /// GEP-54: a version must support the capabilities that its flavors declare.
    FLAVOR_IN_PLACE_UNSUPPORTED: Error, since "0.1.0", Source::Gep54("Reserved Capability Names");
    /// Gardener notices only when it creates a machine.
    FLAVORS_EQUAL: Error, since "0.1.0", Source::CapabilitiesGuide("Where Capabilities Appear in a CloudProfile");
}

static USAGE: UsageRules =
    UsageRules { name_unregistered: &FLAVOR_CAPABILITY_UNREGISTERED, value_unregistered: &FLAVOR_VALUE_UNREGISTERED };

pub(super) fn check(scope: &Scope<'_>, version: &MachineImageVersion, item: &Path<'_>, findings: &mut Vec<Violation>) {
    let list = item.known_field("capabilityFlavors");
    let flavors = version.flavors();
    if scope.registered.is_empty() {
        if !flavors.is_empty() {
            findings.push(without_definition(&list, &scope.vocabulary_place()));
        }
        return;
    }
    if flavors.is_empty() && scope.registered.is_multi_architecture() {
        let detail = "must provide at least one image flavor when multiple architectures are defined in spec.machineCapabilities";
        findings.push(Violation::required(&FLAVORS_MISSING, &list, detail).with_help(format!(
            "add one flavor for each architecture that the image exists for: {}",
            scope.registered.architectures_text()
        )));
        return;
    }
    for (k, flavor) in flavors.iter().enumerate() {
        let path = list.index(k);
        check_architecture(scope, flavor, &path, findings);
        usage::check(&USAGE, scope, &flavor.0, &path, findings);
        check_in_place(scope, version, flavor, &path, findings);
    }
    if !scope.quirks().cloud_profile.equal_flavors_pass {
        check_equal(scope, version, &list, findings);
    }
}

fn check_architecture(scope: &Scope<'_>, flavor: &Flavor, item: &Path<'_>, findings: &mut Vec<Violation>) {
    let path = item.field(ARCHITECTURE);
    let architectures = flavor.0.get(ARCHITECTURE).unwrap_or_default();
    if architectures.is_empty() && scope.registered.is_multi_architecture() {
        let detail = "must specify one architecture explicitly as multiple architectures are defined in \
                      spec.machineCapabilities";
        findings.push(
            Violation::required(&FLAVOR_WITHOUT_ARCHITECTURE, &path, detail)
                .with_help(format!("add `architecture` with one value: {}", scope.registered.architectures_text())),
        );
    }
    if architectures.len() > 1 {
        let detail = "must not define more than one architecture within an image flavor";
        findings.push(
            Violation::invalid(&FLAVOR_WITH_SEVERAL_ARCHITECTURES, &path, bad_value::list(architectures), detail)
                .with_help("split the flavor: one for each architecture"),
        );
    }
}

/// Checks that a flavor for in-place updates belongs to a version that supports them.
fn check_in_place(
    scope: &Scope<'_>,
    version: &MachineImageVersion,
    flavor: &Flavor,
    item: &Path<'_>,
    findings: &mut Vec<Violation>,
) {
    if supports_in_place(version) {
        return;
    }
    for (name, values) in flavor.0.iter() {
        let Some(Property::UpdateStrategy(in_place)) = scope.registered.built_in(name).map(|entry| entry.property)
        else {
            continue;
        };
        let key = item.field(name);
        for (position, _) in values.iter().enumerate().filter(|(_, value)| *value == in_place) {
            let detail = format!(
                "version `{}` does not set `inPlaceUpdates.supported: true`, so none of its flavors can be updated in \
                 place",
                version.version
            );
            let violation = Violation::invalid(&FLAVOR_IN_PLACE_UNSUPPORTED, &key.index(position), in_place, detail);
            findings.push(violation.with_help(format!("set it, or remove `{in_place}` here")));
        }
    }
}

fn supports_in_place(version: &MachineImageVersion) -> bool {
    version.in_place_updates.as_ref().is_some_and(|updates| updates.supported)
}

/// One capability of a flavor: its index in the vocabulary, and the sorted indices of its values.
type Narrowing = (usize, Vec<usize>);

/// Reports flavors that are equal after defaulting.
fn check_equal(scope: &Scope<'_>, version: &MachineImageVersion, list: &Path<'_>, findings: &mut Vec<Violation>) {
    let (flavors, in_place) = (version.flavors(), supports_in_place(version));
    if flavors.len() < 2 {
        return;
    }
    let mut seen: HashMap<Vec<Narrowing>, usize> = HashMap::with_capacity(flavors.len());
    for (k, flavor) in flavors.iter().enumerate() {
        let Some(key) = narrowings(scope, &flavor.0, in_place) else { continue };
        let Some(first) = seen.get(&key) else {
            seen.insert(key, k);
            continue;
        };
        let violation = Violation::duplicate(&FLAVORS_EQUAL, &list.index(k), rendered(&flavor.0));
        let detail = format!(
            "after defaulting this flavor equals capabilityFlavors[{first}]: an omitted capability means all its \
             values, and no machine type can distinguish the two"
        );
        let violation =
            violation.with_detail(detail).with_help("remove one of them, or name the capability in which they differ");
        findings.push(with_first_occurrence(violation, list.index(*first).to_field_path()));
    }
}

/// Returns the parts of a flavor that differ from the default, normalized so that equal flavors compare equal; `None`
/// if the flavor is invalid anyway. The cost depends on the length of the flavor, not on the size of the vocabulary.
fn narrowings(scope: &Scope<'_>, flavor: &Capabilities, in_place: bool) -> Option<Vec<Narrowing>> {
    let mut narrowings = Vec::with_capacity(flavor.len());
    for (name, values) in flavor.iter() {
        let place = scope.registered.place(name)?;
        let registered = scope.registered.values(name)?;
        let mut places = values.iter().map(|value| registered.place(value)).collect::<Option<Vec<usize>>>()?;
        places.sort_unstable();
        places.dedup();
        let is_default = match scope.registered.built_in(name) {
            // These values, which come first, are the default.
            Some(entry) => places.iter().copied().eq(0..entry.implied(in_place).len()),
            None => places.len() >= registered.len(),
        };
        if !is_default {
            narrowings.push((place, places));
        }
    }
    narrowings.sort_unstable();
    Some(narrowings)
}

/// Renders a flavor as compact JSON.
fn rendered(flavor: &Capabilities) -> BadValue {
    let entries: Vec<String> = flavor
        .iter()
        .map(|(name, values)| format!("{}:{}", bad_value::json_string(name), bad_value::list(values).as_str()))
        .collect();
    BadValue::Rendered(format!("{{{}}}", entries.join(",")))
}

/// Reports flavors while no capabilities are registered; `place` is where they would be registered.
pub(crate) fn without_definition(list: &Path<'_>, place: &str) -> Violation {
    let detail = "must not provide capabilities without global definition";
    Violation::forbidden(&FLAVORS_WITHOUT_DEFINITION, list, detail)
        .with_help(format!("register them in {place}, or remove the flavors"))
}
