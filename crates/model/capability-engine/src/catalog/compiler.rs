//! What the parts of a profile are compiled with.

use std::collections::hash_map::Entry;
use std::hash::Hash;
use std::sync::Arc;

use foldhash::HashMap;

use crate::{CapabilitySet, Vocabulary};

/// Compiles machine types and image versions, and numbers what is distinct among them.
pub(super) struct Compiler<'v, I> {
    pub(super) vocabulary: &'v Vocabulary,
    /// The profile registers no capabilities.
    pub(super) is_legacy: bool,
    /// What the flavors of a version mean by leaving built-in capabilities out.
    pub(super) implied: I,
    pub(super) machine_types: Distinct<CapabilitySet>,
    pub(super) flavor_lists: Distinct<Arc<[CapabilitySet]>>,
}

impl<'v, I> Compiler<'v, I> {
    pub(super) fn new(vocabulary: &'v Vocabulary, is_legacy: bool, implied: I) -> Self {
        let (machine_types, flavor_lists) = Default::default();
        Self { vocabulary, is_legacy, implied, machine_types, flavor_lists }
    }

    /// The distinct sets of machine types, and the distinct lists of flavors.
    pub(super) fn finish(self) -> (Vec<CapabilitySet>, Vec<Arc<[CapabilitySet]>>) {
        (self.machine_types.items, self.flavor_lists.items)
    }
}

/// Items without repetition, numbered as they come.
pub(super) struct Distinct<T> {
    items: Vec<T>,
    numbers: HashMap<T, usize>,
}

impl<T> Default for Distinct<T> {
    fn default() -> Self {
        Self { items: Vec::new(), numbers: HashMap::default() }
    }
}

impl<T: Clone + Eq + Hash> Distinct<T> {
    /// The number of an item, and the one that came first of those equal to it.
    pub(super) fn number(&mut self, item: T) -> (usize, T) {
        match self.numbers.entry(item) {
            Entry::Occupied(known) => (*known.get(), known.key().clone()),
            Entry::Vacant(new) => {
                let (number, item) = (self.items.len(), new.key().clone());
                self.items.push(item.clone());
                new.insert(number);
                (number, item)
            }
        }
    }
}
