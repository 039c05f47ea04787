//! A capability map while its entries come in.

use std::cell::RefCell;
use std::collections::HashMap;
use std::hash::BuildHasher;
use std::sync::Arc;

use foldhash::fast::FixedState;
use smallvec::SmallVec;
use smol_str::SmolStr;

use super::Entry;

/// An entry as it comes in: short texts need no memory, and a map that is shared with an earlier one needs none at all.
type Incoming = (SmolStr, SmallVec<[SmolStr; 1]>);

/// See the module.
#[derive(Default)]
pub(super) struct Building {
    entries: SmallVec<[Incoming; 4]>,
    /// Where the names stand, once there are as many as [`SMALL`]: a map of realistic size is compared name by name.
    index: HashMap<SmolStr, usize>,
}

const SMALL: usize = 16;

impl Building {
    /// Adds an entry, or replaces the values of one with this name; its place stays.
    pub(super) fn put(&mut self, name: SmolStr, values: SmallVec<[SmolStr; 1]>) {
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
    pub(super) fn finish(self) -> Option<Arc<[Entry]>> {
        if self.entries.is_empty() {
            return None;
        }
        let values = self.entries.iter().map(|(_, values)| values.len()).sum::<usize>();
        let is_short = values <= SMALL && self.texts().all(|text| !text.is_heap_allocated());
        Some(if is_short && self.entries.len() <= SMALL { self.shared() } else { self.made() })
    }

    fn texts(&self) -> impl Iterator<Item = &SmolStr> {
        self.entries.iter().flat_map(|(name, values)| values.iter().chain([name]))
    }

    fn made(&self) -> Arc<[Entry]> {
        let entry = |(name, values): &Incoming| (name.clone(), values.iter().map(SmolStr::to_string).collect());
        self.entries.iter().map(entry).collect()
    }

    fn shared(&self) -> Arc<[Entry]> {
        // Whoever makes them collide has maps that are not shared.
        let hash = FixedState::default().hash_one(&self.entries);
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
        let is_equal = |((name, values), known): (&Incoming, &Entry)| *name == known.0 && **values == *known.1;
        self.entries.len() == known.len() && self.entries.iter().zip(known).all(is_equal)
    }
}

/// So many short maps are remembered by each thread that reads: what a profile has, a few dozen KiB at most.
const LATELY_READ: usize = 64;

thread_local! {
    /// Maps that were read lately, by their hashes. A profile repeats each of its maps for every image and version, in both halves, and
    /// serde hands nothing on from one to the next.
    static LATELY: RefCell<[Option<Arc<[Entry]>>; LATELY_READ]> = const { RefCell::new([const { None }; LATELY_READ]) };
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::super::Capabilities;

    fn read(json: &str) -> Capabilities {
        serde_json::from_str(json).unwrap()
    }

    fn are_shared(one: &Capabilities, other: &Capabilities) -> bool {
        one.0.as_ref().zip(other.0.as_ref()).is_some_and(|(one, other)| Arc::ptr_eq(one, other))
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
