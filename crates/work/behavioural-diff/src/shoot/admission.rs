//! Updates of a Shoot that would be refused now, but were not before.

use std::collections::{BTreeMap, HashMap};

use rootstock_admission::{ShootOperation, default_shoot, mutate_shoot, shoot_as_stored, validate_shoot};
use rootstock_core_model::{CapabilityDefinition, CloudProfileSpec, Severity, Shoot, Violation, Worker};
use serde::Serialize;

use crate::ProfileSide;

/// A reason why the next update of a Shoot would be refused, whatever it changes.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RefusedUpdate {
    /// The worker; absent if the reason concerns the Shoot as a whole.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub worker: Option<String>,
    /// The rule.
    pub rule: &'static str,
    /// The mistake, in one sentence that calls the worker `*`.
    pub message: String,
}

/// The name of every worker during judgement: its own name has no effect, but would prevent sharing of cached answers.
const ANY_WORKER: &str = "*";

/// The maximum number of cached answers, beyond which the cache is cleared.
const MAX_CACHED_ANSWERS: usize = 1 << 14;

/// A comparison of the judgements of Shoots by both profiles, with cached answers about workers.
#[derive(Debug)]
pub(super) struct AdmissionComparison<'c, 'a> {
    old: &'c ProfileSide<'a>,
    new: &'c ProfileSide<'a>,
    same: UnchangedParts<'a>,
    known: HashMap<String, RefusalDifference>,
}

/// New refusals, and resolved ones.
type RefusalDifference = (Vec<RefusedUpdate>, Vec<RefusedUpdate>);

/// The parts that are equal in both profiles, so that judgements about them are equal, too.
#[derive(Debug)]
struct UnchangedParts<'a> {
    everything_else: bool,
    limits: bool,
    machine_types: HashMap<&'a str, bool>,
    versions: HashMap<(&'a str, &'a str), bool>,
    regions: HashMap<&'a str, bool>,
}

impl<'c, 'a> AdmissionComparison<'c, 'a> {
    pub(super) fn new(old: &'c ProfileSide<'a>, new: &'c ProfileSide<'a>) -> Self {
        Self { old, new, same: UnchangedParts::between(old.spec, new.spec), known: HashMap::new() }
    }

    /// Returns new refusals, and resolved ones.
    pub(super) fn compare(&mut self, shoot: &Shoot) -> RefusalDifference {
        let mut differing = RefusalDifference::default();
        if !self.same.covers_shoot(shoot) {
            let mut whole = shoot.clone();
            if self.same.limits {
                whole.spec.provider.workers.clear();
            }
            default_shoot(&mut whole);
            let of_shoot =
                |refusals: Vec<RefusedUpdate>| refusals.into_iter().filter(|refusal| refusal.worker.is_none());
            let (refused, admitted) = self.differing(&whole, |_| None);
            differing.0.extend(of_shoot(refused));
            differing.1.extend(of_shoot(admitted));
        }
        for worker in &shoot.spec.provider.workers {
            if self.same.covers(shoot, worker) {
                continue;
            }
            let (refused, admitted) = self.worker(shoot, worker);
            let named =
                |refusal: &RefusedUpdate| RefusedUpdate { worker: Some(worker.name.clone()), ..refusal.clone() };
            differing.0.extend(refused.iter().map(named));
            differing.1.extend(admitted.iter().map(named));
        }
        differing
    }

    /// Like [`compare`](Self::compare), but for one worker as if it were the only one.
    fn worker(&mut self, shoot: &Shoot, worker: &Worker) -> &RefusalDifference {
        let mut alone = Shoot::default();
        alone.spec.region.clone_from(&shoot.spec.region);
        alone.spec.kubernetes.clone_from(&shoot.spec.kubernetes);
        alone.spec.provider.provider_type.clone_from(&shoot.spec.provider.provider_type);
        // The number of machines is limited for the Shoot as a whole.
        let worker = Worker { name: ANY_WORKER.to_owned(), minimum: 0, maximum: 0, ..worker.clone() };
        alone.spec.provider.workers.push(worker);
        default_shoot(&mut alone);
        let key = serde_json::to_string(&alone.spec).unwrap_or_default();
        if self.known.len() > MAX_CACHED_ANSWERS {
            self.known.clear();
        }
        if !self.known.contains_key(&key) {
            let differing =
                self.differing(&alone, |violation| is_about_worker(violation).then(|| ANY_WORKER.to_owned()));
            // Refusals of the Shoot as a whole are reported once.
            let of_worker =
                |refusals: Vec<RefusedUpdate>| refusals.into_iter().filter(|one| one.worker.is_some()).collect();
            self.known.insert(key.clone(), (of_worker(differing.0), of_worker(differing.1)));
        }
        self.known.entry(key).or_default()
    }

