//! Work on many things that do not depend on each other.

use std::panic::resume_unwind;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

/// What is made of each item, in the order of the items. `threads` of them are made side by side; with one, on the thread that asks,
/// and where a thread cannot be started, on those that there are.
pub(crate) fn made_of_each<T: Sync, R: Send>(items: &[T], threads: usize, make: impl Fn(&T) -> R + Sync) -> Vec<R> {
    let threads = threads.min(items.len());
    if threads <= 1 {
        return items.iter().map(make).collect();
    }
    let next = AtomicUsize::new(0);
    let work = || {
        let mut made = Vec::new();
        loop {
            let place = next.fetch_add(1, Ordering::Relaxed);
            let Some(item) = items.get(place) else { return made };
            made.push((place, make(item)));
        }
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

#[cfg(test)]
mod tests {
    use super::made_of_each;

    #[test]
    fn the_order_is_that_of_the_items_whatever_the_number_of_threads() {
        let items: Vec<u64> = (0..1000).collect();
        let expected: Vec<u64> = items.iter().map(|item| item * 3).collect();
        for threads in [0, 1, 2, 7, 2000] {
            assert_eq!(made_of_each(&items, threads, |item| item * 3), expected, "{threads} threads");
        }
    }

    #[test]
    #[should_panic(expected = "seven")]
    fn a_panic_goes_on() {
        let items: Vec<u64> = (0..100).collect();
        made_of_each(&items, 2, |item| assert_ne!(*item, 7, "seven"));
    }
}
