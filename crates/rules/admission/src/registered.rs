//! `spec.machineCapabilities`, indexed for lookups that cost the same however large the vocabulary is.

use foldhash::HashMap;
use rootstock_core_model::{ARCHITECTURE, CapabilityDefinition, Quirks};
use rootstock_worker_capabilities::Entry;

/// Names with their places.
#[derive(Debug, Default)]
pub(crate) struct Index<'a> {
    names: Vec<&'a str>,
    places: HashMap<&'a str, usize>,
}

impl<'a> Index<'a> {
    /// The distinct names in their first order.
    pub(crate) fn new(names: impl Iterator<Item = &'a str>) -> Self {
        let mut index = Self::default();
        for name in names {
            index.insert(name);
        }
        index
    }

    /// Adds a name; its place, and whether it is new.
    pub(crate) fn insert(&mut self, name: &'a str) -> (usize, bool) {
        if let Some(place) = self.place(name) {
            return (place, false);
        }
        let place = self.names.len();
        self.names.push(name);
        self.places.insert(name, place);
        (place, true)
    }

    /// Where a name stands.
    pub(crate) fn place(&self, name: &str) -> Option<usize> {
        self.places.get(name).copied()
    }

    /// Whether the name is there.
    pub(crate) fn contains(&self, name: &str) -> bool {
        self.place(name).is_some()
    }

    /// The names in order.
    pub(crate) fn names(&self) -> &[&'a str] {
        &self.names
    }

    /// How many distinct names there are.
    pub(crate) fn len(&self) -> usize {
        self.names.len()
    }
}

/// The registered capabilities by name.
#[derive(Debug, Default)]
pub(crate) struct Registered<'a> {
    names: Index<'a>,
    values: Vec<Index<'a>>,
    /// How many values `architecture` has as Gardener counts them.
    architectures: usize,
    /// Capabilities that need no registration (GEP-54).
    built_in: Vec<&'static Entry>,
}

impl<'a> Registered<'a> {
    /// Indexes the definitions. A name that is registered twice has the values of all its definitions, so that one
    /// mistake does not make every use of a value another; Gardener looks at the last definition only.
    ///
    /// `built_in` need no registration; in a profile that registers nothing they cannot be used either.
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

    /// Whether nothing is registered: the profile is a legacy one.
    pub(crate) fn is_empty(&self) -> bool {
        self.names.len() == 0
    }

    /// The registered names in order.
    pub(crate) fn names(&self) -> &[&'a str] {
        self.names.names()
    }

    /// The place of a capability in the order of registration.
    pub(crate) fn place(&self, name: &str) -> Option<usize> {
        self.names.place(name)
    }

    /// The registered values of a capability.
    pub(crate) fn values(&self, name: &str) -> Option<&Index<'a>> {
        self.values.get(self.names.place(name)?)
    }

    /// The capability of that name, if it needs no registration.
    pub(crate) fn built_in(&self, name: &str) -> Option<&'static Entry> {
        self.built_in.iter().copied().find(|entry| entry.name == name)
    }

    /// The first capability that has a value of that name, for advice. Looks through the first capabilities only, so
    /// that advice costs the same however large the vocabulary is.
    pub(crate) fn owner_of(&self, value: &str) -> Option<&'a str> {
        const LOOKED_THROUGH: usize = 64;
        let place = self.values.iter().take(LOOKED_THROUGH).position(|values| values.contains(value))?;
        self.names().get(place).copied()
    }

    /// The registered architectures for a sentence: `amd64` or `arm64`.
    pub(crate) fn architectures_text(&self) -> String {
        const LISTED: usize = 8;
        let listed: Vec<String> = self.architectures().iter().take(LISTED).map(|name| format!("`{name}`")).collect();
        listed.join(" or ")
    }

    /// The registered architectures, empty if there is no such capability.
    pub(crate) fn architectures(&self) -> &[&'a str] {
        self.values(ARCHITECTURE).map(Index::names).unwrap_or_default()
    }

    /// Whether an architecture is registered.
    pub(crate) fn has_architecture(&self, value: &str) -> bool {
        self.values(ARCHITECTURE).is_some_and(|values| values.contains(value))
    }

    /// Whether more than one architecture is registered. Gardener counts repeated values twice.
    pub(crate) const fn is_multi_architecture(&self) -> bool {
        self.architectures > 1
    }
}
