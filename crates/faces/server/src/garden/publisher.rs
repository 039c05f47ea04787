//! The publisher of snapshots.

use std::collections::BTreeSet;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use rootstock_analysis::configuration::Landscape;
use rootstock_core_model::{GardenerRelease, ReleaseSource};
use rootstock_versioning::Timestamp;
use tokio::sync::watch;
use tokio::time::Instant;

use super::{Garden, GardenReceiver};
use crate::metrics::Metrics;

/// The shortest time between two lines about new snapshots in the log: a large garden changes several times a second.
const LOG_INTERVAL: Duration = Duration::from_secs(60);

/// A publisher that replaces the current snapshot, logs its problems and updates the metrics.
pub(crate) struct Publisher {
    gardens: watch::Sender<Option<Arc<Garden>>>,
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
    /// The release of Gardener that the Shoots of the last snapshot name, if it is used.
    gardener: Option<GardenerRelease>,
}

impl Logged {
    /// Returns the problems that the last snapshot did not have.
    fn new_troubles<'t>(&mut self, troubles: &'t [String]) -> Vec<&'t str> {
        let known = std::mem::replace(&mut self.troubles, troubles.iter().cloned().collect());
        troubles.iter().filter(|trouble| !known.contains(*trouble)).map(String::as_str).collect()
    }

    /// Returns the release of Gardener that the Shoots name, if it is used and differs from that of the last snapshot.
    fn new_release(&mut self, landscape: &Landscape) -> Option<GardenerRelease> {
        let taken = landscape.gardener.filter(|_| landscape.gardener_source == ReleaseSource::Shoots);
        let last = std::mem::replace(&mut self.gardener, taken);
        taken.filter(|_| taken != last)
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
    pub(crate) fn new(metrics: Arc<Metrics>) -> (Self, GardenReceiver) {
        let (gardens, receiver) = watch::channel(None);
        (Self { gardens, metrics, logged: Mutex::default() }, receiver)
    }

    /// Publishes a new snapshot.
    pub(crate) fn publish(&self, garden: Garden) {
        let mut logged = self.logged.lock().unwrap_or_else(PoisonError::into_inner);
        for trouble in logged.new_troubles(&garden.troubles) {
            tracing::warn!("{trouble}");
        }
        if let Some(release) = logged.new_release(&garden.landscape) {
            tracing::info!(
                "the release of Gardener is v{release}, the newest release in `status.gardener.version` of the Shoots; --gardener \
                 sets another one"
            );
        }
        if logged.is_due(Instant::now()) {
            let profiles = garden.analysis.profile_keys().count();
            let shoots = garden.shoots.len();
            tracing::info!(version = garden.version, profiles, shoots, "profiles and Shoots have been read");
        }
        drop(logged);
        self.gardens.send_replace(Some(Arc::new(garden)));
    }

    /// Records that the current snapshot was still up to date at this time.
    pub(crate) fn seen(&self, at: Timestamp) {
        self.metrics.state_seen(at.unix_seconds());
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "tests")]

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
        let named = |release: &str| Landscape::default().with_named(Some(release.parse().unwrap()));
        let set = Landscape { gardener: named("1.149").gardener, ..Landscape::default() };
        let landscapes = [&Landscape::default(), &named("1.148.2"), &named("1.148.2"), &named("1.149.0"), &set];
        let said = landscapes.map(|landscape| logged.new_release(landscape).map(|release| release.to_string()));
        assert_eq!(said, [None, Some("1.148.2".to_owned()), None, Some("1.149.0".to_owned()), None]);
        let start = Instant::now();
        let due = [0, 1, 59, 60, 61, 119, 120].map(|seconds| logged.is_due(start + Duration::from_secs(seconds)));
        assert_eq!(due, [true, false, false, true, false, false, true]);
    }
}
