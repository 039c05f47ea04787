//! The capabilities that a profile registers.

use foldhash::{HashMap, HashSet};
use rootstock_core_model::{ARCHITECTURE, Capabilities, CapabilityDefinition};
use rootstock_worker_capabilities::Entry;

/// The registered names and values, for look-up.
#[derive(Debug)]
pub(crate) struct Registered<'a> {
    pub(crate) names: Vec<&'a str>,
    pub(crate) values: HashMap<&'a str, Values<'a>>,
}

/// The values of a capability.
#[derive(Debug, Default)]
pub(crate) struct Values<'a> {
    /// The values in document order.
    pub(crate) listed: Vec<&'a str>,
    pub(crate) known: HashSet<&'a str>,
}

impl<'a> Registered<'a> {
    /// Collects the registered capabilities; `built_in` need no registration. With `last_wins` only the last of several
    /// definitions with the same name counts.
    pub(crate) fn new(definitions: &'a [CapabilityDefinition], built_in: &[&'static Entry], last_wins: bool) -> Self {
        let mut registered = Self { names: Vec::new(), values: HashMap::default() };
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

    /// Returns the capability that has this value; of many capabilities only the first ones are searched.
    pub(crate) fn owner_of(&self, value: &str) -> Option<&'a str> {
        const MAX_SEARCHED: usize = 64;
        let has_value = |name: &&&str| self.values.get(**name).is_some_and(|values| values.known.contains(value));
        self.names.iter().take(MAX_SEARCHED).find(has_value).copied()
    }

    /// Whether every flavor must declare exactly one architecture.
    pub(crate) fn requires_architecture(&self) -> bool {
        self.values.get(ARCHITECTURE).is_some_and(|values| values.listed.len() > 1)
    }

    /// Whether a flavor uses only registered names and values, and declares its architecture if it must.
    pub(crate) fn is_sound(&self, capabilities: &Capabilities) -> bool {
        let known = capabilities.iter().all(|(name, values)| {
            self.values.get(name).is_some_and(|known| values.iter().all(|value| known.known.contains(value.as_str())))
        });
        known && (!self.requires_architecture() || capabilities.get(ARCHITECTURE).is_some_and(|one| one.len() == 1))
    }
}
