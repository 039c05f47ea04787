//! The comparison of both sides, document by document.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::{Arc, OnceLock};

use rootstock_advice::SupportedKubernetes;
use rootstock_analysis::{Check, CheckedDocument, FindingFilter, NoProfile, Object, Profile, ProfileKey, Written};
use rootstock_behavioural_diff::{ProfileSide, ShootComparer, ShootComparison};
use rootstock_core_model::{BadValue, ConcernedShoots, FeatureGate, FieldPath, Shoot, Violation, ViolationKind};
use rootstock_judge::CompiledProfile;
use rootstock_report::{DocumentOutcome, SourceText};

use crate::cause::{self, Causes, ChangeKey, UsedFields};
use crate::change::{ChangeDetail, ChangeGroup, DocumentChanges, UPGRADE_PROFILE, UpgradeChange};
use crate::findings;
use crate::profiles::ProfilePair;
use crate::shoot::{self, ShootSide};
use crate::switch::{changed_gates, changed_kubernetes, changed_quirks, changed_rules, describe_extensions};
use crate::{ReleaseSwitch, UpgradeSide, switches};

/// A comparison of two sides that can be asked about their documents.
#[derive(Debug)]
pub struct UpgradeComparison<'a> {
    sides: [&'a UpgradeSide; 2],
    checks: [[Check<'a>; 3]; 2],
    profiles: &'a [ProfilePair],
    profile_sides: &'a [[ProfileSide<'a>; 2]],
    /// The comparisons for Shoots, made on demand.
    shoots: Vec<OnceLock<ShootComparison<'a, 'a>>>,
    by_key: BTreeMap<&'a ProfileKey, usize>,
    switches: Vec<ReleaseSwitch>,
    /// The Shoots that each changed quirk or feature gate concerns; `None` if extensions differ as well.
    concerned: Option<Vec<ConcernedShoots>>,
    filter: FindingFilter<'a>,
    /// Comparisons without one of the switches each, if several could be the cause of a change.
    without: Vec<(ReleaseSwitch, Self)>,
}

/// A document on both sides.
#[derive(Debug, Clone, Copy)]
pub struct DocumentPair<'a> {
    before: CheckedDocument<'a>,
    after: CheckedDocument<'a>,
}

