//! Limits of concurrent reviews: a few are judged, some wait, and the server refuses the rest at once.
//!
//! A large review waits before its body is read: the body stays in the kernel and with the sender until there is room in memory.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::Instant;

/// The size, in bytes, above which a review waits for its turn before it is read.
const LARGE: usize = 256 << 10;
/// The time from which a review on the reading thread counts as long; other tasks then run before the next one. An ordinary review
/// takes a fraction of it.
const LONG_REVIEW: Duration = Duration::from_millis(2);

/// The load of the webhook.
#[derive(Debug, Clone)]
pub(crate) struct Load {
    /// The permits for reviews that reading threads judge.
    judged_inline: Arc<Semaphore>,
    /// The end of the last long review on a reading thread.
    last_long_review_end: Arc<Mutex<Option<Instant>>>,
    /// The permits for reviews that other threads judge.
    judges: Arc<Semaphore>,
    /// Like `judges`, but for large reviews.
    large_judges: Arc<Semaphore>,
    /// The remaining part of `large_kib`.
    large_kib: Arc<Semaphore>,
    /// The bytes of all accepted reviews, including those that are still being received.
    bytes: Arc<AtomicUsize>,
    /// The permits for reviews that wait or are judged.
    places: Arc<Semaphore>,
    limits: LoadLimits,
}

/// The limits of the load.
#[derive(Debug, Clone, Copy)]
pub(crate) struct LoadLimits {
    /// The number of reviews that the reading threads judge one by one before they read more.
    pub(crate) judged_inline: usize,
    /// The number of reviews that other threads judge concurrently.
    pub(crate) judges: usize,
    /// The number of large reviews among them: judging one does not wait for anything, and each takes much memory.
    pub(crate) large_judges: usize,
    /// The bytes of reviews that are judged, wait or are being received.
    pub(crate) bytes: usize,
    /// The number of reviews that wait or are judged. Reviews that are being received do not count: slow senders block no others.
    pub(crate) reviews: usize,
    /// The KiB of large reviews that are judged or being received; further ones wait.
    pub(crate) large_kib: u32,
}

/// Room for one review, which is returned when it is dropped.
#[derive(Debug)]
pub(crate) struct Room {
    load: Load,
    bytes: usize,
}

impl Load {
    pub(crate) fn new(limits: LoadLimits) -> Self {
        let of = |permits: usize| Arc::new(Semaphore::new(permits));
        Self {
            judged_inline: of(limits.judged_inline.max(1)),
            last_long_review_end: Arc::default(),
            judges: of(limits.judges.max(1)),
            large_judges: of(limits.large_judges.max(1)),
            large_kib: of(limits.large_kib as usize),
            places: of(limits.reviews),
            bytes: Arc::default(),
            limits,
        }
    }

    /// Reserves room for a review of `bytes`, if there is any. A review that is larger than the limit is accepted if there is no
    /// other.
    pub(crate) fn take(&self, bytes: usize) -> Option<Room> {
        // If there is no room, dropping `room` subtracts the bytes again.
        let taken = self.bytes.fetch_add(bytes, Ordering::AcqRel);
        let room = Room { load: self.clone(), bytes };
        (taken == 0 || taken + bytes <= self.limits.bytes).then_some(room)
    }

    /// Returns whether a long review on a reading thread has ended after `since`.
    pub(crate) fn had_long_review_since(&self, since: Instant) -> bool {
        self.last_long_review_end.lock().unwrap_or_else(PoisonError::into_inner).is_some_and(|ended| ended > since)
    }
}

impl Room {
    /// Waits until the review may be read. The permit is held until it is judged. Only large reviews wait.
    pub(crate) async fn reading(&self) -> Option<OwnedSemaphorePermit> {
        // A review above the limit takes all of it, and is read alone.
        let kib = u32::try_from(self.bytes >> 10).unwrap_or(u32::MAX).min(self.load.limits.large_kib);
        // The semaphores are never closed.
        Arc::clone(&self.load.large_kib).acquire_many_owned(if self.is_large() { kib } else { 0 }).await.ok()
    }

    /// Reserves a place for a review that has been received, if there is any.
    pub(crate) fn place(&self) -> Option<OwnedSemaphorePermit> {
        Arc::clone(&self.load.places).try_acquire_owned().ok()
    }

    /// Waits for a turn on the reading thread. The permit is held until the review is judged.
    pub(crate) async fn inline_turn(&self) -> Option<OwnedSemaphorePermit> {
        Arc::clone(&self.load.judged_inline).acquire_owned().await.ok()
    }

    /// Records that the reading thread has judged the review since `begin`.
    pub(crate) fn record_duration(&self, begin: Instant) {
        let now = Instant::now();
        if now.duration_since(begin) > LONG_REVIEW {
            *self.load.last_long_review_end.lock().unwrap_or_else(PoisonError::into_inner) = Some(now);
        }
    }

    /// Waits for a turn on another thread. The permits are held until the review is judged.
    pub(crate) async fn turn(&self) -> Option<[OwnedSemaphorePermit; 2]> {
        let large = Arc::clone(&self.load.large_judges).acquire_many_owned(self.is_large().into()).await.ok()?;
        Some([large, Arc::clone(&self.load.judges).acquire_owned().await.ok()?])
    }

    fn is_large(&self) -> bool {
        self.bytes > LARGE
    }
}

impl Drop for Room {
    fn drop(&mut self) {
        self.load.bytes.fetch_sub(self.bytes, Ordering::AcqRel);
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use super::*;

    #[test]
    fn room_is_limited_and_returned() {
        let load = Load::new(LoadLimits {
            judged_inline: 1,
            judges: 1,
            large_judges: 1,
            bytes: 100,
            reviews: 3,
            large_kib: 0,
        });
        let first = load.take(60);
        assert!(first.is_some() && load.take(60).is_none());
        let more = [load.take(20), load.take(20), load.take(0), load.take(0)];
        assert!(more.iter().all(Option::is_some), "there is room for what is being received");
        let places: Vec<_> = more.iter().flatten().map(Room::place).collect();
        assert_eq!(places.iter().flatten().count(), 3);
        drop((first, more, places));
        assert_eq!(load.places.available_permits(), 3);
        assert!(load.take(1000).is_some());
    }

    #[tokio::test]
    async fn only_large_reviews_wait_for_each_other() {
        let load = Load::new(LoadLimits {
            judged_inline: 1,
            judges: 1,
            large_judges: 1,
            bytes: 64 << 20,
            reviews: 9,
            large_kib: 2048,
        });
        let rooms = [1 << 20, 5 << 20, 1 << 10].map(|bytes| load.take(bytes).unwrap());
        let first = rooms[0].reading().await.unwrap();
        let mut second = Box::pin(rooms[1].reading());
        assert!(tokio::time::timeout(Duration::ZERO, &mut second).await.is_err());
        assert!(rooms[2].reading().await.is_some());
        drop(first);
        assert!(second.await.is_some(), "it is admitted alone although it exceeds the limit");
    }
}
