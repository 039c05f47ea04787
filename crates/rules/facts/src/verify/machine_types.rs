//! Machine types: their existence, sizes, and properties.

use std::collections::{BTreeSet, HashMap, HashSet};

use rootstock_core_model::{
    ARCHITECTURE, Applicability, Change, Fix, MachineType, Path, Quantity, RawObject, Rule, Violation, ViolationKind,
    architecture_from_alias, listed,
};

use super::dates::{End, end};
use super::{
    MACHINE_TYPE_DEPRECATED, MACHINE_TYPE_GONE, MACHINE_TYPE_MISDESCRIBED, Verification, VerifySubject, contradicted,
};
use crate::{FactSheet, MachineTypeFact};

/// Checks every machine type, and returns the names of those that exist.
pub(super) fn check<'f>(
    subject: &VerifySubject<'_>,
    sheets: &[&'f FactSheet],
    result: &mut Verification,
) -> HashSet<&'f str> {
    let regions: HashSet<&str> = subject.spec.regions.iter().flatten().map(|region| region.name.as_str()).collect();
    let mut by_name: HashMap<&str, Vec<&MachineTypeFact>> = HashMap::new();
    let mut is_listed = false;
    for sheet in sheets {
        for fact in &sheet.machine_types {
            let region = fact.region.as_deref().or(sheet.region.as_deref());
            // A list of another region is not about this profile.
            if !region.is_none_or(|region| regions.contains(region)) {
                continue;
            }
            is_listed |= !sheet.partial;
            by_name.entry(&fact.name).or_default().push(fact);
        }
    }
    let list = Path::root("spec");
    let list = list.field("machineTypes");
    for (index, machine_type) in subject.spec.types().iter().enumerate() {
        let check = TypeCheck { subject, machine_type, path: &list.index(index) };
        match by_name.get(machine_type.name.as_str()) {
            Some(facts) => {
                check.run(facts, &mut result.found);
                result.machine_types += 1;
            }
            None if is_listed && machine_type.usable != Some(false) => {
                let detail = "no list has this machine type".to_owned();
                let name = check.path.field("name");
                result.found.push(check.warning(
                    &MACHINE_TYPE_GONE,
                    &name,
                    detail,
                    "remove it, or set `usable: false`",
                ));
                result.machine_types += 1;
            }
            None => {}
        }
    }
    let is_usable = |facts: &[&MachineTypeFact]| facts.iter().any(|fact| fact.unusable.is_none());
    by_name.into_iter().filter(|(_, facts)| is_usable(facts)).map(|(name, _)| name).collect()
}

struct TypeCheck<'c> {
    subject: &'c VerifySubject<'c>,
    machine_type: &'c MachineType,
    path: &'c Path<'c>,
}

