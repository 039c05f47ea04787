//! Registered capabilities and values that make no difference to anything.

use std::collections::{HashMap, HashSet};

use rootstock_core_model::{ARCHITECTURE, Capabilities, CapabilityDefinition, Path, Source, Violation};

use crate::AdviceSubject;
use crate::listing::listed;

rootstock_core_model::rules! {
    /// A capability that no flavor narrows.
    CAPABILITY_WITHOUT_EFFECT: Note, since "0.1.0", Source::CapabilitiesGuide("Designing a Good Capability");
    /// A value that nobody writes.
    CAPABILITY_VALUE_UNUSED: Note, since "0.1.0", Source::CapabilitiesGuide("Designing a Good Capability");
}

/// What machine types and flavors write of one capability.
#[derive(Default)]
struct Use<'a> {
    values: HashSet<&'a str>,
    by_machine_types: bool,
    by_flavors: bool,
    /// Whether some flavor leaves one of the values out.
    narrows: bool,
}

pub(crate) fn check(subject: &AdviceSubject<'_>, advice: &mut Vec<Violation>) {
    let profile = &subject.profile.spec;
    // A misspelled value is in use under its right name, and is reported already.
    if !subject.capabilities_are_sound() {
        return;
    }
    // Where nothing is offered, nothing can be used.
    let has_flavors =
        profile.images().iter().flat_map(|image| image.offered()).any(|version| !version.flavors().is_empty());
    if profile.types().is_empty() || !has_flavors {
        return;
    }
    let uses = uses(subject);
    let none = Use::default();
    let spec = Path::root("spec");
    let list = spec.field("machineCapabilities");
    for (i, definition) in profile.capability_definitions().iter().enumerate() {
        let item = list.index(i);
        let found = uses.get(definition.name.as_str()).unwrap_or(&none);
        // It must be registered, whether it makes a difference or not.
        let is_architecture = definition.name == ARCHITECTURE;
        if !found.narrows && !is_architecture {
            advice.push(without_effect(definition, found, &item));
        } else if !(is_architecture && definition.values.len() == 1) {
            let values = item.field("values");
            let unused =
                definition.values.iter().enumerate().filter(|(_, value)| !found.values.contains(value.as_str()));
            advice.extend(unused.map(|(v, value)| value_unused(definition, value, &values.index(v))));
        }
    }
}

fn uses<'a>(subject: &AdviceSubject<'a>) -> HashMap<&'a str, Use<'a>> {
    let profile = &subject.profile.spec;
    let mut uses: HashMap<&str, Use<'_>> =
        profile.capability_definitions().iter().map(|definition| (definition.name.as_str(), Use::default())).collect();
    let sizes: HashMap<&str, usize> = profile
        .capability_definitions()
        .iter()
        .map(|definition| (definition.name.as_str(), definition.values.iter().collect::<HashSet<_>>().len()))
        .collect();
    let mut note = |capabilities: &'a Capabilities, is_flavor: bool| {
        for (name, values) in capabilities.iter() {
            let Some(found) = uses.get_mut(name) else { continue };
            found.values.extend(values.iter().map(String::as_str));
            if is_flavor {
                found.by_flavors = true;
                // Repetition is rare, and refused where the documents are followed.
                found.narrows |= values.len() < sizes.get(name).copied().unwrap_or_default();
            } else {
                found.by_machine_types = true;
            }
        }
    };
    for machine_type in profile.types() {
        note(&machine_type.capabilities, false);
    }
    for version in profile.images().iter().flat_map(|image| image.offered()) {
        version.flavors().iter().for_each(|flavor| note(&flavor.0, true));
    }
    if let Some(architecture) = uses.get_mut(ARCHITECTURE) {
        architecture.values.extend(profile.types().iter().filter_map(|one| one.architecture.as_deref()));
        let versions = profile.images().iter().flat_map(|image| image.offered());
        architecture.values.extend(versions.flat_map(|one| one.legacy_architectures()).map(String::as_str));
    }
    uses
}

fn without_effect(definition: &CapabilityDefinition, found: &Use<'_>, item: &Path<'_>) -> Violation {
    let name = definition.name.as_str();
    let why = match (found.by_machine_types, found.by_flavors) {
        (false, false) => "no machine type and no flavor names it",
        (true, false) => "machine types name it, but no flavor does, so that every flavor has all its values",
        (_, true) => "every flavor has all its values",
    };
    let detail = format!("`{name}` makes no difference: {why}");
    Violation::advice(&CAPABILITY_WITHOUT_EFFECT, &item.field("name"), name, detail)
        .with_help("name it on the flavors that do not support all of its values, or take it out")
}

fn value_unused(definition: &CapabilityDefinition, value: &str, path: &Path<'_>) -> Violation {
    if definition.name == ARCHITECTURE {
        let detail = format!(
            "no machine type and no flavor is `{value}`, and as long as it is registered every one of them must name its \
             architecture"
        );
        return Violation::advice(&CAPABILITY_VALUE_UNUSED, path, value, detail)
            .with_help("take it out, and register it when something has it");
    }
    let others = definition.values.iter().map(String::as_str).filter(|other| *other != value);
    let detail = format!(
        "no machine type and no flavor names the value `{value}` of `{}`, only {}: it makes no difference, and whatever \
         leaves the capability out claims to support it",
        definition.name,
        listed(others),
    );
    Violation::advice(&CAPABILITY_VALUE_UNUSED, path, value, detail)
        .with_help("take it out, and register it when something has it")
}
