//! The capabilities that the result registers: the architectures in use, the requested capabilities, and the meanings
//! of suffixes and of the provider's legacy fields.

use std::collections::HashSet;

use rootstock_core_model::{ARCHITECTURE, CapabilityDefinition, FeatureGates, VALID_ARCHITECTURES};
use rootstock_provider_api::{LegacyFormat, MappedVersion};
use rootstock_worker_capabilities::{BuiltInCatalog, Entry};

use super::architectures::artifact_architecture;
use super::members::Member;
use crate::profile::{Profile, legacy_architectures, node_at, type_architecture};
use crate::{InvalidOptions, MigrationOptions};

pub(super) fn definitions(
    profile: &Profile,
    format: &LegacyFormat,
    options: &MigrationOptions,
    images: &[Vec<Member>],
    gates: FeatureGates,
) -> Result<Vec<CapabilityDefinition>, InvalidOptions> {
    let spec = &profile.written().spec;
    let built_in = built_in(profile, gates);
    let is_built_in = |name: &str| built_in.iter().any(|entry| entry.name == name);
    if let Some(requested) = options.capabilities.iter().find(|requested| is_built_in(&requested.name)) {
        return Err(InvalidOptions::BuiltInCapability { capability: requested.name.clone() });
    }
    let mut all = spec.capability_definitions().to_vec();
    if !all.iter().chain(&options.capabilities).any(|one| one.name == ARCHITECTURE) {
        all.push(CapabilityDefinition { name: ARCHITECTURE.to_owned(), values: Vec::new() });
    }
    for requested in &options.capabilities {
        requested.values.iter().for_each(|value| register(&mut all, &requested.name, value));
    }
    for architecture in architectures_in_use(profile) {
        register(&mut all, ARCHITECTURE, &architecture);
    }
    for suffix in &options.suffixes {
        register(&mut all, &suffix.capability, &suffix.value);
    }
    for values in images.iter().flatten().flat_map(|member| member.suffix_capabilities.iter()) {
        values.1.iter().for_each(|value| register(&mut all, values.0, value));
    }
    for (name, values) in format.capabilities {
        if is_in_use(profile, format, name) {
            values.iter().for_each(|value| register(&mut all, name, value));
        }
    }
    for declared in &options.machine_types {
        let entry = built_in.iter().find(|entry| entry.name == declared.capability).map(|entry| entry.definition());
        let Some(known) = entry.as_ref().or_else(|| all.iter().find(|one| one.name == declared.capability)) else {
            let (capability, values) = (declared.capability.clone(), declared.values.clone());
            return Err(InvalidOptions::UnregisteredCapability { capability, values });
        };
        if let Some(unknown) = declared.values.iter().find(|value| !known.values.contains(value)) {
            return Err(InvalidOptions::UnregisteredValue {
                capability: declared.capability.clone(),
                value: unknown.clone(),
                registered: known.values.clone(),
            });
        }
    }
    if gates.worker_capabilities {
        let own = spec.capability_definitions();
        all.retain(|one| own.iter().any(|known| known.name == one.name) || !needs_no_registration(profile, one));
    }
    Ok(all)
}

/// Returns the capabilities that need no registration because workers ask for them; none while the gate is off.
pub(super) fn built_in(profile: &Profile, gates: FeatureGates) -> Vec<&'static Entry> {
    if !gates.worker_capabilities {
        return Vec::new();
    }
    let definitions = profile.written().spec.capability_definitions();
    BuiltInCatalog::FOLLOWED.built_in(definitions, profile.provider.extension().worker_capabilities)
}

/// Returns whether flavors may use a capability with these values without registering it, because workers ask for it (GEP-54).
fn needs_no_registration(profile: &Profile, definition: &CapabilityDefinition) -> bool {
    let mut built_in = BuiltInCatalog::FOLLOWED.entries.iter().chain(profile.provider.extension().worker_capabilities);
    built_in.any(|entry| {
        let is_known = |value: &String| entry.values.contains(&value.as_str());
        entry.name == definition.name && definition.values.iter().all(is_known)
    })
}

/// Registers a value after the registered ones, unless it is registered. A capability may be listed twice, which is an error.
fn register(all: &mut Vec<CapabilityDefinition>, name: &str, value: &str) {
    if all.iter().any(|one| one.name == name && one.values.iter().any(|known| known == value)) {
        return;
    }
    match all.iter_mut().find(|one| one.name == name) {
        Some(known) => known.values.push(value.to_owned()),
        None => all.push(CapabilityDefinition { name: name.to_owned(), values: vec![value.to_owned()] }),
    }
}

/// Returns every architecture that the profile names or implies: those that Gardener knows first, in its order.
fn architectures_in_use(profile: &Profile) -> Vec<String> {
    let spec = &profile.written().spec;
    let legacy = spec.images().iter().flat_map(|image| image.offered()).filter(|version| version.flavors().is_empty());
    let mut used: Vec<String> = legacy.flat_map(legacy_architectures).collect();
    used.extend(spec.types().iter().map(type_architecture));
    let artifacts = profile.mapped.iter().flat_map(|entry| &entry.artifacts);
    used.extend(artifacts.filter_map(|one| artifact_architecture(&one.capabilities)).map(str::to_owned));
    let known = VALID_ARCHITECTURES.iter().map(|known| (*known).to_owned()).filter(|known| used.contains(known));
    let mut all: Vec<String> = known.collect();
    let mut seen: HashSet<String> = all.iter().cloned().collect();
    all.extend(used.into_iter().filter(|other| seen.insert(other.clone())));
    all
}

/// Returns an architecture in use that the result would have to register, although Gardener does not know it.
pub(super) fn unregistrable_architecture(profile: &Profile) -> Option<String> {
    let definitions = profile.written().spec.capability_definitions();
    let own = definitions.iter().filter(|one| one.name == ARCHITECTURE).flat_map(|one| &one.values);
    let known: HashSet<&str> = own.map(String::as_str).chain(VALID_ARCHITECTURES).collect();
    architectures_in_use(profile).into_iter().find(|architecture| !known.contains(architecture.as_str()))
}

/// Returns whether a capability of the legacy format makes a difference in this profile.
fn is_in_use(profile: &Profile, format: &LegacyFormat, name: &str) -> bool {
    let mut artifacts = profile.mapped.iter().flat_map(|entry| &entry.artifacts);
    let mut locator = profile.locator();
    let says = |entry: &MappedVersion| {
        let node = node_at(&mut locator, &entry.path);
        node.is_ok_and(|node| format.replaced.iter().any(|field| node.get(field).is_some()))
    };
    artifacts.any(|artifact| artifact.capabilities.get(name).is_some()) || profile.mapped.iter().any(says)
}
