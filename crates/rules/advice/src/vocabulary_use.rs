//! Registered capabilities and values that make no difference.

use foldhash::{HashMap, HashSet};
use rootstock_core_model::{
    ARCHITECTURE, Capabilities, CapabilityDefinition, CloudProfileSpec, MachineImage, MachineType,
    NamespacedCloudProfileSpec, Path, Source, Violation,
};
use rootstock_provider_api::ImageEntries;

use crate::AdviceSubject;
use crate::listing::listed;

rootstock_core_model::rules! {
    /// A capability that no flavor narrows.
    CAPABILITY_WITHOUT_EFFECT: Note, since "0.1.0", Source::CapabilitiesGuide("Designing a Good Capability");
    /// A value that is not used anywhere.
    CAPABILITY_VALUE_UNUSED: Note, since "0.1.0", Source::CapabilitiesGuide("Designing a Good Capability");
}

/// The use of one capability.
#[derive(Default)]
struct CapabilityUse<'a> {
    /// The number of registered values.
    size: usize,
    /// The values not named so far.
    unused: HashSet<&'a str>,
    by_machine_types: bool,
    by_flavors: bool,
    /// Whether some flavor omits one of the values.
    narrows: bool,
    /// Whether some machine type has none of the values.
    has_empty_list: bool,
    /// Whether some flavors of a version name the capability and others do not: then every value affects the ranking,
    /// named or not.
    affects_ranking: bool,
    /// Whether some machine type or flavor omits the capability.
    is_omitted: bool,
}

impl CapabilityUse<'_> {
    fn mark_used(&mut self, values: &[String]) {
        // Usually all values have been named after a few lists, and the lookups can be skipped.
        if !self.unused.is_empty() {
            values.iter().for_each(|value| _ = self.unused.remove(value.as_str()));
        }
    }
}

pub(crate) fn check(subject: &AdviceSubject<'_>, entries: Option<&ImageEntries<'_>>, advice: &mut Vec<Violation>) {
    let profile = &subject.core.profile.spec;
    // A misspelled value is in use under its right name, and has been reported.
    if !subject.has_valid_capabilities() {
        return;
    }
    // If nothing is offered, nothing can be used.
    let has_flavors =
        profile.images().iter().flat_map(|image| image.offered()).any(|version| !version.flavors().is_empty());
    if profile.types().is_empty() || !has_flavors {
        return;
    }
    let definitions = profile.capability_definitions();
    let mut uses = CapabilityUses::of(definitions);
    uses.add_profile(profile);
    subject.children.iter().for_each(|child| uses.add_child(&child.spec));
    for (_, entry) in entries.into_iter().flat_map(ImageEntries::versions) {
        uses.add_flavors(
            entry.artifacts(!entry.flavors.is_empty()).iter().map(|artifact| artifact.capabilities.as_ref()),
        );
    }
    let spec = Path::root("spec");
    let list = spec.field("machineCapabilities");
    // These make a difference to machines, whatever images fit.
    let settings = subject.config.map_or(&[][..], |config| config.extension().machine_settings);
    for (i, definition) in definitions.iter().enumerate() {
        let item = list.index(i);
        let settings = || settings.iter().filter(|setting| setting.capability == definition.name);
        let Some(found) = uses.uses.get(definition.name.as_str()) else { continue };
        // The architecture must be registered, whether it makes a difference or not.
        let is_architecture = definition.name == ARCHITECTURE;
        if !found.narrows && !is_architecture {
            if !found.has_empty_list && settings().next().is_none() {
                advice.push(without_effect(definition, found, &item));
            }
        } else if !found.affects_ranking && !(is_architecture && (definition.values.len() == 1 || found.is_omitted)) {
            let values = item.field("values");
            let is_unused = |value: &str| found.unused.contains(value) && settings().all(|one| one.value != value);
            let unused = definition.values.iter().enumerate().filter(|(_, value)| is_unused(value));
            advice.extend(unused.map(|(v, value)| unused_value(definition, value, found, &values.index(v))));
        }
    }
}

/// The uses of all capabilities.
struct CapabilityUses<'a> {
    uses: HashMap<&'a str, CapabilityUse<'a>>,
}

