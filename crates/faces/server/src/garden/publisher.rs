//! The publisher of snapshots.

use std::sync::Arc;

use rootstock_versioning::Timestamp;
use tokio::sync::watch;

use super::{Garden, GardenReceiver};
use crate::metrics::Metrics;
use crate::operations::Readiness;

/// A publisher that replaces the current snapshot, logs its problems and updates the metrics.
pub(crate) struct Publisher {
    gardens: watch::Sender<Option<Arc<Garden>>>,
    readiness: Arc<Readiness>,
    metrics: Arc<Metrics>,
}

impl Publisher {
    pub(crate) fn new(readiness: Arc<Readiness>, metrics: Arc<Metrics>) -> (Self, GardenReceiver) {
        let (gardens, receiver) = watch::channel(None);
        (Self { gardens, readiness, metrics }, receiver)
    }

    /// Publishes a new snapshot.
    pub(crate) fn publish(&self, garden: Garden) {
        for trouble in &garden.troubles {
            tracing::warn!("{trouble}");
        }
        let profiles = garden.analysis.profiles().count();
        let shoots = garden.shoots.len();
        tracing::info!(version = garden.version, profiles, shoots, "profiles and Shoots have been read");
        self.gardens.send_replace(Some(Arc::new(garden)));
        self.readiness.has_state();
    }

    /// Records that the current snapshot was still up to date at this time.
    pub(crate) fn seen(&self, at: Timestamp) {
        self.metrics.state_seen(at.unix_seconds());
    }
}
