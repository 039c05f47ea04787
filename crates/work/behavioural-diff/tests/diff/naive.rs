//! A naive comparison pair by pair, without classes, signatures and bit sets.

use std::collections::BTreeSet;

use rootstock_core_model::{Capabilities, CloudProfileSpec, MachineImageVersion, MachineType, Settings};
use rootstock_provider_api::ImageRequest;

use crate::profiles::{Pair, Selection, Stored, settings};

/// The capability of secure boot (GEP-54).
pub(crate) const BOOT: &str = "gardener-bootType";

/// Returns whether some flavor has a common value with the machine type in every capability.
///
/// For a worker that asks for a boot type, an omitted one has its default: flavors without it are `standard`, machine
/// types without it take both.
fn fits(
    spec: &CloudProfileSpec,
    machine_type: &MachineType,
    version: &MachineImageVersion,
    demand: Option<&Capabilities>,
) -> bool {
    if !spec.has_capabilities() {
        // Nothing can be declared there, so all images are plain.
        let is_special = |demand: &Capabilities| demand.get(BOOT) == Some(&["secure".to_owned()]);
        if demand.is_some_and(is_special) {
            return false;
        }
        let architecture = machine_type.architecture.clone().unwrap_or_else(|| "amd64".to_owned());
        return version.legacy_architectures().contains(&architecture)
            || (version.legacy_architectures().is_empty() && architecture == "amd64");
    }
    let nothing = Capabilities::new();
    let flavors: Vec<&Capabilities> = match version.flavors() {
        [] => vec![&nothing],
        flavors => flavors.iter().map(|flavor| &flavor.0).collect(),
    };
    let boots = |flavor: &Capabilities| {
        let Some(wanted) = demand.and_then(|demand| demand.get(BOOT)) else { return true };
        let standard = ["standard".to_owned()];
        let own = flavor.get(BOOT).unwrap_or(&standard);
        let theirs = machine_type.capabilities.get(BOOT).unwrap_or(wanted);
        own.iter().any(|value| theirs.contains(value) && wanted.contains(value))
    };
    flavors.into_iter().filter(|flavor| boots(flavor)).any(|flavor| {
        spec.capability_definitions().iter().all(|definition| {
            let own = flavor.get(&definition.name).unwrap_or(&definition.values);
            let theirs = machine_type.capabilities.get(&definition.name).unwrap_or(&definition.values);
            own.iter().any(|value| theirs.contains(value))
        })
    })
}

/// Returns the image that the provider boots.
fn booted(
    side: &Stored,
    machine_type: &MachineType,
    image: &str,
    version: &str,
    region: Option<&str>,
    demand: Option<&Capabilities>,
) -> Option<String> {
    let request =
        ImageRequest { worker_capabilities: demand, ..ImageRequest::new(image, version, region, machine_type) };
    let settings = Settings { gates: side.compiled.gates(), ..settings() };
    let choice = side.compiled.config().unwrap().select_image(&side.profile.spec, &request, &settings);
    choice.ok().map(|choice| choice.reference.value)
}

pub(crate) fn compare(old: &Stored, new: &Stored) -> (BTreeSet<Pair>, BTreeSet<Selection>) {
    compare_for(old, new, None)
}

/// Compares the profiles for workers with a demand.
pub(crate) fn compare_for(
    old: &Stored,
    new: &Stored,
    demand: Option<&Capabilities>,
) -> (BTreeSet<Pair>, BTreeSet<Selection>) {
    let (mut pairs, mut selections) = (BTreeSet::new(), BTreeSet::new());
    let (one, other) = (&old.profile.spec, &new.profile.spec);
    let regions = one.regions.iter().flatten().map(|region| region.name.as_str());
    let regions: Vec<&str> =
        regions.filter(|name| other.regions.iter().flatten().any(|region| region.name == *name)).collect();
    for before in one.types() {
        let Some(after) = other.types().iter().find(|after| after.name == before.name) else { continue };
        for image in one.images() {
            let Some(counterpart) = other.images().iter().find(|other| other.name == image.name) else { continue };
            for version in image.offered() {
                let Some(next) = counterpart.offered().iter().find(|next| next.version == version.version) else {
                    continue;
                };
                let names = (before.name.clone(), image.name.clone(), version.version.clone());
                let (did, does) = (fits(one, before, version, demand), fits(other, after, next, demand));
                if did != does {
                    pairs.insert((names.0, names.1, names.2, does));
                    continue;
                }
                // No worker may have it, whatever image the provider would boot.
                if !did {
                    continue;
                }
                for region in &regions {
                    let from = booted(old, before, &image.name, &version.version, Some(region), demand);
                    let to = booted(new, after, &image.name, &version.version, Some(region), demand);
                    if from != to {
                        let region = Some((*region).to_owned());
                        selections.insert((names.0.clone(), names.1.clone(), names.2.clone(), region, from, to));
                    }
                }
            }
        }
    }
    (pairs, selections)
}
