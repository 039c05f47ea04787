//! Work on many things that do not depend on each other.

use std::panic::resume_unwind;
use std::sync::{Mutex, PoisonError};
use std::thread;

use rootstock_core_model::NodeRef;

/// What is made of each item, in the order of the items. `threads` of them are made side by side; with one, on the thread that asks,
/// and where a thread cannot be started, on those that there are.
pub(crate) fn made_of_each<T: Send, R: Send>(items: Vec<T>, threads: usize, make: impl Fn(T) -> R + Sync) -> Vec<R> {
    let threads = threads.min(items.len());
    if threads <= 1 {
        return items.into_iter().map(make).collect();
    }
    let items = Mutex::new(items.into_iter().enumerate());
    let next = || items.lock().unwrap_or_else(PoisonError::into_inner).next();
    let work = || {
        let mut made = Vec::new();
        while let Some((place, item)) = next() {
            made.push((place, make(item)));
        }
        made
    };
    let mut made = thread::scope(|scope| {
        let started = (1..threads).filter_map(|_| thread::Builder::new().spawn_scoped(scope, work).ok());
        let others: Vec<_> = started.collect();
        let mut made = work();
        for other in others {
            made.extend(other.join().unwrap_or_else(|panic| resume_unwind(panic)));
        }
        made
    });
    made.sort_unstable_by_key(|(place, _)| *place);
    made.into_iter().map(|(_, made)| made).collect()
}

/// From so many bytes of a document on its halves are worth a thread each: each keeps memory of its own, and below it about two
/// milliseconds are saved at most.
const WORTH_A_THREAD: usize = 256 << 10;

/// How many threads there are for the halves of a document, of those that there are for all of it.
pub(crate) fn threads_for(document: NodeRef<'_>, threads: usize) -> usize {
    if document.span().range().len() < WORTH_A_THREAD { 1 } else { threads }
}

/// What two pieces of work give that do not depend on each other: made side by side where `threads` says that there are two threads for
/// them. `other` is Fn because a thread that cannot be started does not give back what it was to do.
pub(crate) fn both<A, B: Send>(threads: usize, one: impl FnOnce() -> A, other: impl Fn() -> B + Sync) -> (A, B) {
    if threads <= 1 {
        return (one(), other());
    }
    thread::scope(|scope| {
        let started = thread::Builder::new().spawn_scoped(scope, &other);
        let one = one();
        let other = match started {
            Ok(running) => running.join().unwrap_or_else(|panic| resume_unwind(panic)),
            Err(_) => other(),
        };
        (one, other)
    })
}

#[cfg(test)]
mod tests {
    use super::made_of_each;

    #[test]
    fn the_order_is_that_of_the_items_whatever_the_number_of_threads() {
        let items: Vec<u64> = (0..1000).collect();
        let expected: Vec<u64> = items.iter().map(|item| item * 3).collect();
        for threads in [0, 1, 2, 7, 2000] {
            assert_eq!(made_of_each(items.clone(), threads, |item| item * 3), expected, "{threads} threads");
        }
    }

    #[test]
    #[should_panic(expected = "seven")]
    fn a_panic_goes_on() {
        let items: Vec<u64> = (0..100).collect();
        made_of_each(items, 2, |item| assert_ne!(item, 7, "seven"));
    }
}