/// Compares two sides that were made of the same inputs, and passes the comparison to a function.
///
/// See the [crate](crate) for an example.
pub fn compare<T>(sides: [&UpgradeSide; 2], ask: impl FnOnce(&UpgradeComparison<'_>) -> T) -> T {
    let [before, after] = sides;
    let all = switches(before.settings(), after.settings());
    let several = if all.len() > 1 { all.as_slice() } else { &[] };
    let without: Vec<(ReleaseSwitch, UpgradeSide)> =
        several.iter().filter_map(|switch| Some((switch.clone(), cause::without(switch, after)?))).collect();
    let sides_without: Vec<[&UpgradeSide; 2]> = without.iter().map(|(_, side)| [before, side]).collect();
    let profiles: Vec<Vec<ProfilePair>> =
        std::iter::once(&sides).chain(&sides_without).map(|sides| ProfilePair::all(*sides)).collect();
    let all_sides = || std::iter::once(&sides).chain(&sides_without);
    let profile_sides: Vec<Vec<[ProfileSide<'_>; 2]>> = all_sides()
        .zip(&profiles)
        .map(|(sides, profiles)| profiles.iter().map(|pair| pair.sides(*sides)).collect())
        .collect();
    let mut made = all_sides()
        .zip(profiles.iter().zip(&profile_sides))
        .map(|(sides, (profiles, profile_sides))| UpgradeComparison::new(*sides, profiles, profile_sides));
    let Some(comparison) = made.next() else { return ask(&UpgradeComparison::new(sides, &[], &[])) };
    let without = without.iter().map(|(switch, _)| switch.clone()).zip(made).collect();
    ask(&UpgradeComparison { without, ..comparison })
}

impl<'a> UpgradeComparison<'a> {
    fn new(
        sides: [&'a UpgradeSide; 2],
        profiles: &'a [ProfilePair],
        profile_sides: &'a [[ProfileSide<'a>; 2]],
    ) -> Self {
        let [before, after] = sides.map(UpgradeSide::settings);
        let checks = sides.map(|side| side.analyses().each_ref().map(rootstock_analysis::Analysis::start_check));
        let [[check, ..], _] = &checks;
        let mut switches = switches(before, after);
        describe_extensions(&mut switches, sides[0].state().registry(), [before, after]);
        Self {
            sides,
            filter: check.finding_filter(),
            checks,
            profiles,
            profile_sides,
            shoots: profiles.iter().map(|_| OnceLock::new()).collect(),
            by_key: profiles.iter().enumerate().map(|(number, pair)| (&pair.key, number)).collect(),
            concerned: (before.extensions == after.extensions).then(|| {
                let gates = changed_gates(before, after).map(FeatureGate::shoots);
                let rules = changed_rules(before, after).map(|rule| match rule.finds_in_equal_shoots {
                    true => ConcernedShoots::Any,
                    false => ConcernedShoots::None,
                });
                let kubernetes = changed_kubernetes(before, after).map(|_| ConcernedShoots::None);
                changed_quirks(before, after)
                    .map(|quirk| quirk.shoots)
                    .chain(gates)
                    .chain(rules)
                    .chain(kubernetes)
                    .collect()
            }),
            switches,
            without: Vec::new(),
        }
    }

    /// Returns the declared differences between the releases.
    #[must_use]
    pub fn switches(&self) -> &[ReleaseSwitch] {
        &self.switches
    }

    /// Returns every document of the checked inputs.
    pub fn documents(&self) -> impl Iterator<Item = DocumentPair<'_>> {
        let [[before, ..], [after, ..]] = &self.checks;
        before.documents().zip(after.documents()).map(|(before, after)| DocumentPair { before, after })
    }

    /// Returns a comparer of documents; each thread needs its own.
    #[must_use]
    pub fn comparer(&self) -> DocumentComparer<'_, 'a> {
        let without = self.without.iter().map(|(_, comparison)| comparison.comparer()).collect();
        DocumentComparer { comparison: self, made: HashMap::new(), without, causes: Causes::default() }
    }

    /// Gives the finding of a change its severity. Returns `None` if it is accepted, as in a check.
    fn weighed(&self, document: CheckedDocument<'_>, change: UpgradeChange) -> Option<UpgradeChange> {
        let finding = self.filter.weigh(document, change.finding)?;
        Some(UpgradeChange { finding, ..change })
    }

    /// Returns the reason why a NamespacedCloudProfile is not compared completely, if its parent is missing.
    fn without_parent(&self, object: &Object) -> Option<NoProfile> {
        let Object::NamespacedCloudProfile(child) = object else { return None };
        let key = ProfileKey::parent_of(&child.object)?;
        let is_missing = self.sides[0].state().parent_of(&child.object).is_none();
        is_missing.then_some(NoProfile::Missing { key, near: None })
    }

    /// Returns the field that only one of the releases has, and that a document or its profile uses.
    fn field_in_use(&self, pair: DocumentPair<'_>) -> Option<ReleaseSwitch> {
        let mut used = UsedFields::default();
        for (document, side) in [pair.before, pair.after].into_iter().zip(self.sides) {
            match document.object()? {
                Object::CloudProfile(profile) => used.add_profile(profile),
                Object::NamespacedCloudProfile(child) => {
                    used.add("NamespacedCloudProfile", child.violations());
                    side.state().parent_of(&child.object).into_iter().for_each(|parent| used.add_profile(parent));
                }
                Object::Shoot(shoot) => {
                    used.add("Shoot", shoot.violations());
                    side.state().profile_of(&shoot.object).iter().for_each(|profile| used.add_profile(profile));
                }
            }
        }
        used.only_one_of(&self.switches)
    }

    /// Returns the number of a profile.
    fn number(&self, key: &ProfileKey) -> Option<usize> {
        self.by_key.get(key).copied()
    }

    /// Returns whether both releases have the same rules, so that only fields can differ.
    fn has_same_rules(&self) -> bool {
        self.concerned.as_ref().is_some_and(Vec::is_empty)
    }

    /// Returns a profile of which both releases store the same.
    fn stored_alike(&self, key: &ProfileKey) -> Option<&CompiledProfile> {
        let pair = self.profiles.get(self.number(key)?)?;
        let [before, _] = &pair.compiled;
        pair.is_same.then_some(before)
    }

    /// Returns whether both releases have the same rules for a profile and store the same of it.
    fn is_same(&self, key: &ProfileKey) -> bool {
        self.has_same_rules() && self.stored_alike(key).is_some()
    }

    /// Returns whether both releases support a Kubernetes version, or none of them.
    fn supports_alike(&self, version: &str) -> bool {
        let supported = self.sides.map(|side| SupportedKubernetes::of(side.settings()));
        let [before, after] = supported.map(|known| known.is_some_and(|known| known.excludes(version)));
        before == after
    }

    /// Returns whether both releases do the same to a Shoot, and to the one that it updates.
    fn is_same_shoot(&self, [before, after]: [&Arc<Written<Shoot>>; 2]) -> bool {
        let [[.., old], [.., new]] = &self.checks;
        let updated =
            [(old, before), (new, after)].map(|(check, shoot)| check.old_shoot(&shoot.object).unwrap_or(shoot));
        let key = |shoot: &Shoot| shoot.profile().map(|it| ProfileKey::of(&it, &shoot.metadata.namespace));
        let is_same = |[one, other]: [&Written<Shoot>; 2]| {
            let Some(concerned) = &self.concerned else { return false };
            one.object == other.object
                && is_read_alike(one.violations(), other.violations())
                && self.supports_alike(&one.object.spec.kubernetes.version)
                && key(&one.object)
                    .and_then(|key| self.stored_alike(&key))
                    .is_some_and(|profile| !concerned.iter().any(|shoots| shoots.contain(&one.object, profile.spec())))
        };
        let [of_before, of_after] = updated;
        is_same([before, after])
            && (Arc::ptr_eq(&of_before.object, &before.object) && Arc::ptr_eq(&of_after.object, &after.object)
                || is_same([of_before, of_after]))
    }

    /// Returns whether no difference between the releases concerns the document.
    fn is_unchanged(&self, DocumentPair { before, after }: DocumentPair<'_>) -> bool {
        match (before.object(), after.object()) {
            (Some(Object::CloudProfile(one)), Some(Object::CloudProfile(other))) => {
                let written = one.written().zip(other.written());
                self.has_same_rules()
                    && written.is_some_and(|(one, other)| {
                        one.object == other.object && is_read_alike(one.violations(), other.violations())
                    })
            }
            (Some(Object::NamespacedCloudProfile(one)), Some(Object::NamespacedCloudProfile(other))) => {
                self.has_same_rules()
                    && one.object == other.object
                    && is_read_alike(one.violations(), other.violations())
                    && ProfileKey::parent_of(&one.object).is_none_or(|parent| self.is_same(&parent))
            }
            (Some(Object::Shoot(one)), Some(Object::Shoot(other))) => self.is_same_shoot([one, other]),
            _ => false,
        }
    }
}

