//! Parallel work on many items.

use std::collections::VecDeque;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::mpsc::channel;
use std::{iter, thread};

/// The limit of items in one part.
const MAX_ITEMS: usize = 32;
/// The number of bytes at which a part is full.
const MAX_BYTES: usize = 64 << 10;
/// The limit of parts per thread: while it works on one, the next waits.
const MAX_PARTS: usize = 2;

/// Applies `make` to each item, with one thread per processor, and passes the results to `consume` in the order of the items.
/// Each thread has its own state. `size` is the number of bytes that a waiting item takes.
pub(crate) fn map_in_order<T: Send, S: Send, R: Send, O>(
    mut items: impl Iterator<Item = T>,
    size: impl Fn(&T) -> usize,
    state: impl Fn() -> S,
    make: impl Fn(&mut S, T) -> R + Sync,
    consume: impl FnOnce(&mut dyn Iterator<Item = R>) -> O,
) -> O {
    let first: Vec<T> = items.by_ref().take(2).collect();
    if first.len() < 2 {
        let mut state = state();
        return consume(&mut first.into_iter().map(|item| make(&mut state, item)));
    }
    let mut items = first.into_iter().chain(items);
    thread::scope(|scope| {
        let threads = thread::available_parallelism().map_or(1, usize::from);
        let workers = (0..threads).map(|_| {
            let ((part_sender, parts), (send, made)) = (channel(), channel());
            let (mut state, make) = (state(), &make);
            let mut make_all = move |part: Vec<T>| part.into_iter().map(|item| make(&mut state, item)).collect();
            let work = move || {
                let made = parts.iter().map(|part| catch_unwind(AssertUnwindSafe(|| make_all(part))));
                // Stops when the receiver is dropped, because the answer is abandoned.
                made.map(|made: thread::Result<Vec<R>>| send.send(made)).all(|sent| sent.is_ok());
            };
            scope.spawn(work);
            (part_sender, made)
        });
        let workers: Vec<_> = workers.collect();
        let (mut turns, mut waiting) = (workers.iter().cycle(), VecDeque::new());
        let made = iter::from_fn(|| {
            while waiting.len() < MAX_PARTS * threads {
                let part = part(&mut items, &size);
                let Some((part_sender, made)) = turns.next().filter(|_| !part.is_empty()) else { break };
                // The thread ends once its sender is dropped.
                _ = part_sender.send(part);
                waiting.push_back(made);
            }
            let made = waiting.pop_front()?.recv().ok()?;
            Some(made.unwrap_or_else(|panic| resume_unwind(panic)))
        });
        consume(&mut made.flatten())
    })
}

/// Takes the items of the next part.
fn part<T>(items: &mut impl Iterator<Item = T>, size: impl Fn(&T) -> usize) -> Vec<T> {
    let (mut part, mut bytes) = (Vec::new(), 0);
    while part.len() < MAX_ITEMS && bytes < MAX_BYTES {
        let Some(item) = items.next() else { break };
        bytes += size(&item);
        part.push(item);
    }
    part
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_keep_the_order_of_items() {
        for (count, size) in [(0, 0), (1, 0), (3, 0), (1000, 0), (1000, MAX_BYTES)] {
            let made: Vec<_> = map_in_order(0..count, |_| size, || (), |(), item| item * 3, |made| made.collect());
            assert_eq!(made, (0..count).map(|item| item * 3).collect::<Vec<_>>());
        }
    }

    #[test]
    fn items_are_taken_on_demand() {
        let mut taken = 0;
        let items = iter::from_fn(|| {
            taken += 1;
            Some(taken)
        });
        assert_eq!(map_in_order(items, |_| MAX_BYTES, || (), |(), item| item, |made| made.next()), Some(1));
        assert_eq!(taken, MAX_PARTS * thread::available_parallelism().map_or(1, usize::from));
    }

    #[test]
    #[should_panic(expected = "seven")]
    fn a_panic_is_propagated() {
        let make = |(): &mut (), item| assert_ne!(item, 700, "seven");
        map_in_order(0..1000, |_| 0, || (), make, |made| made.for_each(drop));
    }
}
