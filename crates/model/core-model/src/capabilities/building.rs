//! A capability map while its entries come in.

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

/// See the module. Texts are those of the document, where it can lend them: a map that was read lately is found without a copy.
#[derive(Default)]
pub(super) struct Building<'t> {
    entries: SmallVec<[(Cow<'t, str>, Range<usize>); 4]>,
    /// The values of all entries, also those that were replaced, and behind them those of the entry that is put next.
    pub(super) values: Texts<'t>,
    /// How many values belong to entries.
    put: usize,
    /// Where the names stand, once there are as many as [`SMALL`]: a map of realistic size is compared name by name.
    index: HashMap<Cow<'t, str>, usize>,
}

const SMALL: usize = 16;
/// Texts up to here need no memory of their own in a map.
const SHORT: usize = 23;

impl<'t> Building<'t> {
    /// Adds an entry with the values that have come since the last, or replaces those of one with this name; its place stays.
    pub(super) fn put(&mut self, name: Cow<'t, str>) {
        let values = self.put..self.values.len();
        self.put = values.end;
        if self.entries.len() == SMALL && self.index.is_empty() {
            self.index = self.entries.iter().enumerate().map(|(place, (name, _))| (name.clone(), place)).collect();
        }
        let known = match self.entries.len() {
            ..SMALL => self.entries.iter().position(|(known, _)| *known == name),
            _ => self.index.get(&name).copied(),
        };
        match known.and_then(|place| self.entries.get_mut(place)) {
            Some((_, old)) => *old = values,
            None => {
                if self.entries.len() >= SMALL {
                    self.index.insert(name.clone(), self.entries.len());
                }
                self.entries.push((name, values));
            }
        }
    }

    /// The map, or an equal one that was read lately; `None` if it has no entries.
    pub(super) fn finish(&self) -> Option<Arc<[Entry]>> {
        if self.entries.is_empty() {
            return None;
        }
        let is_small = self.entries.len() <= SMALL && self.values.len() <= SMALL;
        let mut texts = self.entries.iter().map(|(name, _)| name).chain(&self.values);
        Some(if is_small && texts.all(|text| text.len() <= SHORT) { self.shared() } else { self.made() })
    }

    fn iter(&self) -> impl Iterator<Item = (&str, &[Cow<'t, str>])> {
        self.entries.iter().map(|(name, values)| (&**name, self.values.get(values.clone()).unwrap_or_default()))
    }

    fn made(&self) -> Arc<[Entry]> {
        self.iter()
            .map(|(name, values)| (SmolStr::new(name), values.iter().map(|value| value.to_string()).collect()))
            .collect()
    }

    fn shared(&self) -> Arc<[Entry]> {
        // Whoever makes them collide has maps that are not shared.
        let mut hasher = FixedState::default().build_hasher();
        self.iter().for_each(|entry| entry.hash(&mut hasher));
        let hash = hasher.finish();
        LATELY.with_borrow_mut(|lately| {
            let place = lately.get_mut(hash as usize % LATELY_READ);
            match place {
                Some(Some(known)) if self.is(known) => known.clone(),
                Some(place) => place.insert(self.made()).clone(),
                None => self.made(),
            }
        })
    }

    /// Whether a map has these entries in this order.
    fn is(&self, known: &[Entry]) -> bool {
        let is_equal =
            |((name, values), known): ((&str, &[Cow<'t, str>]), &Entry)| *name == known.0 && *values == *known.1;
        self.entries.len() == known.len() && self.iter().zip(known).all(is_equal)
    }
}

/// Each thread that reads has so many places for short maps. A profile has few different ones, the large one ten; two that meet in one place
/// are made anew each time.
const LATELY_READ: usize = 256;

thread_local! {
    /// Maps that were read lately, by their hashes. A profile repeats each of its maps for every image and version, in both halves, and
    /// serde hands nothing on from one to the next.
    static LATELY: RefCell<[Option<Arc<[Entry]>>; LATELY_READ]> = const { RefCell::new([const { None }; LATELY_READ]) };
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
    fn a_change_of_one_leaves_the_other() {
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
    fn a_map_that_is_long_is_not_remembered() {
        let long = format!(r#"{{"architecture": ["{}"]}}"#, "a".repeat(100));
        assert!(!are_shared(&read(&long), &read(&long)));
        assert_eq!(read(&long), read(&long));
        let many: String = (0..40).map(|number| format!(r#", "c{number}": ["v"], "c3": ["last"]"#)).collect();
        let many = read(&format!(r#"{{"architecture": ["amd64"]{many}}}"#));
        assert_eq!((many.len(), many.get("c3")), (41, Some(&["last".to_owned()][..])));
    }
}