/// Returns whether the same was found when an object was read.
fn is_read_alike(one: &[Violation], other: &[Violation]) -> bool {
    let key = |found: &Violation| (found.rule.name, found.path.clone(), found.severity);
    one.iter().map(key).eq(other.iter().map(key))
}

/// A comparer of documents, one after the other, with cached answers.
#[derive(Debug)]
pub struct DocumentComparer<'c, 'a> {
    comparison: &'c UpgradeComparison<'a>,
    /// The comparers for Shoots made so far, by the number of their profile.
    made: HashMap<usize, ShootComparer<'c, 'a>>,
    without: Vec<DocumentComparer<'c, 'a>>,
    causes: Causes,
}

impl DocumentComparer<'_, '_> {
    /// Compares the answers about a document.
    pub fn compare(&mut self, pair: DocumentPair<'_>) -> DocumentChanges {
        let [[state, ..], _] = &self.comparison.checks;
        let record = pair.before.record();
        let all = self.changes(pair);
        let number = all.len();
        let mut changes: Vec<UpgradeChange> =
            all.into_iter().filter_map(|change| self.comparison.weighed(pair.before, change)).collect();
        let accepted = number - changes.len();
        self.find_causes(pair, &mut changes);
        changes.sort_by(|one, other| one.group.cmp(&other.group).then_with(|| one.finding.order(&other.finding)));
        let (name, reason) = match pair.before.object() {
            Some(Object::Shoot(shoot)) => {
                let reason = self.comparison.sides[0].state().profile_of(&shoot.object).err();
                (rootstock_analysis::full_name(&shoot.object), reason.map(|why| why.reason().to_string()))
            }
            Some(object) => {
                let name = object.profile_key().map_or_else(|| record.name.clone(), |key| key.to_string());
                (name, self.comparison.without_parent(object).map(|why| why.to_string()))
            }
            None if record.outcome == DocumentOutcome::Unreadable => {
                let findings = state.judge(pair.before).into_findings();
                let described = |finding| findings::described(finding, state.source_of(pair.before));
                (record.name.clone(), findings.first().map(described))
            }
            None => (record.name.clone(), None),
        };
        let source = state.source_of(pair.before).cloned();
        let has_object = pair.before.object().is_some();
        let outcome = match record.outcome {
            DocumentOutcome::Checked if !has_object => DocumentOutcome::NotChecked,
            outcome => outcome,
        };
        let reason = reason.unwrap_or(record.reason);
        DocumentChanges {
            source: source.unwrap_or_else(|| SourceText::new("", "")),
            kind: record.kind,
            name,
            outcome,
            reason,
            accepted,
            changes,
        }
    }

