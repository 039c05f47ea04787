//! How much is taken on at the same time: a few reviews are judged, some wait, and the rest is refused at once.
//!
//! A large review waits before it is read: what it consists of stays with the kernel and with who sends it until there is room in memory.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::Instant;

/// A review above this size waits for its turn before it is read.
const LARGE: usize = 256 << 10;
/// After a review that took longer where it was read, others are looked at before the next. An ordinary one takes a fraction of it.
const LONG: Duration = Duration::from_millis(2);

/// How much is taken on.
#[derive(Debug, Clone)]
pub(crate) struct Load {
    /// Those that may be judged besides where they are read.
    judged_here: Arc<Semaphore>,
    /// When the last one ended that was judged there for long.
    long_ended: Arc<Mutex<Option<Instant>>>,
    /// Those that may be judged besides on threads of their own.
    judges: Arc<Semaphore>,
    /// The same of large ones.
    large_judges: Arc<Semaphore>,
    /// What is left of `large_kib`.
    large_kib: Arc<Semaphore>,
    /// The bytes of all that is taken on, also of what is still being received.
    bytes: Arc<AtomicUsize>,
    /// Places for those that wait or are judged.
    places: Arc<Semaphore>,
    limits: LoadLimits,
}

/// The most that is taken on.
#[derive(Debug, Clone, Copy)]
pub(crate) struct LoadLimits {
    /// Reviews that are judged where they are read, one after the other, before more is read there.
    pub(crate) judged_here: usize,
    /// Reviews that are judged at the same time on threads of their own.
    pub(crate) judges: usize,
    /// Large reviews among them: there is nothing to wait for while one is judged, and each takes much memory.
    pub(crate) large_judges: usize,
    /// Bytes of reviews that are judged, wait or are being received.
    pub(crate) bytes: usize,
    /// Reviews that wait or are judged. What is still being received does not count: whoever is slow keeps nobody waiting.
    pub(crate) reviews: usize,
    /// KiB of large reviews that are judged or being received at the same time; more of them wait.
    pub(crate) large_kib: u32,
}

/// Room for one review; given back when it is dropped.
#[derive(Debug)]
pub(crate) struct Room {
    load: Load,
    bytes: usize,
}

impl Load {
    pub(crate) fn new(limits: LoadLimits) -> Self {
        let of = |permits: usize| Arc::new(Semaphore::new(permits));
        Self {
            judged_here: of(limits.judged_here.max(1)),
            long_ended: Arc::default(),
            judges: of(limits.judges.max(1)),
            large_judges: of(limits.large_judges.max(1)),
            large_kib: of(limits.large_kib as usize),
            places: of(limits.reviews),
            bytes: Arc::default(),
            limits,
        }
    }

    /// Room for a review of so many bytes, if there is any. One that is larger than all the room is taken on when there is
    /// no other.
    pub(crate) fn take(&self, bytes: usize) -> Option<Room> {
        // Given back by its `Drop` where there is none.
        let taken = self.bytes.fetch_add(bytes, Ordering::AcqRel);
        let room = Room { load: self.clone(), bytes };
        (taken == 0 || taken + bytes <= self.limits.bytes).then_some(room)
    }

    /// Whether a review has been judged for long where it was read, and that has ended after `since`.
    pub(crate) fn judged_long_after(&self, since: Instant) -> bool {
        self.long_ended.lock().unwrap_or_else(PoisonError::into_inner).is_some_and(|ended| ended > since)
    }
}

impl Room {
    /// Waits until the review may be read; what comes back is held until it is judged. Only large ones wait.
    pub(crate) async fn reading(&self) -> Option<OwnedSemaphorePermit> {
        // One that is larger than all there is for large ones is read by itself.
        let kib = u32::try_from(self.bytes >> 10).unwrap_or(u32::MAX).min(self.load.limits.large_kib);
        // The semaphores are never closed.
        Arc::clone(&self.load.large_kib).acquire_many_owned(if self.is_large() { kib } else { 0 }).await.ok()
    }

    /// A place among those that wait, for a review that is there as a whole, if there is any.
    pub(crate) fn place(&self) -> Option<OwnedSemaphorePermit> {
        Arc::clone(&self.load.places).try_acquire_owned().ok()
    }

    /// Waits for a turn to be judged where it has been read; what comes back is held until that is done.
    pub(crate) async fn turn_here(&self) -> Option<OwnedSemaphorePermit> {
        Arc::clone(&self.load.judged_here).acquire_owned().await.ok()
    }

    /// Says that the review was judged since `begin` where it has been read.
    pub(crate) fn took(&self, begin: Instant) {
        let now = Instant::now();
        if now.duration_since(begin) > LONG {
            *self.load.long_ended.lock().unwrap_or_else(PoisonError::into_inner) = Some(now);
        }
    }

    /// Waits for a turn to be judged on another thread; what comes back is held until that is done.
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
    fn room_is_bounded_in_bytes_and_in_number_and_comes_back() {
        let load =
            Load::new(LoadLimits { judged_here: 1, judges: 1, large_judges: 1, bytes: 100, reviews: 3, large_kib: 0 });
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
    async fn large_reviews_wait_for_each_other_and_small_ones_for_none() {
        let load = Load::new(LoadLimits {
            judged_here: 1,
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
        assert!(second.await.is_some(), "by itself, though it is larger than all there is");
    }
}
