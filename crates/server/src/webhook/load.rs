//! How much is taken on at the same time: a few reviews are judged, some wait, and the rest is refused at once.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// How much is taken on.
#[derive(Debug, Clone)]
pub(crate) struct Load {
    /// Those that are judged.
    judges: Arc<Semaphore>,
    /// The bytes of all that is taken on, also of what is still being received.
    bytes: Arc<AtomicUsize>,
    /// How many reviews are taken on.
    reviews: Arc<AtomicUsize>,
    limits: LoadLimits,
}

/// The most that is taken on.
#[derive(Debug, Clone, Copy)]
pub(crate) struct LoadLimits {
    /// Reviews that are judged at the same time.
    pub(crate) judges: usize,
    /// Bytes of reviews that are judged, wait or are being received.
    pub(crate) bytes: usize,
    /// Their number.
    pub(crate) reviews: usize,
}

/// Room for one review; given back when it is dropped.
#[derive(Debug)]
pub(crate) struct Room {
    load: Load,
    bytes: usize,
}

impl Load {
    pub(crate) fn new(limits: LoadLimits) -> Self {
        let judges = Arc::new(Semaphore::new(limits.judges.max(1)));
        Self { judges, bytes: Arc::default(), reviews: Arc::default(), limits }
    }

    /// Room for a review of so many bytes, if there is any. One that is larger than all the room is taken on when there is
    /// no other.
    pub(crate) fn take(&self, bytes: usize) -> Option<Room> {
        // Given back by its `Drop` where there is none.
        let reviews = self.reviews.fetch_add(1, Ordering::AcqRel);
        let taken = self.bytes.fetch_add(bytes, Ordering::AcqRel);
        let room = Room { load: self.clone(), bytes };
        let fits = reviews < self.limits.reviews && (taken == 0 || taken + bytes <= self.limits.bytes);
        fits.then_some(room)
    }
}

impl Room {
    /// Waits for a turn to be judged.
    pub(crate) async fn turn(&self) -> Option<OwnedSemaphorePermit> {
        // The semaphore is never closed.
        Arc::clone(&self.load.judges).acquire_owned().await.ok()
    }
}

impl Drop for Room {
    fn drop(&mut self) {
        self.load.bytes.fetch_sub(self.bytes, Ordering::AcqRel);
        self.load.reviews.fetch_sub(1, Ordering::AcqRel);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn room_is_bounded_in_bytes_and_in_number_and_comes_back() {
        let load = Load::new(LoadLimits { judges: 1, bytes: 100, reviews: 3 });
        let first = load.take(60);
        assert!(first.is_some() && load.take(60).is_none());
        let more = [load.take(20), load.take(20)];
        assert!(more.iter().all(Option::is_some) && load.take(0).is_none());
        drop((first, more));
        assert_eq!(load.reviews.load(Ordering::Acquire), 0);
        assert!(load.take(1000).is_some());
    }
}
