//! What objects are judged under.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use rootstock_admission::Operation;
use rootstock_advice::AdviceOptions;
use rootstock_core_model::Settings;
use rootstock_provider_api::Registry;

use crate::memo::{Dependency, Memo};

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

/// Everything that a judgement depends on beside objects. Another of them is another judgement.
#[derive(Debug, Clone)]
pub(crate) struct Conditions {
    pub(crate) registry: Arc<Registry>,
    pub(crate) settings: Settings,
    /// Another one when something changes that decides how objects are read and rendered: the instant does not.
    pub(crate) reading: Arc<()>,
    pub(crate) judgement: Judgement,
    pub(crate) advice: Option<AdviceOptions>,
    /// Whether judgements are not kept: whoever asks once needs them once.
    pub(crate) forgets: bool,
    counts: Arc<Mutex<JudgementCounts>>,
}

impl Conditions {
    /// A desired state, without advice.
    pub(crate) fn new(registry: Arc<Registry>, settings: Settings) -> Self {
        Self {
            registry,
            settings,
            reading: Arc::default(),
            judgement: Judgement::State,
            advice: None,
            forgets: false,
            counts: Arc::default(),
        }
    }

    pub(crate) fn set_settings(&mut self, settings: Settings) {
        let read_by = |settings: &Settings| (settings.quirks, settings.gates, settings.extension_webhooks);
        if read_by(&self.settings) != read_by(&settings) {
            self.reading = Arc::default();
        }
        self.settings = settings;
    }

    /// What is made of these things: the kept one, if it was made of the very same, or else a new one.
    pub(crate) fn remembered<T>(&self, memo: &Memo<T>, of: Vec<Dependency>, make: impl FnOnce() -> T) -> Arc<T> {
        if self.forgets { Arc::new(make()) } else { memo.get(of, make) }
    }

    /// How often objects have been judged so far.
    pub(crate) fn counts(&self) -> MutexGuard<'_, JudgementCounts> {
        self.counts.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// What an object is judged as; `old` is what was there before, as it is stored.
    pub(crate) const fn operation<'o, T>(&self, old: Option<&'o T>) -> Operation<'o, T> {
        match (self.judgement, old) {
            (Judgement::State, _) => Operation::State,
            (Judgement::Update, Some(old)) => Operation::Update { old },
            (Judgement::Create | Judgement::Update, _) => Operation::Create,
        }
    }

    /// The same under other settings, without advice: for another opinion.
    pub(crate) fn without_advice(&self, settings: &Settings) -> Self {
        let mut other = Self { advice: None, ..self.clone() };
        other.set_settings(*settings);
        other
    }

    /// The same for objects that are only referred to: a desired state, without advice.
    pub(crate) fn of_known(&self) -> Self {
        Self { judgement: Judgement::State, advice: None, ..self.clone() }
    }
}
