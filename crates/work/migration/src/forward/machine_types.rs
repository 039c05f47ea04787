//! The plan for machine types: their architecture, requested values, and those of the provider's legacy fields.

use rootstock_core_model::{ARCHITECTURE, Capabilities};

use super::plan::TypePlan;
use super::planner::Planner;
use crate::profile::type_architecture;
use crate::{InvalidOptions, Note};

impl Planner<'_> {
    /// Plans the capabilities of machine types.
    pub(super) fn plan_machine_types(&mut self) -> Result<(), InvalidOptions> {
        let (profile, options, plan) = (self.profile, self.options, &mut self.plan);
        let types = profile.written().spec.types();
        if let Some(unused) =
            options.machine_types.iter().find(|type_values| !types.iter().any(|one| type_values.names(&one.name)))
        {
            let known = types.iter().map(|one| one.name.clone()).collect();
            return Err(InvalidOptions::UnknownMachineType { pattern: unused.pattern.clone(), known });
        }
        for (index, machine_type) in types.iter().enumerate() {
            let has = |name: &str| machine_type.capabilities.get(name).is_some();
            let mut adds = Capabilities::new();
            if !has(ARCHITECTURE) {
                adds.insert(ARCHITECTURE, vec![type_architecture(machine_type)]);
            }
            for (name, values) in profile.config.legacy_machine_type(&machine_type.name).iter() {
                if !has(name) && plan.definitions.iter().any(|one| one.name == name) {
                    adds.insert(name, values.to_vec());
                }
            }
            for type_values in options.machine_types.iter().filter(|type_values| type_values.names(&machine_type.name))
            {
                if !has(&type_values.capability) {
                    adds.insert(type_values.capability.as_str(), type_values.values.clone());
                    plan.declared.insert(index);
                }
            }
            if !adds.is_empty() {
                plan.machine_types.push(TypePlan { index, adds });
            }
        }
        let several = plan.definitions.iter().filter(|one| one.values.len() > 1 && one.name != ARCHITECTURE);
        for definition in several {
            let silent = types.iter().enumerate().filter(|(index, one)| {
                let given = plan.machine_types.iter().find(|plan| plan.index == *index);
                one.capabilities.get(&definition.name).is_none()
                    && given.is_none_or(|plan| plan.adds.get(&definition.name).is_none())
            });
            let machine_types: Vec<String> = silent.map(|(_, one)| one.name.clone()).collect();
            if !machine_types.is_empty() {
                plan.notes.push(Note::AllValues { capability: definition.name.clone(), machine_types });
            }
        }
        Ok(())
    }
}
