//! A cache of recent answers.

use std::collections::HashMap;
use std::hash::Hash;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use tokio::time::Instant;

/// A cache with a time to live and a maximum number of entries.
#[derive(Debug)]
pub(super) struct Cache<K, V> {
    answers: Mutex<HashMap<K, (Instant, V)>>,
    ttl: Duration,
    capacity: usize,
}

impl<K: Eq + Hash, V: Clone> Cache<K, V> {
    pub(super) fn new(ttl: Duration, capacity: usize) -> Self {
        Self { answers: Mutex::default(), ttl, capacity }
    }

    pub(super) fn get(&self, key: &K) -> Option<V> {
        let answers = self.answers.lock().unwrap_or_else(PoisonError::into_inner);
        answers.get(key).filter(|(since, _)| since.elapsed() < self.ttl).map(|(_, answer)| answer.clone())
    }

    pub(super) fn put(&self, key: K, answer: V) {
        let mut answers = self.answers.lock().unwrap_or_else(PoisonError::into_inner);
        if answers.len() >= self.capacity {
            answers.retain(|_, (since, _)| since.elapsed() < self.ttl);
        }
        if answers.len() >= self.capacity {
            answers.clear();
        }
        answers.insert(key, (Instant::now(), answer));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test(start_paused = true)]
    async fn entries_expire_and_are_evicted() {
        let cache = Cache::new(Duration::from_secs(10), 2);
        cache.put("a", 1);
        tokio::time::advance(Duration::from_secs(6)).await;
        cache.put("b", 2);
        assert_eq!((cache.get(&"a"), cache.get(&"b")), (Some(1), Some(2)));
        tokio::time::advance(Duration::from_secs(6)).await;
        assert_eq!((cache.get(&"a"), cache.get(&"b")), (None, Some(2)));
        // Expired entries are evicted first.
        cache.put("c", 3);
        assert_eq!((cache.get(&"b"), cache.get(&"c")), (Some(2), Some(3)));
        cache.put("d", 4);
        assert_eq!((cache.get(&"b"), cache.get(&"c"), cache.get(&"d")), (None, None, Some(4)));
    }
}
