//! `spec.machineTypes`.

mod architecture;
mod storage;

use rootstock_core_model::{MachineType, Path, Source, Violation, counted, listed};

use super::usage::{self, UsageRules};
use crate::formats::name_fault;
use crate::scope::Scope;
use crate::seen::{Seen, with_first_occurrence};

const ANATOMY: Source = Source::CapabilitiesGuide("Anatomy of a Capability");

rootstock_core_model::rules! {
    MACHINE_TYPES_MISSING: Error, since "0.1.0", Source::Gardener;
    MACHINE_TYPE_NAME_INVALID: Error, since "0.1.0", Source::Gardener;
    MACHINE_TYPE_DUPLICATE: Error, since "0.1.0", Source::Gardener;
    MACHINE_TYPE_NEGATIVE: Error, since "0.1.0", Source::Gardener;
    MACHINE_TYPE_CAPABILITY_UNREGISTERED: Error, since "0.1.0", ANATOMY;
    MACHINE_TYPE_VALUE_UNREGISTERED: Error, since "0.1.0", ANATOMY;
    MACHINE_TYPE_CAPABILITIES_WITHOUT_DEFINITION: Error, since "0.1.0", Source::CapabilitiesGuide("Troubleshooting");
}

static USAGE: UsageRules = UsageRules {
    name_unregistered: &MACHINE_TYPE_CAPABILITY_UNREGISTERED,
    value_unregistered: &MACHINE_TYPE_VALUE_UNREGISTERED,
};

pub(crate) fn check(scope: &Scope<'_>, findings: &mut Vec<Violation>) {
    let list = scope.path.field("machineTypes");
    let types = scope.spec.types();
    if types.is_empty() && scope.is_whole() {
        findings.push(Violation::required(&MACHINE_TYPES_MISSING, &list, "a profile needs at least one machine type"));
    }
    let mut names = Seen::default();
    let mut invalid_names = Vec::new();
    for (i, machine_type) in types.iter().enumerate() {
        let item = list.index(i);
        let first = names.repeats(&machine_type.name, i);
        let unfit = check_name(scope, machine_type, first, &list, i, findings);
        let kept = if scope.quirks().findings.follow_up_errors { &mut *findings } else { &mut invalid_names };
        kept.extend(unfit);
        let is_hidden = first.is_some() && scope.quirks().findings.repeated_name_hides_findings;
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
            findings.push(without_definition(&item.field("capabilities"), &scope.vocabulary_place()));
        }
        architecture::check_legacy_is_given(scope, machine_type, &item, findings);
    }
    findings.extend(grouped(invalid_names));
}

/// Reports capabilities of a machine type while none are registered; `place` is where they would be registered.
pub(crate) fn without_definition(path: &Path<'_>, place: &str) -> Violation {
    let detail = "must not provide capabilities without global definition";
    Violation::forbidden(&MACHINE_TYPE_CAPABILITIES_WITHOUT_DEFINITION, path, detail)
        .with_help(format!("register them in {place}, or remove them"))
}

/// Folds findings of the same kind into one: a profile that breaks the rule for names usually does so for most of its
/// machine types.
fn grouped(unfit: Vec<Violation>) -> Vec<Violation> {
    let mut grouped: Vec<(Violation, Vec<String>)> = Vec::new();
    for violation in unfit {
        let name = violation.bad.as_str().to_owned();
        match grouped.iter_mut().find(|(first, _)| first.detail == violation.detail) {
            Some((_, names)) => names.push(name),
            None => grouped.push((violation, vec![name])),
        }
    }
    let merged = grouped.into_iter().map(|(mut first, names)| {
        if let Some(others) = names.get(1..).filter(|others| !others.is_empty()) {
            let so =
                format!("; the same applies to {} ({})", counted(others.len(), "other machine type"), listed(others));
            first.detail.to_mut().push_str(&so);
        }
        first.with_items(names)
    });
    merged.collect()
}

fn check_name(
    scope: &Scope<'_>,
    machine_type: &MachineType,
    first: Option<usize>,
    list: &Path<'_>,
    i: usize,
    findings: &mut Vec<Violation>,
) -> Option<Violation> {
    let item = list.index(i);
    let path = item.field("name");
    let name = machine_type.name.as_str();
    let mut unfit = None;
    if name.is_empty() {
        findings.push(Violation::required(&MACHINE_TYPE_NAME_INVALID, &path, "a machine type needs a name"));
    } else {
        unfit = name_fault(&MACHINE_TYPE_NAME_INVALID, &path, name, "name of a machine type").map(|mut violation| {
            if !violation.help.is_empty() {
                violation
                    .help
                    .to_mut()
                    .push_str("; the provider creates machines by this name, so it must also know the new one");
            }
            violation
        });
    }
    if let Some(first) = first.filter(|_| !name.is_empty() || scope.quirks().findings.follow_up_errors) {
        let violation = Violation::duplicate(&MACHINE_TYPE_DUPLICATE, &path, name)
            .with_help("workers refer to a machine type by its name: rename this one, or remove it");
        findings.push(with_first_occurrence(violation, list.index(first).field("name").to_field_path()));
    }
    unfit
}

fn check_amounts(machine_type: &MachineType, item: &Path<'_>, findings: &mut Vec<Violation>) {
    for (field, amount) in [("cpu", &machine_type.cpu), ("gpu", &machine_type.gpu), ("memory", &machine_type.memory)] {
        if amount.is_negative() {
            let detail = format!("`{field}` must not be negative");
            findings.push(Violation::invalid(&MACHINE_TYPE_NEGATIVE, &item.field(field), amount.to_string(), detail));
        }
    }
}