    /// Returns the changes of a document, without their causes.
    fn changes(&mut self, pair: DocumentPair<'_>) -> Vec<UpgradeChange> {
        let comparison = self.comparison;
        if comparison.is_unchanged(pair) {
            return Vec::new();
        }
        let [before, after] = &comparison.checks;
        let judged = |checks: &[Check<'_>; 3], document: CheckedDocument<'_>| {
            checks.each_ref().map(|check| check.judge(document).into_findings())
        };
        let found = [judged(before, pair.before), judged(after, pair.after)];
        let mut changes = findings::compare(&found);
        match (pair.before.object(), pair.after.object()) {
            (Some(Object::Shoot(before)), Some(Object::Shoot(after))) => {
                changes.extend(self.shoot([before, after]));
            }
            (Some(object), Some(_)) => changes.extend(self.profile(object)),
            _ => {}
        }
        changes
    }

    /// Returns the changes of what a profile offers.
    fn profile(&self, object: &Object) -> Option<UpgradeChange> {
        let key = object.profile_key()?;
        let comparison = self.comparison;
        if comparison.is_same(&key) {
            return None;
        }
        let number = comparison.number(&key)?;
        let [before, after] = comparison.profile_sides.get(number)?;
        let changes = rootstock_behavioural_diff::compare(before, after);
        let text = match changes.is_empty() {
            false => "the profile offers something else".to_owned(),
            true => comparison.profiles.get(number)?.stored_otherwise(comparison.sides)?,
        };
        let violation =
            Violation::new(&UPGRADE_PROFILE, ViolationKind::Advice, FieldPath::root(), BadValue::None, text);
        let located = match object {
            Object::CloudProfile(profile) => Profile::written(profile)?.located(vec![violation]),
            Object::NamespacedCloudProfile(child) => child.located(vec![violation]),
            Object::Shoot(_) => return None,
        };
        let detail = ChangeDetail::Profile(Box::new(changes));
        let finding = located.into_iter().next()?;
        Some(UpgradeChange { group: ChangeGroup::Profile, finding, detail, cause: None })
    }

    /// Returns the changes of what a Shoot gets.
    fn shoot(&mut self, shoots: [&Written<Shoot>; 2]) -> Vec<UpgradeChange> {
        let comparison = self.comparison;
        let [before, after] = comparison.sides;
        let [written, _] = shoots;
        let Ok(profile) = before.state().profile_of(&written.object) else { return Vec::new() };
        let Some(number) = comparison.number(profile.key()) else { return Vec::new() };
        let Some(ProfilePair { compiled: [old, new], .. }) = comparison.profiles.get(number) else { return Vec::new() };
        let [old_shoot, new_shoot] = shoots.map(|shoot| &*shoot.object);
        let mut found = shoot::defaults([
            ShootSide { shoot: old_shoot, profile: old, settings: before.settings() },
            ShootSide { shoot: new_shoot, profile: new, settings: after.settings() },
        ]);
        if let Some(comparer) = self.comparer(number) {
            found.extend(shoot::stored(old_shoot, comparer));
        }
        let change = |one: shoot::ShootChange| {
            let finding = written.located(vec![one.violation]).into_iter().next()?;
            Some(UpgradeChange { group: one.group, finding, detail: one.detail, cause: None })
        };
        found.into_iter().filter_map(change).collect()
    }
}

impl<'c, 'a> DocumentComparer<'c, 'a> {
    /// Returns the comparer for the Shoots of a profile.
    fn comparer(&mut self, number: usize) -> Option<&mut ShootComparer<'c, 'a>> {
        let comparison = self.comparison;
        let [old, new] = comparison.profile_sides.get(number)?;
        let prepared = comparison.shoots.get(number)?.get_or_init(|| ShootComparison::new(old, new));
        Some(self.made.entry(number).or_insert_with(|| ShootComparer::new(prepared)))
    }