impl TypeCheck<'_> {
    fn run(&self, facts: &[&MachineTypeFact], found: &mut Vec<Violation>) {
        let own = self.machine_type;
        let name = self.path.field("name");
        let unusable = facts.iter().map(|fact| fact.unusable.as_deref()).collect::<Option<BTreeSet<_>>>();
        if let Some(reason) = unusable.as_ref().and_then(|reasons| reasons.first()) {
            let detail = format!("no machine of this type can be created: {reason}");
            found.push(self.warning(&MACHINE_TYPE_GONE, &name, detail, "remove it, or set `usable: false`"));
            return;
        }
        self.report_size("cpu", &own.cpu, facts.iter().filter_map(|fact| fact.cpu.as_ref()), found);
        self.report_size("memory", &own.memory, facts.iter().filter_map(|fact| fact.memory.as_ref()), found);
        self.report_size("gpu", &own.gpu, facts.iter().filter_map(|fact| fact.gpu.as_ref()), found);
        self.report_architecture(facts, found);
        self.report_capabilities(facts, found);
        let ends = facts.iter().filter_map(|fact| end(None, fact.deleted, self.subject.now));
        let texts = ends.map(|end| match end {
            End::Deleted(text) | End::Announced(text) => format!("the machine type {text}"),
        });
        let is_deprecated = || facts.iter().any(|fact| fact.deprecated);
        if let Some(text) = texts.min().or_else(|| is_deprecated().then(|| "the machine type is deprecated".to_owned()))
        {
            found.push(self.warning(
                &MACHINE_TYPE_DEPRECATED,
                &name,
                text,
                "offer its successor, and set `usable: false` here",
            ));
        }
    }

    fn report_size<'q>(
        &self,
        field: &'static str,
        own: &Quantity,
        known: impl Iterator<Item = &'q Quantity>,
        found: &mut Vec<Violation>,
    ) {
        let known: Vec<&Quantity> = known.collect();
        let Some(first) = known.iter().min() else { return };
        if known.contains(&own) {
            return;
        }
        let path = self.path.field(field);
        let detail = format!("the machine type has {first}, not {own}");
        let wrong =
            self.warning(&MACHINE_TYPE_MISDESCRIBED, &path, detail, "correct the size, by which the autoscaler plans");
        let fix = Fix::replacing(path.to_field_path(), &first.to_string());
        found.push(Violation { fix: Some(fix), ..wrong });
    }

    fn report_architecture(&self, facts: &[&MachineTypeFact], found: &mut Vec<Violation>) {
        let known: BTreeSet<&str> =
            facts.iter().filter_map(|fact| architecture_from_alias(fact.architecture.as_deref()?)).collect();
        let own = self.machine_type.capabilities.get(ARCHITECTURE);
        let own: Vec<&str> = match own {
            Some(values) => values.iter().map(String::as_str).collect(),
            None => self.machine_type.architecture.as_deref().into_iter().collect(),
        };
        let (Some(first), false) = (known.first(), own.is_empty()) else { return };
        if !own.iter().any(|one| known.contains(one)) {
            let detail = format!("the machine type has architecture `{first}`, not {}", listed(&own));
            let path = if self.machine_type.capabilities.get(ARCHITECTURE).is_some() {
                self.path.field("capabilities").field(ARCHITECTURE).to_field_path()
            } else {
                self.path.field("architecture").to_field_path()
            };
            let mut wrong = self.warning(
                &MACHINE_TYPE_MISDESCRIBED,
                self.path,
                detail,
                "correct the architecture: workers get images for the one that is written here",
            );
            wrong.path = path;
            found.push(wrong);
        }
    }

    fn report_capabilities(&self, facts: &[&MachineTypeFact], found: &mut Vec<Violation>) {
        for row in self.subject.table {
            let Some(own) = self.machine_type.capabilities.get(&row.capability) else { continue };
            let known: BTreeSet<&str> =
                facts.iter().filter_map(|fact| row.values_of(&fact.attributes)).flatten().collect();
            let known: Vec<&str> = known.into_iter().collect();
            if known.is_empty() {
                continue;
            }
            let Some(value) = contradicted(self.subject.spec, row, own, &known) else { continue };
            let outer = self.path.field("capabilities");
            let path = outer.field(&row.capability);
            let detail = format!("the machine type supports {}, not `{value}`", listed(&known));
            let wrong = self.warning(&MACHINE_TYPE_MISDESCRIBED, &path, detail, "correct the capability");
            let registered = self.subject.spec.capability_definitions().iter().find(|one| one.name == row.capability);
            let right: Vec<&String> = registered
                .into_iter()
                .flat_map(|one| &one.values)
                .filter(|value| known.contains(&value.as_str()))
                .collect();
            let value = RawObject::from_serialize(&right).ok().filter(|_| !right.is_empty());
            let fix = value.map(|value| Fix {
                title: format!("set `{}` to {}", row.capability, listed(&right)),
                applicability: Applicability::Suggested,
                changes: vec![Change::Rewrite {
                    path: outer.to_field_path(),
                    fields: vec![row.capability.clone()],
                    name: row.capability.clone(),
                    value,
                    merged: Vec::new(),
                }],
            });
            found.push(Violation { fix, ..wrong });
        }
    }

    fn warning(&self, rule: &'static Rule, path: &Path<'_>, detail: String, help: &'static str) -> Violation {
        Violation::new(rule, ViolationKind::Advice, path, self.machine_type.name.as_str(), detail).with_help(help)
    }
}
