//! What objects are judged under.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use rootstock_advice::Options;
use rootstock_core_model::Settings;
use rootstock_provider_api::Registry;

/// As what objects are judged.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Judgement {
    /// As a desired state, without knowing what was there before.
    #[default]
    State,
    /// As new objects.
    Create,
    /// As updates of the objects of the same kind and name in the role [`Old`](crate::Role::Old); as new objects where
    /// there are none.
    Update,
}

/// How often objects have been judged, by an analysis and its clones together: what an incremental check leaves out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct JudgementCounts {
    /// CloudProfiles.
    pub cloud_profiles: usize,
    /// NamespacedCloudProfiles.
    pub namespaced_cloud_profiles: usize,
    /// Shoots.
    pub shoots: usize,
    /// Updates of profiles, held against those who use them.
    pub updates: usize,
}

/// The counters behind [`JudgementCounts`].
#[derive(Debug, Default)]
pub(crate) struct Counters {
    pub(crate) cloud_profiles: AtomicUsize,
    pub(crate) namespaced_cloud_profiles: AtomicUsize,
    pub(crate) shoots: AtomicUsize,
    pub(crate) updates: AtomicUsize,
}

impl Counters {
    pub(crate) fn counts(&self) -> JudgementCounts {
        JudgementCounts {
            cloud_profiles: self.cloud_profiles.load(Ordering::Relaxed),
            namespaced_cloud_profiles: self.namespaced_cloud_profiles.load(Ordering::Relaxed),
            shoots: self.shoots.load(Ordering::Relaxed),
            updates: self.updates.load(Ordering::Relaxed),
        }
    }
}

/// One more.
pub(crate) fn count(counter: &AtomicUsize) {
    counter.fetch_add(1, Ordering::Relaxed);
}

/// Everything that a judgement depends on beside objects. Another of them is another judgement.
#[derive(Debug, Clone)]
pub(crate) struct Conditions {
    pub(crate) registry: Arc<Registry>,
    pub(crate) settings: Settings,
    pub(crate) judgement: Judgement,
    pub(crate) advice: Option<Options>,
    pub(crate) counters: Arc<Counters>,
}

impl Conditions {
    /// The same for objects that are only referred to: a desired state, without advice.
    pub(crate) fn of_known(&self) -> Self {
        Self { judgement: Judgement::State, advice: None, ..self.clone() }
    }
}
