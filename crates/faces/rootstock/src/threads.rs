//! Work on many things at once.

use std::panic::resume_unwind;
use std::{iter, thread};

/// The number of items that wait for each thread.
const MOST_ITEMS: usize = 64;
/// The number of bytes that wait for each thread, apart from the last item.
const MOST_BYTES: usize = 256 << 10;

/// Makes something of each item, on a thread for each processor, in the order of the items. Each thread has a state of its own. `size`
/// is the number of bytes that an item takes while it waits.
pub(crate) fn map_in_order<T: Send, S: Send, R: Send>(
    mut items: impl Iterator<Item = T>,
    size: impl Fn(&T) -> usize,
    state: impl Fn() -> S,
    make: impl Fn(&mut S, T) -> R + Sync,
) -> impl Iterator<Item = R> {
    let threads = thread::available_parallelism().map_or(1, usize::from);
    let mut states: Vec<S> = (0..threads).map(|_| state()).collect();
    let made = iter::from_fn(move || {
        let (mut waiting, mut bytes) = (Vec::new(), 0);
        while waiting.len() < MOST_ITEMS * threads && bytes < MOST_BYTES * threads {
            let Some(item) = items.next() else { break };
            bytes += size(&item);
            waiting.push(item);
        }
        let (each, mut waiting) = (waiting.len().div_ceil(threads), waiting.into_iter());
        let parts = states.iter_mut().map(|state| (state, waiting.by_ref().take(each).collect::<Vec<T>>()));
        let mut parts = parts.filter(|(_, part)| !part.is_empty());
        let work = |(state, part): (&mut S, Vec<T>)| part.into_iter().map(|item| make(state, item)).collect::<Vec<R>>();
        let (first, work) = (parts.next()?, &work);
        Some(thread::scope(|scope| {
            let others: Vec<_> = parts.map(|part| scope.spawn(|| work(part))).collect();
            let mut made = work(first);
            for other in others {
                made.extend(other.join().unwrap_or_else(|panic| resume_unwind(panic)));
            }
            made
        }))
    });
    made.flatten()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_order_is_that_of_the_items() {
        for (count, size) in [(0, 0), (1, 0), (3, 0), (1000, 0), (1000, MOST_BYTES)] {
            let made = map_in_order(0..count, |_| size, || (), |(), item| item * 3);
            assert_eq!(made.collect::<Vec<_>>(), (0..count).map(|item| item * 3).collect::<Vec<_>>());
        }
    }

    #[test]
    fn items_are_taken_when_they_are_needed() {
        let mut taken = 0;
        let items = iter::from_fn(|| {
            taken += 1;
            Some(taken)
        });
        assert_eq!(map_in_order(items, |_| MOST_BYTES, || (), |(), item| item).next(), Some(1));
        assert_eq!(taken, thread::available_parallelism().map_or(1, usize::from));
    }

    #[test]
    #[should_panic(expected = "seven")]
    fn a_panic_goes_on() {
        map_in_order(0..1000, |_| 0, || (), |(), item| assert_ne!(item, 700, "seven")).for_each(drop);
    }
}
