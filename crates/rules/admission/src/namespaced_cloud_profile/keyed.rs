//! Keyed lists, merged over each other.

use std::collections::HashMap;

/// A list under construction, with the position of each key.
pub(super) struct Keyed<'a, T> {
    items: Vec<T>,
    places: HashMap<&'a str, usize>,
    key: fn(&T) -> &str,
}

impl<'a, T: Clone> Keyed<'a, T> {
    /// Starts with the parent's items. Of several items with one key, the last takes the position of the first.
    pub(super) fn new(base: &'a [T], key: fn(&T) -> &str) -> Self {
        let mut keyed = Self { items: Vec::with_capacity(base.len()), places: HashMap::new(), key };
        for item in base {
            keyed.put(item);
        }
        keyed
    }

    /// Replaces the item with the same key, or appends a new one; returns its position and whether it is new.
    pub(super) fn put(&mut self, item: &'a T) -> (usize, bool) {
        let place = *self.places.entry((self.key)(item)).or_insert(self.items.len());
        match self.items.get_mut(place) {
            Some(old) => {
                *old = item.clone();
                (place, false)
            }
            None => {
                self.items.push(item.clone());
                (place, true)
            }
        }
    }

    /// Returns the item with a key and its position.
    pub(super) fn get_mut(&mut self, key: &str) -> Option<(usize, &mut T)> {
        let place = *self.places.get(key)?;
        Some((place, self.items.get_mut(place)?))
    }

    /// Returns the item at a position.
    pub(super) fn at_mut(&mut self, place: usize) -> Option<&mut T> {
        self.items.get_mut(place)
    }

    /// Returns the list; `None` stays `None` if nothing was added.
    pub(super) fn into_list(self, base: Option<&Vec<T>>) -> Option<Vec<T>> {
        if self.items.is_empty() { base.cloned() } else { Some(self.items) }
    }
}
