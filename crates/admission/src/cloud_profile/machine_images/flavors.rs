//! `capabilityFlavors` of an image version (CP-060…CP-062, CP-066, CP-067, CP-073).

use std::collections::HashMap;

use rootstock_core_model::{
    ARCHITECTURE, BadValue, Capabilities, Flavor, MachineImageVersion, Path, Source, Violation,
};

use crate::bad_value;
use crate::cloud_profile::usage::{self, Usage};
use crate::scope::Scope;
use crate::seen::with_first;

const ARCHITECTURE_SECTION: Source = Source::CapabilitiesGuide("The architecture Capability");
const ANATOMY: Source = Source::CapabilitiesGuide("Anatomy of a Capability");

rules! {
    /// CP-060.
    MISSING = "flavors-missing", "CP-060", Error, ARCHITECTURE_SECTION;
    /// CP-061.
    WITHOUT_ARCHITECTURE = "flavor-without-architecture", "CP-061", Error, ARCHITECTURE_SECTION;
    /// CP-062.
    SEVERAL_ARCHITECTURES = "flavor-with-several-architectures", "CP-062", Error, ARCHITECTURE_SECTION;
    /// CP-066.
    NAME_UNREGISTERED = "flavor-capability-unregistered", "CP-066", Error, ANATOMY;
    /// CP-067.
    VALUE_UNREGISTERED = "flavor-value-unregistered", "CP-067", Error, ANATOMY;
    /// CP-073.
    WITHOUT_DEFINITION = "flavors-without-definition", "CP-073", Error, Source::CapabilitiesGuide("Troubleshooting");
    /// Gardener finds out when it creates a machine.
    EQUAL = "flavors-equal", "Q-14", Error, Source::CapabilitiesGuide("Where Capabilities Appear in a CloudProfile");
}

static USAGE: Usage = Usage { name_unregistered: &NAME_UNREGISTERED, value_unregistered: &VALUE_UNREGISTERED };

pub(super) fn check(scope: &Scope<'_>, version: &MachineImageVersion, item: &Path<'_>, findings: &mut Vec<Violation>) {
    let list = item.field("capabilityFlavors");
    let flavors = version.flavors();
    if scope.registered.is_empty() {
        if !flavors.is_empty() {
            findings.push(
                Violation::forbidden(
                    &WITHOUT_DEFINITION,
                    &list,
                    "must not provide capabilities without global definition",
                )
                .with_help("register them in `spec.machineCapabilities`, or remove the flavors"),
            );
        }
        return;
    }
    if flavors.is_empty() && scope.registered.is_multi_architecture() {
        let detail = "must provide at least one image flavor when multiple architectures are defined in spec.machineCapabilities";
        findings.push(Violation::required(&MISSING, &list, detail).with_help(format!(
            "add one flavor for each architecture that the image exists for: {}",
            scope.registered.architectures_text()
        )));
        return;
    }
    for (k, flavor) in flavors.iter().enumerate() {
        let path = list.index(k);
        check_architecture(scope, flavor, &path, findings);
        usage::check(&USAGE, scope, &flavor.0, &path, findings);
    }
    if !scope.quirks().equal_flavors_pass {
        check_equal(scope, flavors, &list, findings);
    }
}

/// CP-061 and CP-062.
fn check_architecture(scope: &Scope<'_>, flavor: &Flavor, item: &Path<'_>, findings: &mut Vec<Violation>) {
    let path = item.field(ARCHITECTURE);
    let architectures = flavor.0.get(ARCHITECTURE).unwrap_or_default();
    if architectures.is_empty() && scope.registered.is_multi_architecture() {
        let detail = "must specify one architecture explicitly as multiple architectures are defined in \
                      spec.machineCapabilities";
        findings.push(
            Violation::required(&WITHOUT_ARCHITECTURE, &path, detail)
                .with_help(format!("add `architecture` with one value: {}", scope.registered.architectures_text())),
        );
    }
    if architectures.len() > 1 {
        let detail = "must not define more than one architecture within an image flavor";
        findings.push(
            Violation::invalid(&SEVERAL_ARCHITECTURES, &path, bad_value::list(architectures), detail)
                .with_help("split the flavor: one for each architecture"),
        );
    }
}

/// One capability of a flavor: its place in the vocabulary, and the sorted places of its values.
type Narrowing = (usize, Vec<usize>);

/// Flavors that are equal after defaulting.
fn check_equal(scope: &Scope<'_>, flavors: &[Flavor], list: &Path<'_>, findings: &mut Vec<Violation>) {
    if flavors.len() < 2 {
        return;
    }
    let mut seen: HashMap<Vec<Narrowing>, usize> = HashMap::with_capacity(flavors.len());
    for (k, flavor) in flavors.iter().enumerate() {
        let Some(key) = narrowings(scope, &flavor.0) else { continue };
        let Some(first) = seen.get(&key) else {
            seen.insert(key, k);
            continue;
        };
        let mut violation = Violation::duplicate(&EQUAL, &list.index(k), rendered(&flavor.0));
        violation.detail = format!(
            "after defaulting this flavor equals capabilityFlavors[{first}]: an omitted capability means all its values, \
             and no machine type can tell the two apart"
        );
        let violation = violation.with_help("remove one of them, or name the capability in which they differ");
        findings.push(with_first(violation, list.index(*first).to_field_path()));
    }
}

/// What a flavor says beyond the default, in a form in which equal flavors are equal; `None` if it is wrong anyway.
/// Costs as much as the flavor is long, however large the vocabulary is.
fn narrowings(scope: &Scope<'_>, flavor: &Capabilities) -> Option<Vec<Narrowing>> {
    let mut narrowings = Vec::with_capacity(flavor.len());
    for (name, values) in flavor.iter() {
        let place = scope.registered.place(name)?;
        let registered = scope.registered.values(name)?;
        let mut places = values.iter().map(|value| registered.place(value)).collect::<Option<Vec<usize>>>()?;
        places.sort_unstable();
        places.dedup();
        if places.len() < registered.len() {
            narrowings.push((place, places));
        }
    }
    narrowings.sort_unstable();
    Some(narrowings)
}

/// A flavor as compact JSON.
fn rendered(flavor: &Capabilities) -> BadValue {
    let entries: Vec<String> = flavor
        .iter()
        .map(|(name, values)| format!("{}:{}", bad_value::json_string(name), bad_value::list(values).as_str()))
        .collect();
    BadValue::Rendered(format!("{{{}}}", entries.join(",")))
}
