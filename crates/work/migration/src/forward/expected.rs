//! The expected content of the edited text.

use std::collections::{HashMap, HashSet};

use rootstock_core_model::{CloudProfile, Flavor};

use super::plan::{EntryPlan, Plan};
use crate::profile::Profile;
use crate::result::ExpectedEntry;

/// Returns the core section.
pub(super) fn profile(profile: &Profile, plan: &Plan) -> CloudProfile {
    let mut expected = profile.written().clone();
    let spec = &mut expected.spec;
    spec.machine_capabilities = Some(plan.definitions.clone());
    for given in &plan.machine_types {
        if let Some(machine_type) = spec.machine_types.iter_mut().flatten().nth(given.index) {
            for (name, values) in given.adds.iter() {
                machine_type.capabilities.insert(name, values.to_vec());
            }
        }
    }
    for planned in &plan.versions {
        let image = spec.machine_images.iter_mut().flatten().nth(planned.image);
        let version = image.and_then(|image| image.versions.iter_mut().flatten().nth(planned.version));
        let Some(version) = version else { continue };
        version.version.clone_from(&planned.name);
        if !planned.flavors.is_empty() {
            version.capability_flavors = Some(planned.flavors.iter().map(|(set, _)| Flavor(set.clone())).collect());
        }
        if let Some(architectures) = &planned.architectures {
            version.architectures = Some(architectures.clone());
        }
    }
    let absorbed = plan.versions.iter().flat_map(|one| one.absorbs.iter().map(|version| (one.image, *version)));
    let absorbed: HashSet<(usize, usize)> = absorbed.collect();
    for (index, image) in spec.machine_images.iter_mut().flatten().enumerate() {
        let mut positions = 0..;
        if let Some(versions) = &mut image.versions {
            versions.retain(|_| positions.next().is_none_or(|position| !absorbed.contains(&(index, position))));
        }
    }
    expected
}

/// Returns the provider's entries.
pub(super) fn entries(profile: &Profile, plan: &Plan) -> Vec<ExpectedEntry> {
    let mut expected = Vec::new();
    let absorbed = plan.entries.iter().flat_map(|planned| &planned.absorbs);
    let gone: HashSet<usize> = plan.dropped.iter().chain(absorbed).copied().collect();
    let plans: HashMap<usize, &EntryPlan> = plan.entries.iter().rev().map(|planned| (planned.entry, planned)).collect();
    for (index, entry) in profile.mapped.iter().enumerate() {
        if gone.contains(&index) {
            continue;
        }
        let mut own = ExpectedEntry::of(entry);
        if let Some(planned) = plans.get(&index) {
            own.version.clone_from(&planned.name);
            let flavors = planned.flavors.iter().map(|flavor| {
                let from = profile.mapped.get(flavor.from).and_then(|entry| entry.artifacts.get(flavor.artifact));
                (flavor.capabilities.clone(), from.map(|artifact| artifact.references.clone()).unwrap_or_default())
            });
            own.artifacts = flavors.collect();
        }
        expected.push(own);
    }
    expected
}
