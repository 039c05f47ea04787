//! The conditions that objects are judged under.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use rootstock_admission::{Operation, UserNames};
use rootstock_advice::AdviceOptions;
use rootstock_core_model::{Settings, Violation};
use rootstock_guarantees::Lock;
use rootstock_provider_api::Registry;

use crate::configuration::ConfiguredInvariant;
use crate::finding_limit::FindingLimit;
use crate::memo::{Dependency, Memo};
use crate::template::ShootTemplate;
use crate::verdict::{Judgement, ListOrder};

/// The operation that objects are judged as.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum CheckMode {
    /// Desired states, without knowledge of a previous state.
    #[default]
    State,
    /// New objects.
    Create,
    /// Updates of the objects of the same kind and name in the role [`Old`](crate::Role::Old); new objects where there are none.
    Update,
}

/// The number of judgements by an analysis and its clones together, which shows what an incremental check skips.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct CheckCounts {
    /// CloudProfiles.
    pub cloud_profiles: usize,
    /// NamespacedCloudProfiles.
    pub namespaced_cloud_profiles: usize,
    /// Shoots.
    pub shoots: usize,
    /// Updates of profiles, checked against the objects that use them.
    pub updates: usize,
}

/// Everything besides objects that a judgement depends on. A new instance invalidates cached judgements.
#[derive(Debug, Clone)]
pub(crate) struct CheckContext {
    pub(crate) registry: Arc<Registry>,
    pub(crate) settings: Settings,
    /// Replaced when anything changes that affects how objects are read and rendered, which the instant does not.
    pub(crate) reading: Arc<()>,
    pub(crate) mode: CheckMode,
    pub(crate) advice: Option<AdviceOptions>,
    /// The lock that checked profiles are compared with.
    pub(crate) lock: Option<Arc<Lock>>,
    /// The invariants of the configuration.
    pub(crate) invariants: Arc<[ConfiguredInvariant]>,
    /// The configured kinds with templates of Shoots.
    pub(crate) shoot_templates: Arc<[ShootTemplate]>,
    /// The form in which findings refer to the users of a profile.
    pub(crate) user_names: UserNames,
    /// Whether to drop judgements, because a single check needs each of them only once.
    pub(crate) discards_results: bool,
    /// The number of findings that are kept.
    pub(crate) finding_limit: FindingLimit,
    counts: Arc<Mutex<CheckCounts>>,
}

impl CheckContext {
    /// Creates the conditions for judging desired states, without advice.
    pub(crate) fn new(registry: Arc<Registry>, settings: Settings) -> Self {
        Self {
            registry,
            settings,
            reading: Arc::default(),
            mode: CheckMode::State,
            advice: None,
            lock: None,
            invariants: Arc::default(),
            shoot_templates: Arc::default(),
            user_names: UserNames::Listed,
            discards_results: false,
            finding_limit: FindingLimit::Reporting,
            counts: Arc::default(),
        }
    }

    pub(crate) fn set_settings(&mut self, settings: Settings) {
        let read_by =
            |settings: &Settings| (settings.gardener, settings.quirks, settings.gates, settings.extension_webhooks);
        if read_by(&self.settings) != read_by(&settings) {
            self.reading = Arc::default();
        }
        self.settings = settings;
    }

    /// Returns the cached value if it was made from exactly these dependencies, or else makes a new one.
    pub(crate) fn cached<T>(&self, memo: &Memo<T>, of: Vec<Dependency>, make: impl FnOnce() -> T) -> Arc<T> {
        if self.discards_results { Arc::new(make()) } else { memo.get(of, make) }
    }

    /// Returns the number of judgements so far.
    pub(crate) fn counts(&self) -> MutexGuard<'_, CheckCounts> {
        self.counts.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the operation to judge an object as; `old` is the stored previous state.
    pub(crate) const fn operation<'o, T>(&self, old: Option<&'o T>) -> Operation<'o, T> {
        match (self.mode, old) {
            (CheckMode::State, _) => Operation::State,
            (CheckMode::Update, Some(old)) => Operation::Update { old },
            (CheckMode::Create | CheckMode::Update, _) => Operation::Create,
        }
    }

    /// Returns the findings of a judgement, with the verdict of the other semantics on each, unless they are only fixed.
    pub(crate) fn compared(&self, judge: impl Fn(&Self) -> Vec<Violation>) -> Vec<Violation> {
        self.compared_as(ListOrder::Rearranged, judge)
    }

    /// Like [`compared`](Self::compared), for an object whose lists Gardener checks in this order.
    pub(crate) fn compared_as(&self, order: ListOrder, judge: impl Fn(&Self) -> Vec<Violation>) -> Vec<Violation> {
        if self.finding_limit == FindingLimit::Fixing {
            return judge(self);
        }
        let under = |settings: &Settings| judge(&self.without_advice(settings));
        Judgement { settings: &self.settings, own: &|| judge(self), under: &under, order }.findings()
    }

    /// Returns a copy with other settings and without advice or guarantees, for a second opinion.
    pub(crate) fn without_advice(&self, settings: &Settings) -> Self {
        let mut other = self.without_guarantees();
        other.set_settings(*settings);
        other
    }

    /// Returns a copy for objects that are only referred to: a desired state, without advice.
    pub(crate) fn for_known(&self) -> Self {
        Self { mode: CheckMode::State, ..self.without_guarantees() }
    }

    /// Returns a copy without advice and guarantees.
    fn without_guarantees(&self) -> Self {
        Self { advice: None, lock: None, invariants: Arc::default(), ..self.clone() }
    }
}
