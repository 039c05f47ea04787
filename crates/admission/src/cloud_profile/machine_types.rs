//! `spec.machineTypes` (CP-079…CP-096).

mod architecture;
mod storage;

use rootstock_core_model::{MachineType, Path, Rule, Source, Violation};

use super::usage::{self, Usage};
use crate::formats::name_fault;
use crate::scope::Scope;
use crate::seen::{Seen, with_first};

const ANATOMY: Source = Source::CapabilitiesGuide("Anatomy of a Capability");

rootstock_core_model::declare_rules! {
    /// CP-079.
    NONE = "machine-types-missing", "CP-079", Error, Source::Gardener;
    /// CP-080, CP-081.
    NAME_MALFORMED = "machine-type-name-invalid", "CP-080, CP-081", Error, Source::Gardener;
    /// CP-082.
    REPEATED = "machine-type-duplicate", "CP-082", Error, Source::Gardener;
    /// CP-083, CP-084, CP-085.
    NEGATIVE = "machine-type-negative", "CP-083, CP-084, CP-085", Error, Source::Gardener;
    /// CP-089.
    NAME_UNREGISTERED = "machine-type-capability-unregistered", "CP-089", Error, ANATOMY;
    /// CP-090.
    VALUE_UNREGISTERED = "machine-type-value-unregistered", "CP-090", Error, ANATOMY;
    /// CP-095.
    WITHOUT_DEFINITION = "machine-type-capabilities-without-definition", "CP-095", Error,
        Source::CapabilitiesGuide("Troubleshooting");
}

/// The rules of the files below this one.
pub(super) static RULE_LISTS: [&[&Rule]; 2] = [architecture::RULES, storage::RULES];

static USAGE: Usage = Usage { name_unregistered: &NAME_UNREGISTERED, value_unregistered: &VALUE_UNREGISTERED };

pub(crate) fn check(scope: &Scope<'_>, findings: &mut Vec<Violation>) {
    let list = scope.path.field("machineTypes");
    let types = scope.spec.types();
    if types.is_empty() && scope.is_whole() {
        findings.push(Violation::required(&NONE, &list, "a profile needs at least one machine type"));
    }
    let mut names = Seen::default();
    for (i, machine_type) in types.iter().enumerate() {
        let item = list.index(i);
        let first = names.repeats(&machine_type.name, i);
        check_name(scope, machine_type, first, &list, i, findings);
        let is_hidden = first.is_some() && scope.quirks().repeated_name_hides_findings;
        if !is_hidden {
            check_amounts(machine_type, &item, findings);
            architecture::check(scope, machine_type, &item, findings);
            if !scope.registered.is_empty() {
                usage::check(&USAGE, scope, &machine_type.capabilities, &item.field("capabilities"), findings);
            }
            storage::check(machine_type, &item, findings);
        }
        if !scope.is_whole() {
            continue;
        }
        if scope.registered.is_empty() && !machine_type.capabilities.is_empty() {
            let detail = "must not provide capabilities without global definition";
            findings.push(
                Violation::forbidden(&WITHOUT_DEFINITION, &item.field("capabilities"), detail)
                    .with_help("register them in `spec.machineCapabilities`, or remove them"),
            );
        }
        architecture::check_legacy_is_given(scope, machine_type, &item, findings);
    }
}

/// CP-080…CP-082.
fn check_name(
    scope: &Scope<'_>,
    machine_type: &MachineType,
    first: Option<usize>,
    list: &Path<'_>,
    i: usize,
    findings: &mut Vec<Violation>,
) {
    let item = list.index(i);
    let path = item.field("name");
    let name = machine_type.name.as_str();
    if name.is_empty() {
        findings.push(Violation::required(&NAME_MALFORMED, &path, "a machine type needs a name"));
    } else {
        findings.extend(name_fault(&NAME_MALFORMED, &path, name, "name of a machine type"));
    }
    if let Some(first) = first.filter(|_| !name.is_empty() || scope.quirks().follow_up_errors) {
        let violation = Violation::duplicate(&REPEATED, &path, name)
            .with_help("workers refer to a machine type by its name: give this one another, or remove it");
        findings.push(with_first(violation, list.index(first).field("name").to_field_path()));
    }
}

/// CP-083…CP-085.
fn check_amounts(machine_type: &MachineType, item: &Path<'_>, findings: &mut Vec<Violation>) {
    for (field, amount) in [("cpu", &machine_type.cpu), ("gpu", &machine_type.gpu), ("memory", &machine_type.memory)] {
        if amount.is_negative() {
            let detail = format!("`{field}` must not be negative");
            findings.push(Violation::invalid(&NEGATIVE, &item.field(field), amount.to_string(), detail));
        }
    }
}