    /// Names the declared difference that causes each change.
    fn find_causes(&mut self, pair: DocumentPair<'_>, changes: &mut [UpgradeChange]) {
        let comparison = self.comparison;
        // Shoots of one profile have the same cause for the same change.
        let profile = pair.before.object().and_then(Object::shoot).and_then(|shoot| {
            let reference = shoot.object.profile()?;
            Some(ProfileKey::of(&reference, &shoot.object.metadata.namespace))
        });
        let mut without: Vec<Option<HashSet<ChangeKey>>> = vec![None; self.without.len()];
        for change in changes.iter_mut() {
            change.cause = match cause::declared(&comparison.switches, pair.before.object(), change) {
                Some(only) => only,
                None => {
                    let (made, causes) = (&mut self.without, &mut self.causes);
                    causes.find(change, profile.as_ref(), || {
                        let key = cause::key(change);
                        let switches = comparison.without.iter().map(|(switch, _)| switch);
                        let mut switches = switches.zip(made.iter_mut().zip(&mut without));
                        let gone = switches.find_map(|(switch, (comparer, left))| {
                            let left =
                                left.get_or_insert_with(|| comparer.changes(pair).iter().map(cause::key).collect());
                            (!left.contains(&key)).then_some(switch)
                        });
                        gone.cloned()
                    })
                }
            };
        }
        cause::name_hiding_rules(changes);
        for change in changes.iter_mut().filter(|change| change.cause.is_none()) {
            change.cause = comparison.field_in_use(pair);
        }
    }
}
