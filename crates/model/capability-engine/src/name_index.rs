//! Lookup by name without copying the names.

use std::hash::BuildHasher as _;

use foldhash::fast::RandomState;
use hashbrown::HashTable;

/// An index from each text in a list to its first position. The caller passes the list again on each use.
#[derive(Debug, Clone, Default)]
pub(crate) struct NameIndex {
    places: HashTable<usize>,
    hashes: RandomState,
}

impl NameIndex {
    pub(crate) fn new<T>(items: &[T], text: impl Fn(&T) -> &str) -> Self {
        let mut index = Self { places: HashTable::with_capacity(items.len()), hashes: RandomState::default() };
        let hash_of = |place: &usize| items.get(*place).map_or(0, |item| index.hashes.hash_one(text(item)));
        for (place, item) in items.iter().enumerate() {
            let is_known = |other: &usize| items.get(*other).is_some_and(|other| text(other) == text(item));
            index.places.entry(hash_of(&place), is_known, hash_of).or_insert(place);
        }
        index
    }

    /// Returns the index of the first item with the wanted text.
    pub(crate) fn find<T>(&self, items: &[T], text: impl Fn(&T) -> &str, wanted: &str) -> Option<usize> {
        let is_wanted = |place: &usize| items.get(*place).is_some_and(|item| text(item) == wanted);
        self.places.find(self.hashes.hash_one(wanted), is_wanted).copied()
    }
}

#[cfg(test)]
mod tests {
    use super::NameIndex;

    #[test]
    fn the_first_item_with_a_name_is_found() {
        for length in [0, 1, 40] {
            let mut names: Vec<String> = (0..length).map(|number| format!("n{number}")).collect();
            if let Some(last) = names.last_mut() {
                *last = "n0".to_owned();
            }
            let index = NameIndex::new(&names, |name| name);
            for wanted in (0..=length).map(|number| format!("n{number}")) {
                let expected = names.iter().position(|name| *name == wanted);
                assert_eq!(index.find(&names, |name| name, &wanted), expected, "{wanted} of {length}");
            }
        }
    }
}