impl<'a> CapabilityUses<'a> {
    fn of(definitions: &'a [CapabilityDefinition]) -> Self {
        let mut uses: HashMap<&str, CapabilityUse<'_>> = HashMap::default();
        for definition in definitions {
            let values: HashSet<&str> = definition.values.iter().map(String::as_str).collect();
            let found = uses.entry(&definition.name).or_default();
            found.size = values.len();
            found.unused.extend(values);
        }
        Self { uses }
    }

    fn add_profile(&mut self, spec: &'a CloudProfileSpec) {
        self.add_machine_types(spec.types());
        self.add_images(spec.images());
    }

    fn add_child(&mut self, spec: &'a NamespacedCloudProfileSpec) {
        self.add_machine_types(spec.machine_types.as_deref().unwrap_or_default());
        self.add_images(spec.images());
    }

    fn add_machine_types(&mut self, types: &'a [MachineType]) {
        for machine_type in types {
            for (name, found) in &mut self.uses {
                let values = machine_type.capabilities.get(name);
                found.by_machine_types |= values.is_some();
                found.has_empty_list |= values.is_some_and(<[String]>::is_empty);
                found.is_omitted |= values.is_none();
                found.mark_used(values.unwrap_or_default());
            }
            if let Some(architecture) = self.uses.get_mut(ARCHITECTURE) {
                architecture.mark_used(machine_type.architecture.as_slice());
            }
        }
    }

    fn add_images(&mut self, images: &'a [MachineImage]) {
        for version in images.iter().flat_map(|image| image.offered()) {
            self.add_flavors(version.flavors().iter().map(|flavor| &flavor.0));
            if let Some(architecture) = self.uses.get_mut(ARCHITECTURE) {
                architecture.is_omitted |= version.flavors().is_empty();
                architecture.mark_used(version.legacy_architectures());
            }
        }
    }

    /// Adds the flavors of one version.
    fn add_flavors(&mut self, flavors: impl Iterator<Item = &'a Capabilities> + Clone) {
        for (name, found) in &mut self.uses {
            let (mut is_used_by_any, mut is_omitted_by_any) = (false, false);
            for flavor in flavors.clone() {
                let Some(values) = flavor.get(name) else {
                    is_omitted_by_any = true;
                    continue;
                };
                is_used_by_any = true;
                found.mark_used(values);
                // Repeated values would distort the count, but they are rare, and refused in documented semantics.
                found.narrows |= values.len() < found.size;
            }
            found.by_flavors |= is_used_by_any;
            found.affects_ranking |= is_used_by_any && is_omitted_by_any;
            found.is_omitted |= is_omitted_by_any;
        }
    }
}

fn without_effect(definition: &CapabilityDefinition, found: &CapabilityUse<'_>, item: &Path<'_>) -> Violation {
    let name = definition.name.as_str();
    let why = match (found.by_machine_types, found.by_flavors) {
        (false, false) => "no machine type or flavor uses it",
        (true, false) => "machine types use it, but no flavor does, so every flavor supports all its values",
        (_, true) => "every flavor supports all its values",
    };
    let detail = format!("`{name}` has no effect: {why}");
    Violation::advice(&CAPABILITY_WITHOUT_EFFECT, &item.field("name"), name, detail)
        .with_help("set it on the flavors that do not support all of its values, or remove it")
}

fn unused_value(
    definition: &CapabilityDefinition,
    value: &str,
    found: &CapabilityUse<'_>,
    path: &Path<'_>,
) -> Violation {
    if definition.name == ARCHITECTURE {
        let detail = format!(
            "no machine type or flavor has `{value}`, and as long as it is registered, all of them must name their \
             architecture"
        );
        return Violation::advice(&CAPABILITY_VALUE_UNUSED, path, value, detail)
            .with_help("remove it, and register it again when something supports it");
    }
    let named = definition.values.iter().map(String::as_str).filter(|other| !found.unused.contains(other));
    let only = match listed(named) {
        none if none.is_empty() => String::new(),
        named => format!(", only {named}"),
    };
    let detail = format!(
        "no machine type or flavor uses the value `{value}` of `{}`{only}: it has no effect, and everything that \
         omits the capability claims to support it",
        definition.name,
    );
    Violation::advice(&CAPABILITY_VALUE_UNUSED, path, value, detail)
        .with_help("remove it, and register it again when something supports it")
}
