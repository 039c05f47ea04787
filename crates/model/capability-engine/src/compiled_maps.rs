//! Maps that are compiled again and again.

use std::borrow::Borrow;
use std::cell::Cell;
use std::fmt;

use rootstock_core_model::Capabilities;

use crate::{CapabilitySet, Vocabulary};

/// So many maps are remembered. A profile has thousands, which are nearly all one of a handful.
const MOST: usize = 16;

/// A [`Vocabulary`] that remembers what it has made of the maps that came last: for who compiles many maps of one profile.
///
/// Maps that a profile repeats share their memory once they are read, by which they are known here.
///
/// ```
/// use rootstock_capability_engine::{CompiledMaps, Vocabulary};
/// use rootstock_core_model::{Capabilities, CapabilityDefinition};
///
/// let disk = CapabilityDefinition { name: "disk".into(), values: vec!["fast".into(), "slow".into()] };
/// let vocabulary = Vocabulary::new(&[disk]);
/// let maps = CompiledMaps::new(&vocabulary);
/// let slow = Capabilities::from_iter([("disk", ["slow"])]);
/// for map in [&slow, &slow.clone(), &Capabilities::new()] {
///     assert_eq!(maps.compile(map), vocabulary.compile(map));
/// }
/// ```
pub struct CompiledMaps<V> {
    vocabulary: V,
    known: Cell<Vec<(Capabilities, CapabilitySet)>>,
}

impl<V: Borrow<Vocabulary>> CompiledMaps<V> {
    /// With nothing remembered yet.
    #[must_use]
    pub const fn new(vocabulary: V) -> Self {
        Self { vocabulary, known: Cell::new(Vec::new()) }
    }

    /// What [`Vocabulary::compile`] says.
    #[must_use]
    pub fn compile(&self, capabilities: &Capabilities) -> CapabilitySet {
        let mut known = self.known.take();
        let found = known.iter().find(|(map, _)| map.shares_memory_with(capabilities));
        let set = found.map_or_else(|| self.vocabulary.borrow().compile(capabilities), |(_, set)| set.clone());
        if found.is_none() {
            if known.len() == MOST {
                known.remove(0);
            }
            known.push((capabilities.clone(), set.clone()));
        }
        self.known.set(known);
        set
    }
}

impl<V> fmt::Debug for CompiledMaps<V> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("CompiledMaps").finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use rootstock_core_model::CapabilityDefinition;

    use super::*;

    #[test]
    fn more_maps_than_are_remembered_are_compiled_as_ever() {
        let values: Vec<String> = (0..100).map(|value| value.to_string()).collect();
        let vocabulary = Vocabulary::new(&[CapabilityDefinition { name: "disk".into(), values: values.clone() }]);
        let written: Vec<Capabilities> =
            values.iter().map(|value| Capabilities::from_iter([("disk", [value.as_str()])])).collect();
        let maps = CompiledMaps::new(&vocabulary);
        // Each again at once, and all again when they have been forgotten.
        for map in written.iter().chain(&written).flat_map(|map| [map, map]) {
            assert_eq!(maps.compile(map), vocabulary.compile(map));
        }
        assert_eq!(maps.known.take().len(), MOST);
    }

    #[test]
    fn a_map_is_remembered_once() {
        let vocabulary = Vocabulary::new(&[]);
        let maps = CompiledMaps::new(&vocabulary);
        let map = Capabilities::from_iter([("disk", ["fast"])]);
        for again in [&map, &map.clone(), &Capabilities::new(), &map] {
            assert_eq!(maps.compile(again), vocabulary.compile(again));
        }
        assert_eq!(maps.known.take().len(), 2);
    }
}
