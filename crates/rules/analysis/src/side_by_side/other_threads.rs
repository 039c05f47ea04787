//! The threads beside the one that asks.

#[cfg(not(target_family = "wasm"))]
use std::sync::{Arc, Mutex, PoisonError};

#[cfg(not(target_family = "wasm"))]
use rayon::{ThreadPool, ThreadPoolBuilder};

/// The threads beside the one that asks. They are started when they are needed first, and wait for more: one that waits is woken on a
/// processor that is idle, and one that is started may be left on that of the thread that starts it for milliseconds. Clones share
/// them. In a module there are none.
#[derive(Debug, Clone, Default)]
pub(crate) struct OtherThreads {
    #[cfg(not(target_family = "wasm"))]
    pool: Arc<Mutex<Option<Arc<ThreadPool>>>>,
}

#[cfg(not(target_family = "wasm"))]
impl OtherThreads {
    /// Waits until so many threads have been there, that of who asks among them, and wait in their turn. One that has not been there yet
    /// is left on the processor of who started it for milliseconds.
    pub(crate) fn be_ready(&self, threads: usize) {
        if let Some(pool) = self.pool(threads) {
            pool.broadcast(|_| ());
        }
    }

    /// Has another thread do something, if there are so many. Nobody waits for it; what panics is done again by who needs it.
    pub(crate) fn start(&self, threads: usize, work: impl FnOnce() + Send + 'static) {
        if let Some(pool) = self.pool(threads.min(2)) {
            pool.spawn(work);
        }
    }

    /// What two pieces of work give that do not depend on each other: made side by side where `threads` says that there are two threads
    /// for them. `other` is Fn because it is made here as well, where no thread can be started.
    pub(crate) fn both<A, B: Send>(
        &self,
        threads: usize,
        one: impl FnOnce() -> A,
        other: impl Fn() -> B + Sync,
    ) -> (A, B) {
        let Some(pool) = self.pool(threads.min(2)) else { return (one(), other()) };
        let mut from_other = None;
        let from_one = pool.in_place_scope(|scope| {
            scope.spawn(|_| from_other = Some(other()));
            one()
        });
        (from_one, from_other.unwrap_or_else(other))
    }

    /// Has so many threads do the same, that of who asks among them.
    pub(super) fn on_each(&self, threads: usize, work: &(dyn Fn() + Sync)) {
        let Some(pool) = self.pool(threads) else { return work() };
        pool.in_place_scope(|scope| {
            (1..threads).for_each(|_| scope.spawn(|_| work()));
            work();
        });
    }

    /// The others of so many threads, that of who asks among them; `None` if there are none.
    fn pool(&self, threads: usize) -> Option<Arc<ThreadPool>> {
        let others = threads.checked_sub(1).filter(|others| *others > 0)?;
        let mut pool = self.pool.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(pool) = pool.as_ref().filter(|pool| pool.current_num_threads() >= others) {
            return Some(Arc::clone(pool));
        }
        let started = ThreadPoolBuilder::new().num_threads(others).panic_handler(drop).build().ok()?;
        Some(Arc::clone(pool.insert(Arc::new(started))))
    }
}

#[cfg(target_family = "wasm")]
impl OtherThreads {
    pub(crate) fn be_ready(&self, _: usize) {}

    pub(crate) fn start(&self, _: usize, _: impl FnOnce() + Send + 'static) {}

    pub(crate) fn both<A, B>(&self, _: usize, one: impl FnOnce() -> A, other: impl Fn() -> B) -> (A, B) {
        (one(), other())
    }

    pub(super) fn on_each(&self, _: usize, work: &(dyn Fn() + Sync)) {
        work();
    }
}