    fn differing(&self, shoot: &Shoot, worker: impl Fn(&Violation) -> Option<String>) -> RefusalDifference {
        let stored = shoot_as_stored(shoot, self.old.judge());
        let [before, after] = [self.old, self.new].map(|side| {
            let mut counted: BTreeMap<RefusedUpdate, usize> = BTreeMap::new();
            for violation in errors(side, &stored) {
                let worker = worker(&violation);
                let message = violation.detail.into_owned();
                let refusal = RefusedUpdate { worker, rule: violation.rule.name, message };
                *counted.entry(refusal).or_default() += 1;
            }
            counted
        });
        // Messages of the same rule differ if the profiles list other alternatives, so only the rule counts.
        let without =
            |own: &BTreeMap<RefusedUpdate, usize>, other: &BTreeMap<RefusedUpdate, usize>| -> Vec<RefusedUpdate> {
                let count = |list: &BTreeMap<RefusedUpdate, usize>, rule: &str| -> usize {
                    list.iter().filter(|(one, _)| one.rule == rule).map(|(_, count)| *count).sum()
                };
                own.keys().filter(|one| count(own, one.rule) > count(other, one.rule)).cloned().collect()
            };
        (without(&after, &before), without(&before, &after))
    }
}

/// Returns whether the violation is about something within a worker.
fn is_about_worker(violation: &Violation) -> bool {
    violation.path.segments().len() > 4 && violation.path.to_string().starts_with("spec.provider.workers[")
}

/// Returns the reasons why an update that changes nothing relevant would be refused.
fn errors(side: &ProfileSide<'_>, shoot: &Shoot) -> Vec<Violation> {
    let operation = ShootOperation::Update { old: shoot };
    // The existence of images is reported separately.
    let judge = side.judge().without_mappings();
    let mutated = mutate_shoot(shoot, operation, judge);
    let mut violations = mutated.violations;
    if violations.is_empty() || !side.settings.quirks.findings.shoot_errors_hide_others {
        violations.extend(validate_shoot(&mutated.shoot, operation, judge));
    }
    violations.retain(|violation| violation.severity == Severity::Error);
    violations
}

impl<'a> UnchangedParts<'a> {
    fn between(old: &'a CloudProfileSpec, new: &'a CloudProfileSpec) -> Self {
        let types = |spec: &'a CloudProfileSpec| spec.types().iter().map(|one| (one.name.as_str(), one));
        let versions = |spec: &'a CloudProfileSpec| {
            let images = spec.images().iter();
            images.flat_map(|image| {
                let versions = image.offered().iter();
                versions.map(move |version| ((image.name.as_str(), version.version.as_str()), version))
            })
        };
        let regions = |spec: &'a CloudProfileSpec| spec.regions.iter().flatten().map(|one| (one.name.as_str(), one));
        Self {
            everything_else: old.provider_type == new.provider_type
                && old.volume_types == new.volume_types
                && registered(old) == registered(new),
            limits: old.limits == new.limits,
            machine_types: equal(types(old), types(new)),
            versions: equal(versions(old), versions(new)),
            regions: equal(regions(old), regions(new)),
        }
    }

    /// Returns whether everything that a Shoot as a whole is judged by is unchanged.
    fn covers_shoot(&self, shoot: &Shoot) -> bool {
        let region = shoot.spec.region.as_str();
        self.everything_else
            && self.limits
            && (region.is_empty() || self.regions.get(region) == Some(&true))
            && is_complete(&shoot.spec.kubernetes.version)
    }

    /// Returns whether everything that a worker is judged by is unchanged.
    fn covers(&self, shoot: &Shoot, worker: &Worker) -> bool {
        let Some(image) = &worker.machine.image else { return false };
        let Some(version) = &image.version else { return false };
        let region = shoot.spec.region.as_str();
        self.everything_else
            && self.machine_types.get(worker.machine.machine_type.as_str()) == Some(&true)
            && self.versions.get(&(image.name.as_str(), version.as_str())) == Some(&true)
            && (region.is_empty() || self.regions.get(region) == Some(&true))
            && is_complete(&shoot.spec.kubernetes.version)
            && worker.kubernetes_version().is_none_or(is_complete)
    }
}

/// Returns whether no part of a version is left to be filled in.
fn is_complete(version: &str) -> bool {
    version.split('.').count() > 2
}

/// Returns for each key whether it occurs exactly once in both lists, with equal items.
fn equal<K: std::hash::Hash + Eq, T: PartialEq>(
    old: impl Iterator<Item = (K, T)>,
    new: impl Iterator<Item = (K, T)>,
) -> HashMap<K, bool> {
    let mut others: HashMap<K, Option<T>> = HashMap::new();
    for (key, item) in new {
        // Duplicates are equal to nothing.
        others.entry(key).and_modify(|known| *known = None).or_insert(Some(item));
    }
    let mut equal: HashMap<K, bool> = HashMap::new();
    for (key, item) in old {
        let is_equal = others.get(&key).is_some_and(|other| other.as_ref() == Some(&item));
        equal.entry(key).and_modify(|known| *known = false).or_insert(is_equal);
    }
    equal
}

/// Returns the registered values, sorted, because their order affects only which image is chosen, not whether one may be.
fn registered(spec: &CloudProfileSpec) -> Vec<CapabilityDefinition> {
    let mut definitions = spec.capability_definitions().to_vec();
    definitions.iter_mut().for_each(|definition| definition.values.sort_unstable());
    definitions.sort_unstable_by(|one, other| one.name.cmp(&other.name));
    definitions
}
