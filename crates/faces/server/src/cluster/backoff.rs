//! Delays between requests to an API server that fails.

use std::hash::{BuildHasher as _, RandomState};
use std::time::Duration;

const MIN_DELAY: Duration = Duration::from_millis(200);
const MAX_DELAY: Duration = Duration::from_secs(15);

/// An exponential backoff with jitter, so that replicas do not retry at the same time.
#[derive(Debug, Default)]
pub(super) struct Backoff {
    failures: u32,
    random: RandomState,
}

impl Backoff {
    /// Returns the next delay, which is at least the one that an overloaded API server asks for, but not longer than usual.
    pub(super) fn next(&mut self, asked: Option<Duration>) -> Duration {
        let full = match asked {
            Some(asked) => (2 * asked).clamp(MIN_DELAY, MAX_DELAY),
            None => MIN_DELAY.saturating_mul(2_u32.saturating_pow(self.failures.min(16))).min(MAX_DELAY),
        };
        self.failures = self.failures.saturating_add(1);
        // Jitter: between half of the delay and all of it.
        let share = self.random.hash_one(self.failures) % 1024;
        full / 2 + full / 2048 * u32::try_from(share).unwrap_or(0)
    }

    /// Shortens the delay when an API server that could not be reached answers again, even if with an error such as
    /// `429 Too Many Requests` or `410 Gone`. Unlike [`Self::reset`], it keeps one failure, so that an unstable API server does not
    /// get too many requests.
    pub(super) fn shorten(&mut self) {
        self.failures = self.failures.min(1);
    }

    /// Resets the delay after a success.
    pub(super) const fn reset(&mut self) {
        self.failures = 0;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn delays_grow_to_a_limit_and_are_reset() {
        let mut backoff = Backoff::default();
        let waits: Vec<Duration> = (0..12).map(|_| backoff.next(None)).collect();
        assert!(waits[0] <= MIN_DELAY && waits[0] >= MIN_DELAY / 2, "{waits:?}");
        assert!(waits.iter().all(|wait| *wait <= MAX_DELAY), "{waits:?}");
        assert!(waits[11] >= MAX_DELAY / 2, "{waits:?}");
        let second = Duration::from_secs(1);
        assert!((second..=2 * second).contains(&backoff.next(Some(second))));
        assert!(backoff.next(Some(60 * second)) <= MAX_DELAY);
        backoff.shorten();
        assert!((MIN_DELAY..=2 * MIN_DELAY).contains(&backoff.next(None)));
        backoff.reset();
        assert!(backoff.next(None) <= MIN_DELAY);
    }
}
