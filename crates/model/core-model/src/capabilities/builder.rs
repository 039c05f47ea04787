//! Construction of a capability map from its entries.

use std::borrow::Cow;
use std::cell::RefCell;
use std::collections::HashMap;
use std::hash::{BuildHasher, Hash, Hasher};
use std::ops::Range;
use std::sync::Arc;

use foldhash::fast::FixedState;
use smallvec::SmallVec;
use smol_str::SmolStr;

use super::Entry;
use super::texts::Texts;

/// A capability map under construction. Texts are borrowed from the document if possible, so looking up a recently read map
/// does not copy them.
#[derive(Default)]
pub(super) struct CapabilitiesBuilder<'t> {
    entries: SmallVec<[(Cow<'t, str>, Range<usize>); 4]>,
    /// The values of all entries, including replaced ones, followed by the values for the next entry.
    pub(super) values: Texts<'t>,
    /// The number of values that belong to entries.
    put: usize,
    /// The positions of the names, used from [`MAX_LINEAR_ENTRIES`] entries on.
    index: HashMap<Cow<'t, str>, usize>,
}

/// The number of entries below which a map is searched linearly.
pub(super) const MAX_LINEAR_ENTRIES: usize = 16;
/// The maximum length of texts that are stored inline in a map.
const MAX_INLINE_LENGTH: usize = 23;

impl<'t> CapabilitiesBuilder<'t> {
    /// Adds an entry with the values added since the last one. If the name exists, replaces its values but keeps its position.
    pub(super) fn put(&mut self, name: Cow<'t, str>) {
        let values = self.put..self.values.len();
        self.put = values.end;
        if self.entries.len() == MAX_LINEAR_ENTRIES && self.index.is_empty() {
            self.index = self.entries.iter().enumerate().map(|(place, (name, _))| (name.clone(), place)).collect();
        }
        let known = match self.entries.len() {
            ..MAX_LINEAR_ENTRIES => self.entries.iter().position(|(known, _)| *known == name),
            _ => self.index.get(&name).copied(),
        };
        match known.and_then(|place| self.entries.get_mut(place)) {
            Some((_, old)) => *old = values,
            None => {
                if self.entries.len() >= MAX_LINEAR_ENTRIES {
                    self.index.insert(name.clone(), self.entries.len());
                }
                self.entries.push((name, values));
            }
        }
    }

    /// Returns the map, or an equal one that was read recently; `None` if it has no entries.
    pub(super) fn finish(&self) -> Option<Arc<[Entry]>> {
        if self.entries.is_empty() {
            return None;
        }
        let is_small = self.entries.len() <= MAX_LINEAR_ENTRIES && self.values.len() <= MAX_LINEAR_ENTRIES;
        let mut texts = self.entries.iter().map(|(name, _)| name).chain(&self.values);
        Some(if is_small && texts.all(|text| text.len() <= MAX_INLINE_LENGTH) {
            self.cached_or_build()
        } else {
            self.build()
        })
    }

    fn iter(&self) -> impl Iterator<Item = (&str, &[Cow<'t, str>])> {
        self.entries.iter().map(|(name, values)| (&**name, self.values.get(values.clone()).unwrap_or_default()))
    }

    fn build(&self) -> Arc<[Entry]> {
        self.iter()
            .map(|(name, values)| (SmolStr::new(name), values.iter().map(|value| value.to_string()).collect()))
            .collect()
    }

    fn cached_or_build(&self) -> Arc<[Entry]> {
        // A fixed hash is safe here: collisions only prevent maps from being shared.
        let mut hasher = FixedState::default().build_hasher();
        self.iter().for_each(|entry| entry.hash(&mut hasher));
        let hash = hasher.finish();
        CACHE.with_borrow_mut(|cache| {
            let place = cache.get_mut(hash as usize % CACHE_SLOTS);
            match place {
                Some(Some(known)) if self.is(known) => known.clone(),
                Some(place) => place.insert(self.build()).clone(),
                None => self.build(),
            }
        })
    }

    /// Returns whether `known` has these entries in this order.
    fn is(&self, known: &[Entry]) -> bool {
        let is_equal =
            |((name, values), known): ((&str, &[Cow<'t, str>]), &Entry)| *name == known.0 && *values == *known.1;
        self.entries.len() == known.len() && self.iter().zip(known).all(is_equal)
    }
}

/// The number of cache slots for short maps per thread. A profile has few distinct maps (the large one has ten). Maps whose
/// slots collide are created anew each time.
const CACHE_SLOTS: usize = 256;

thread_local! {
    /// The recently read maps, by hash. A profile repeats each of its maps for every image and version, in both sections, and
    /// serde passes no state from one to the next.
    static CACHE: RefCell<[Option<Arc<[Entry]>>; CACHE_SLOTS]> = const { RefCell::new([const { None }; CACHE_SLOTS]) };
}

#[cfg(test)]
mod tests {
    use super::super::Capabilities;

    fn read(json: &str) -> Capabilities {
        serde_json::from_str(json).unwrap()
    }

    fn are_shared(one: &Capabilities, other: &Capabilities) -> bool {
        !one.is_empty() && one.shares_memory_with(other)
    }

    #[test]
    fn equal_maps_share_their_memory() {
        let one = read(r#"{"architecture": ["amd64"], "storage": []}"#);
        let other = read(r#"{"architecture": ["amd64"], "storage": null}"#);
        assert!(are_shared(&one, &other));
        assert!(are_shared(&one, &[("architecture", vec!["amd64"]), ("storage", vec![])].into_iter().collect()));
    }

    #[test]
    fn changing_a_clone_leaves_the_original_unchanged() {
        let one = read(r#"{"architecture": ["amd64"]}"#);
        let mut other = one.clone();
        other.insert("architecture", vec!["arm64".to_owned()]);
        assert_eq!(one, read(r#"{"architecture": ["amd64"]}"#));
        assert_eq!(other, read(r#"{"architecture": ["arm64"]}"#));
    }

    #[test]
    fn maps_in_another_order_are_equal_and_keep_their_order() {
        let one = read(r#"{"architecture": ["amd64"], "storage": ["fast", "slow"]}"#);
        let other = read(r#"{"storage": ["fast", "slow"], "architecture": ["amd64"]}"#);
        assert_eq!(one, other);
        assert_eq!(other.to_string(), "{storage: [fast, slow], architecture: [amd64]}");
        assert_ne!(one, read(r#"{"architecture": ["amd64"], "storage": ["slow", "fast"]}"#));
    }

    #[test]
    fn a_long_map_is_not_shared() {
        let long = format!(r#"{{"architecture": ["{}"]}}"#, "a".repeat(100));
        assert!(!are_shared(&read(&long), &read(&long)));
        assert_eq!(read(&long), read(&long));
        let many: String = (0..40).map(|number| format!(r#", "c{number}": ["v"], "c3": ["last"]"#)).collect();
        let many = read(&format!(r#"{{"architecture": ["amd64"]{many}}}"#));
        assert_eq!((many.len(), many.get("c3")), (41, Some(&["last".to_owned()][..])));
    }
}
