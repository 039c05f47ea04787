//! Worker pools of a Shoot for who asks for many of them.

use std::collections::HashMap;

use super::Worker;

/// From so many pools on they are indexed; nearly all Shoots have fewer.
const MANY: usize = 16;

/// Worker pools by their names; of a name that stands twice the first.
///
/// ```
/// use rootstock_core_model::{Worker, WorkersByName};
/// let pool = |name: &str| Worker { name: name.to_owned(), ..Worker::default() };
/// let pools = [pool("a"), pool("b")];
/// let by_name = WorkersByName::new(&pools);
/// assert_eq!(by_name.get("b"), Some(&pools[1]));
/// assert_eq!(by_name.get("c"), None);
/// ```
#[derive(Debug, Clone)]
pub struct WorkersByName<'a> {
    workers: &'a [Worker],
    many: Option<HashMap<&'a str, &'a Worker>>,
}

impl<'a> WorkersByName<'a> {
    /// Of some pools.
    #[must_use]
    pub fn new(workers: &'a [Worker]) -> Self {
        let indexed = || workers.iter().rev().map(|worker| (worker.name.as_str(), worker)).collect();
        Self { workers, many: (workers.len() >= MANY).then(indexed) }
    }

    /// The pool of a name.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&'a Worker> {
        match &self.many {
            Some(workers) => workers.get(name).copied(),
            None => self.workers.iter().find(|worker| worker.name == name),
        }
    }
}
