//! Work on many things that do not depend on each other.

mod other_threads;

use std::sync::{Mutex, PoisonError};

use rootstock_core_model::NodeRef;

pub(crate) use other_threads::OtherThreads;

/// From so many bytes of a document on its halves are worth a thread each: each keeps memory of its own, and below it about two
/// milliseconds are saved at most.
pub(crate) const WORTH_A_THREAD: usize = 256 << 10;

/// How many threads there are for the halves of a document, of those that there are for all of it.
pub(crate) fn threads_for(document: NodeRef<'_>, threads: usize) -> usize {
    if document.span().range().len() < WORTH_A_THREAD { 1 } else { threads }
}

impl OtherThreads {
    /// What is made of each item, in the order of the items. `threads` of them are made side by side; with one, and where
    /// no others can be started, on the thread that asks.
    pub(crate) fn made_of_each<T: Send, R: Send>(
        &self,
        items: Vec<T>,
        threads: usize,
        make: impl Fn(T) -> R + Sync,
    ) -> Vec<R> {
        let threads = threads.min(items.len());
        if threads <= 1 {
            return items.into_iter().map(make).collect();
        }
        let items = Mutex::new(items.into_iter().enumerate());
        let all_made = Mutex::new(Vec::new());
        let next = || items.lock().unwrap_or_else(PoisonError::into_inner).next();
        self.on_each(threads, &|| {
            let mut made = Vec::new();
            while let Some((place, item)) = next() {
                made.push((place, make(item)));
            }
            all_made.lock().unwrap_or_else(PoisonError::into_inner).append(&mut made);
        });
        let mut made = all_made.into_inner().unwrap_or_else(PoisonError::into_inner);
        made.sort_unstable_by_key(|(place, _)| *place);
        made.into_iter().map(|(_, made)| made).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::OtherThreads;

    #[test]
    fn the_order_is_that_of_the_items_whatever_the_number_of_threads() {
        let items: Vec<u64> = (0..1000).collect();
        let expected: Vec<u64> = items.iter().map(|item| item * 3).collect();
        let others = OtherThreads::default();
        for threads in [0, 1, 2, 7, 300] {
            assert_eq!(others.made_of_each(items.clone(), threads, |item| item * 3), expected, "{threads} threads");
        }
    }

    #[test]
    fn what_both_give_is_given() {
        let (others, two) = (OtherThreads::default(), String::from("two"));
        for threads in [0, 1, 2, 7] {
            assert_eq!(others.both(threads, || 1, || two.clone()), (1, String::from("two")), "{threads} threads");
        }
    }

    #[test]
    #[should_panic(expected = "seven")]
    fn a_panic_goes_on() {
        let items: Vec<u64> = (0..100).collect();
        OtherThreads::default().made_of_each(items, 2, |item| assert_ne!(item, 7, "seven"));
    }
}
