//! How long is waited before an API server is asked again.

use std::hash::{BuildHasher as _, RandomState};
use std::time::Duration;

const SHORTEST: Duration = Duration::from_millis(200);
const LONGEST: Duration = Duration::from_secs(15);

/// Twice as long after each failure, and never the same for all replicas.
#[derive(Debug, Default)]
pub(super) struct Backoff {
    failures: u32,
    random: RandomState,
}

impl Backoff {
    /// How long is waited now.
    pub(super) fn next(&mut self) -> Duration {
        let full = SHORTEST.saturating_mul(2_u32.saturating_pow(self.failures.min(16))).min(LONGEST);
        self.failures = self.failures.saturating_add(1);
        // Between half of it and all of it.
        let share = self.random.hash_one(self.failures) % 1024;
        full / 2 + full / 2048 * u32::try_from(share).unwrap_or(0)
    }

    /// Begins almost anew: who could not be reached answers again, if only that it is busy, or has forgotten what was. One that comes and
    /// goes is not asked all the time.
    pub(super) fn shorten(&mut self) {
        self.failures = self.failures.min(1);
    }

    /// Begins anew: something went well.
    pub(super) const fn reset(&mut self) {
        self.failures = 0;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn waits_grow_to_a_limit_and_begin_anew() {
        let mut backoff = Backoff::default();
        let waits: Vec<Duration> = (0..12).map(|_| backoff.next()).collect();
        assert!(waits[0] <= SHORTEST && waits[0] >= SHORTEST / 2, "{waits:?}");
        assert!(waits.iter().all(|wait| *wait <= LONGEST), "{waits:?}");
        assert!(waits[11] >= LONGEST / 2, "{waits:?}");
        backoff.shorten();
        assert!((SHORTEST..=2 * SHORTEST).contains(&backoff.next()));
        backoff.reset();
        assert!(backoff.next() <= SHORTEST);
    }
}
