//! Shared state for compiling the parts of a profile.

use std::collections::hash_map::Entry;
use std::hash::Hash;
use std::sync::Arc;

use foldhash::HashMap;

use crate::{CapabilitySet, Vocabulary};

/// A compiler for machine types and image versions, which numbers the distinct ones.
pub(super) struct Compiler<'v, I> {
    pub(super) vocabulary: &'v Vocabulary,
    /// True if the profile registers no capabilities.
    pub(super) is_legacy: bool,
    /// The values that a version's flavors imply for the built-in capabilities they omit.
    pub(super) implied: I,
    pub(super) machine_types: Distinct<CapabilitySet>,
    pub(super) flavor_lists: Distinct<Arc<[CapabilitySet]>>,
}

impl<'v, I> Compiler<'v, I> {
    pub(super) fn new(vocabulary: &'v Vocabulary, is_legacy: bool, implied: I) -> Self {
        let (machine_types, flavor_lists) = Default::default();
        Self { vocabulary, is_legacy, implied, machine_types, flavor_lists }
    }

    /// Returns the distinct sets of the machine types and the distinct lists of flavors.
    pub(super) fn finish(self) -> (Vec<CapabilitySet>, Vec<Arc<[CapabilitySet]>>) {
        (self.machine_types.items, self.flavor_lists.items)
    }
}

/// Deduplicated items, numbered in order of first appearance.
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
    /// Returns an item's number, and the first of the items equal to it.
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
