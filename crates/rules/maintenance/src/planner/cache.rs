//! A cache of answers.

use std::hash::Hash;

use foldhash::HashMap;

/// Answers by question. The cache is cleared when it is full.
#[derive(Debug)]
pub(super) struct Cache<Q, A> {
    capacity: usize,
    entries: HashMap<Q, A>,
}

impl<Q: Eq + Hash, A> Cache<Q, A> {
    /// Creates an empty cache with a capacity of `capacity`.
    pub(super) fn with_capacity(capacity: usize) -> Self {
        Self { capacity, entries: HashMap::default() }
    }

    pub(super) fn get(&self, key: &Q) -> Option<&A> {
        self.entries.get(key)
    }

    pub(super) fn insert(&mut self, key: Q, value: A) {
        if self.entries.len() >= self.capacity {
            self.entries.clear();
        }
        self.entries.insert(key, value);
    }
}

#[cfg(test)]
mod tests {
    use super::Cache;

    #[test]
    fn full_cache_is_cleared() {
        let mut cache = Cache::with_capacity(2);
        cache.insert("a", 1);
        cache.insert("b", 2);
        assert_eq!((cache.get(&"a"), cache.get(&"b")), (Some(&1), Some(&2)));
        cache.insert("c", 3);
        assert_eq!((cache.get(&"a"), cache.get(&"b"), cache.get(&"c")), (None, None, Some(&3)));
    }
}
