//! The capabilities of a provider flavor against the registered ones.

use std::collections::{HashMap, HashSet};

use rootstock_core_model::{ARCHITECTURE, BadValue, Capabilities, CapabilityDefinition, Path, Source, Violation};
use rootstock_worker_capabilities::Entry;

use crate::Checker;

crate::declare_rules! {
    /// A capability that the profile does not register.
    UNREGISTERED = "provider-capability-unregistered", Error, Source::CapabilitiesGuide("Provider Extension Contract");
    /// A value that the profile does not register.
    VALUE_UNREGISTERED = "provider-capability-value-unregistered", Error,
        Source::CapabilitiesGuide("Provider Extension Contract");
    /// With several architectures registered, each flavor is for exactly one.
    ARCHITECTURE_NOT_ONE = "provider-flavor-architecture", Error, Source::CapabilitiesGuide("The architecture Capability");
}

/// The registered names and values, for looking up.
#[derive(Debug)]
pub(crate) struct Registered<'a> {
    names: Vec<&'a str>,
    values: HashMap<&'a str, Values<'a>>,
}

#[derive(Debug, Default)]
struct Values<'a> {
    listed: Vec<&'a str>,
    known: HashSet<&'a str>,
}

impl<'a> Registered<'a> {
    /// `built_in` need no registration. `last_wins`: of several definitions of one name only the last one counts.
    pub(crate) fn new(definitions: &'a [CapabilityDefinition], built_in: &[&'static Entry], last_wins: bool) -> Self {
        let mut registered = Self { names: Vec::new(), values: HashMap::new() };
        for definition in definitions {
            let values = registered.values.entry(&definition.name).or_insert_with(|| {
                registered.names.push(&definition.name);
                Values::default()
            });
            if last_wins {
                *values = Values::default();
            }
            values.listed.extend(definition.values.iter().map(String::as_str));
            values.known.extend(definition.values.iter().map(String::as_str));
        }
        for entry in built_in {
            registered.names.push(entry.name);
            let values = Values { listed: entry.values.to_vec(), known: entry.values.iter().copied().collect() };
            registered.values.insert(entry.name, values);
        }
        registered
    }

    /// Whether every flavor must say for which one architecture it is.
    fn demands_architecture(&self) -> bool {
        self.values.get(ARCHITECTURE).is_some_and(|values| values.listed.len() > 1)
    }

    /// Whether a flavor uses registered names and values only, and says for which architecture it is where it must.
    pub(crate) fn is_sound(&self, capabilities: &Capabilities) -> bool {
        let known = capabilities.iter().all(|(name, values)| {
            self.values.get(name).is_some_and(|known| values.iter().all(|value| known.known.contains(value.as_str())))
        });
        known && (!self.demands_architecture() || capabilities.get(ARCHITECTURE).is_some_and(|one| one.len() == 1))
    }
}

impl Checker<'_> {
    /// Checks the capabilities of a flavor, which stand at `path` (`….capabilityFlavors[k].capabilities`).
    pub fn check_flavor_capabilities(&mut self, capabilities: &Capabilities, path: &Path<'_>) {
        if self.registered.is_sound(capabilities) {
            return;
        }
        let mut found = Vec::new();
        for (name, values) in capabilities.iter() {
            let Some(known) = self.registered.values.get(name) else {
                let key = path.field(name);
                let place = if self.quirks().gardener_paths { path } else { &key };
                found.push(Violation::not_supported(&UNREGISTERED, place, name, &self.registered.names));
                continue;
            };
            for (index, value) in values.iter().enumerate().filter(|(_, value)| !known.known.contains(value.as_str())) {
                let place = path.field(name);
                let place = place.index(index);
                found.push(Violation::not_supported(&VALUE_UNREGISTERED, &place, value.as_str(), &known.listed));
            }
        }
        if self.registered.demands_architecture() {
            let architectures = capabilities.get(ARCHITECTURE);
            if architectures.is_none_or(|one| one.len() != 1) {
                let all = self.registered.values.get(ARCHITECTURE).map(|values| values.listed.join("`, `"));
                let problem = match architectures {
                    None => "is not set",
                    Some([]) => "is empty",
                    Some(_) => "has several values",
                };
                let detail = format!(
                    "must have exactly one value, because several architectures are registered, but {problem}; write \
                     one flavor for each of `{}`",
                    all.unwrap_or_default(),
                );
                let bad = architectures.map_or(BadValue::None, BadValue::list);
                found.push(Violation::invalid(&ARCHITECTURE_NOT_ONE, &path.field(ARCHITECTURE), bad, detail));
            }
        }
        found.into_iter().for_each(|violation| self.report(violation));
    }
}
