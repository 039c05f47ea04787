//! Where profiles and Shoots go.

use std::sync::Arc;

use rootstock_versioning::Timestamp;
use tokio::sync::watch;

use super::{Garden, Gardens};
use crate::metrics::Metrics;
use crate::operations::Readiness;

/// Where each state goes that takes the place of the one before.
pub(crate) struct Publisher {
    gardens: watch::Sender<Option<Arc<Garden>>>,
    readiness: Arc<Readiness>,
    metrics: Arc<Metrics>,
}

impl Publisher {
    pub(crate) fn new(readiness: Arc<Readiness>, metrics: Arc<Metrics>) -> (Self, Gardens) {
        let (gardens, receiver) = watch::channel(None);
        (Self { gardens, readiness, metrics }, receiver)
    }

    /// There is another state.
    pub(crate) fn publish(&self, garden: Garden) {
        for trouble in &garden.troubles {
            tracing::warn!("{trouble}");
        }
        let profiles = garden.analysis.profiles().count();
        let shoots = garden.shoots.len();
        tracing::info!(version = garden.version, profiles, shoots, "profiles and Shoots are read");
        self.gardens.send_replace(Some(Arc::new(garden)));
        self.readiness.has_state();
    }

    /// What was published last was still so then.
    pub(crate) fn seen(&self, at: Timestamp) {
        self.metrics.state_seen(at.unix_seconds());
    }
}
