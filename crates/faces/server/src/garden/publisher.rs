//! The publisher of snapshots.

use std::collections::BTreeSet;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use rootstock_versioning::Timestamp;
use tokio::sync::watch;
use tokio::time::Instant;

use super::{Garden, GardenReceiver};
use crate::metrics::Metrics;
use crate::operations::Readiness;

/// The shortest time between two lines about new snapshots in the log: a large garden changes several times a second.
const LOG_INTERVAL: Duration = Duration::from_secs(60);

/// A publisher that replaces the current snapshot, logs its problems and updates the metrics.
pub(crate) struct Publisher {
    gardens: watch::Sender<Option<Arc<Garden>>>,
    readiness: Arc<Readiness>,
    metrics: Arc<Metrics>,
    logged: Mutex<Logged>,
}

/// The parts of snapshots that are in the log.
#[derive(Debug, Default)]
struct Logged {
    /// The problems of the last snapshot.
    troubles: BTreeSet<String>,
    /// The time of the last line about a snapshot.
    at: Option<Instant>,
}

impl Logged {
    /// Returns the problems that the last snapshot did not have.
    fn new_troubles<'t>(&mut self, troubles: &'t [String]) -> Vec<&'t str> {
        let known = std::mem::replace(&mut self.troubles, troubles.iter().cloned().collect());
        troubles.iter().filter(|trouble| !known.contains(*trouble)).map(String::as_str).collect()
    }

    /// Returns whether a line about a snapshot is due.
    fn is_due(&mut self, now: Instant) -> bool {
        let is_due = self.at.is_none_or(|at| now.duration_since(at) >= LOG_INTERVAL);
        if is_due {
            self.at = Some(now);
        }
        is_due
    }
}

impl Publisher {
    pub(crate) fn new(readiness: Arc<Readiness>, metrics: Arc<Metrics>) -> (Self, GardenReceiver) {
        let (gardens, receiver) = watch::channel(None);
        (Self { gardens, readiness, metrics, logged: Mutex::default() }, receiver)
    }

    /// Publishes a new snapshot.
    pub(crate) fn publish(&self, garden: Garden) {
        let mut logged = self.logged.lock().unwrap_or_else(PoisonError::into_inner);
        for trouble in logged.new_troubles(&garden.troubles) {
            tracing::warn!("{trouble}");
        }
        if logged.is_due(Instant::now()) {
            let profiles = garden.analysis.profile_keys().count();
            let shoots = garden.shoots.len();
            tracing::info!(version = garden.version, profiles, shoots, "profiles and Shoots have been read");
        }
        drop(logged);
        self.gardens.send_replace(Some(Arc::new(garden)));
        self.readiness.has_state();
    }

    /// Records that the current snapshot was still up to date at this time.
    pub(crate) fn seen(&self, at: Timestamp) {
        self.metrics.state_seen(at.unix_seconds());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn problems_and_snapshots_are_not_logged_repeatedly() {
        let mut logged = Logged::default();
        let troubles = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect::<Vec<_>>();
        let both = troubles(&["a", "b"]);
        assert_eq!(logged.new_troubles(&both[..1]), ["a"]);
        assert_eq!(logged.new_troubles(&both), ["b"]);
        assert_eq!(logged.new_troubles(&[]), [""; 0]);
        assert_eq!(logged.new_troubles(&both), ["a", "b"]);
        let start = Instant::now();
        let due = [0, 1, 59, 60, 61, 119, 120].map(|seconds| logged.is_due(start + Duration::from_secs(seconds)));
        assert_eq!(due, [true, false, false, true, false, false, true]);
    }
}
