//! `spec.machineCapabilities`, indexed for lookups whose cost does not depend on the size of the vocabulary.

use foldhash::HashMap;
use rootstock_core_model::{ARCHITECTURE, CapabilityDefinition, Quirks};
use rootstock_worker_capabilities::Entry;

/// Names with their positions.
#[derive(Debug, Default)]
pub(crate) struct Index<'a> {
    names: Vec<&'a str>,
    places: HashMap<&'a str, usize>,
}

impl<'a> Index<'a> {
    /// Indexes distinct names in order of first occurrence.
    pub(crate) fn new(names: impl Iterator<Item = &'a str>) -> Self {
        let mut index = Self::default();
        for name in names {
            index.insert(name);
        }
        index
    }

    /// Adds a name; returns its position and whether it is new.
    pub(crate) fn insert(&mut self, name: &'a str) -> (usize, bool) {
        if let Some(place) = self.place(name) {
            return (place, false);
        }
        let place = self.names.len();
        self.names.push(name);
        self.places.insert(name, place);
        (place, true)
    }

    /// Returns the position of a name.
    pub(crate) fn place(&self, name: &str) -> Option<usize> {
        self.places.get(name).copied()
    }

    pub(crate) fn contains(&self, name: &str) -> bool {
        self.place(name).is_some()
    }

    /// Returns the names in order.
    pub(crate) fn names(&self) -> &[&'a str] {
        &self.names
    }

    /// Returns the number of distinct names.
    pub(crate) fn len(&self) -> usize {
        self.names.len()
    }
}

/// The registered capabilities by name.
#[derive(Debug, Default)]
pub(crate) struct Registered<'a> {
    names: Index<'a>,
    values: Vec<Index<'a>>,
    /// The number of values of `architecture`, as Gardener counts them.
    architectures: usize,
    /// Capabilities that need no registration (GEP-54).
    built_in: Vec<&'static Entry>,
}

impl<'a> Registered<'a> {
    /// Indexes the definitions. A name that is registered twice has the values of all its definitions, so that one
    /// error does not cause another at every use of a value; Gardener looks at the last definition only.
    ///
    /// `built_in` capabilities need no registration, but cannot be used in a profile that registers none.
    pub(crate) fn new(definitions: &'a [CapabilityDefinition], built_in: Vec<&'static Entry>, quirks: &Quirks) -> Self {
        let mut registered = Self::default();
        for definition in definitions {
            let (place, is_new) = registered.names.insert(&definition.name);
            if is_new {
                registered.values.push(Index::default());
            }
            let Some(values) = registered.values.get_mut(place) else { continue };
            if quirks.cloud_profile.last_definition_wins {
                *values = Index::default();
            }
            for value in &definition.values {
                values.insert(value);
            }
            if definition.name == ARCHITECTURE {
                registered.architectures = if quirks.cloud_profile.capability_values_may_repeat {
                    definition.values.len()
                } else {
                    values.len()
                };
            }
        }
        if definitions.is_empty() {
            return registered;
        }
        for entry in &built_in {
            registered.names.insert(entry.name);
            registered.values.push(Index::new(entry.values.iter().copied()));
        }
        registered.built_in = built_in;
        registered
    }

    /// Returns whether no capabilities are registered, as in a legacy profile.
    pub(crate) fn is_empty(&self) -> bool {
        self.names.len() == 0
    }

    /// Returns the registered names in order.
    pub(crate) fn names(&self) -> &[&'a str] {
        self.names.names()
    }

    /// Returns the position of a capability in the order of registration.
    pub(crate) fn place(&self, name: &str) -> Option<usize> {
        self.names.place(name)
    }

    /// Returns the registered values of a capability.
    pub(crate) fn values(&self, name: &str) -> Option<&Index<'a>> {
        self.values.get(self.names.place(name)?)
    }

    /// Returns the capability of that name if it needs no registration.
    pub(crate) fn built_in(&self, name: &str) -> Option<&'static Entry> {
        self.built_in.iter().copied().find(|entry| entry.name == name)
    }

    /// Returns the first capability that has this value, for advice. Searches the first capabilities only, so that the
    /// cost does not depend on the size of the vocabulary.
    pub(crate) fn owner_of(&self, value: &str) -> Option<&'a str> {
        const MAX_SEARCHED: usize = 64;
        let place = self.values.iter().take(MAX_SEARCHED).position(|values| values.contains(value))?;
        self.names().get(place).copied()
    }

    /// Lists the registered architectures in a sentence: `amd64` or `arm64`.
    pub(crate) fn architectures_text(&self) -> String {
        const MAX_LISTED: usize = 8;
        let listed: Vec<String> =
            self.architectures().iter().take(MAX_LISTED).map(|name| format!("`{name}`")).collect();
        listed.join(" or ")
    }

    /// Returns the registered architectures; empty if there is no such capability.
    pub(crate) fn architectures(&self) -> &[&'a str] {
        self.values(ARCHITECTURE).map(Index::names).unwrap_or_default()
    }

    pub(crate) fn has_architecture(&self, value: &str) -> bool {
        self.values(ARCHITECTURE).is_some_and(|values| values.contains(value))
    }

    /// Returns whether more than one architecture is registered. Gardener counts repeated values twice.
    pub(crate) const fn is_multi_architecture(&self) -> bool {
        self.architectures > 1
    }
}
