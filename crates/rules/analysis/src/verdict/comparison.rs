//! The comparison of the errors of both semantics.
//!
//! It decides how the errors are shown, never whether Gardener refuses the object.

use std::collections::{HashMap, HashSet};
use std::hash::{BuildHasher as _, Hash as _, Hasher as _, RandomState};
use std::iter;

use rootstock_core_model::{BadValue, FieldPath, Segment, Semantics, Severity, Violation, ViolationKind};

use crate::rules::{
    AZURE_NETWORKING_UNREGISTERED, FLAVOR_CAPABILITY_UNREGISTERED, PROVIDER_WITHOUT_CAPABILITIES, UNKNOWN_FIELD,
};

/// The rules whose findings predict an error of Gardener that another rule reports elsewhere.
const PREDICTIONS: [(&str, &str); 2] =
    [(AZURE_NETWORKING_UNREGISTERED, FLAVOR_CAPABILITY_UNREGISTERED), (PROVIDER_WITHOUT_CAPABILITIES, UNKNOWN_FIELD)];

/// The order in which Gardener checks the lists of an object.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ListOrder {
    /// As written, so that an error has one path in both semantics.
    AsWritten,
    /// After dropping, sorting or merging entries, so that indices may differ.
    Rearranged,
}

/// The parts of an error that identify it in both semantics.
#[derive(Debug)]
pub(super) struct Key {
    path: FieldPath,
    rule: &'static str,
    bad: BadValue,
}

impl From<Violation> for Key {
    fn from(error: Violation) -> Self {
        Self { path: error.path, rule: error.rule.name, bad: error.bad }
    }
}

/// The errors of Gardener, to be found among those of the documents.
pub(super) struct Comparison {
    theirs: Vec<Key>,
    order: ListOrder,
}

impl Comparison {
    pub(super) const fn new(theirs: Vec<Key>, order: ListOrder) -> Self {
        Self { theirs, order }
    }

    /// Marks the errors that Gardener accepts, and the warnings and notes about what it refuses. Returns the positions of
    /// the errors of Gardener to report in addition: those that none of `ours` is about. In a list that Gardener rearranges,
    /// they may follow from one that is reported, and are then left out.
    pub(super) fn mark(self, ours: &mut [Violation]) -> HashSet<usize> {
        let is_error = |violation: &&Violation| violation.severity == Severity::Error;
        let covered = {
            let errors = Errors::new(ours.iter().filter(is_error).map(|error| (error.rule.name, &error.path)));
            self.theirs.iter().map(|error| errors.have(error.rule, &error.path)).collect::<Vec<bool>>()
        };
        let mut unmatched = Unmatched::of(&self.theirs, &covered, self.order);
        let theirs = Errors::new(self.theirs.iter().map(|error| (error.rule, &error.path)));
        for violation in &mut *ours {
            if violation.severity != Severity::Error {
                if unmatched.take(violation) || unmatched.take_at_path(violation) {
                    violation.refused_by = Some(Semantics::Gardener);
                }
            } else if !theirs.have(violation.rule.name, &violation.path) && !unmatched.take(violation) {
                violation.accepted_by = Some(Semantics::Gardener);
            }
        }
        let is_refused = unmatched.left.len() < self.theirs.len();
        if is_refused && self.order == ListOrder::Rearranged { HashSet::new() } else { unmatched.left }
    }
}

/// The errors of Gardener at whose paths the documents have none.
struct Unmatched<'e> {
    left: HashSet<usize>,
    by_rule: HashMap<&'static str, Vec<(usize, &'e Key)>>,
    by_path: HashMap<&'e FieldPath, usize>,
    order: ListOrder,
}

impl<'e> Unmatched<'e> {
    fn of(theirs: &'e [Key], covered: &[bool], order: ListOrder) -> Self {
        let left: HashSet<usize> =
            covered.iter().enumerate().filter(|(_, is_covered)| !**is_covered).map(|(at, _)| at).collect();
        let mut by_rule: HashMap<_, Vec<_>> = HashMap::new();
        let mut by_path = HashMap::new();
        for (at, error) in theirs.iter().enumerate().filter(|(at, _)| left.contains(at)) {
            by_rule.entry(error.rule).or_default().push((at, error));
            by_path.insert(&error.path, at);
        }
        Self { left, by_rule, by_path, order }
    }

    /// Removes the error that a finding is about, whatever its place in its list; returns whether there is one.
    fn take(&mut self, finding: &Violation) -> bool {
        let order = self.order;
        let predicted = PREDICTIONS.iter().find(|(rule, _)| *rule == finding.rule.name);
        let is_predicted = predicted.is_some();
        let rule = predicted.map_or(finding.rule.name, |(_, rule)| rule);
        let Some(errors) = self.by_rule.get_mut(rule) else { return false };
        let is_same = |error: &Key| match order {
            _ if is_predicted => finding.detail.contains(error.bad.as_str()),
            ListOrder::AsWritten => error.path == finding.path,
            ListOrder::Rearranged => is_same_field(&error.path, &finding.path),
        };
        let with_value = errors.iter().position(|(_, error)| error.bad == finding.bad && is_same(error));
        let Some(position) = with_value.or_else(|| errors.iter().position(|(_, error)| is_same(error))) else {
            return false;
        };
        let (at, _) = errors.swap_remove(position);
        self.left.remove(&at)
    }

    /// Removes the error at the path of a warning or note, which is about the same value. Advice is about something else.
    fn take_at_path(&mut self, finding: &Violation) -> bool {
        let at = self.by_path.get(&finding.path).filter(|_| finding.kind != ViolationKind::Advice);
        at.is_some_and(|at| self.left.remove(at))
    }
}

/// Returns whether two paths are of one field, or of a field and one that contains it, whatever their indices.
fn is_same_field(one: &FieldPath, other: &FieldPath) -> bool {
    let mut both = one.segments().iter().zip(other.segments());
    both.all(|(one, other)| one == other || matches!((one, other), (Segment::Index(_), Segment::Index(_))))
}

/// The errors of one side.
struct Errors {
    all: ErrorPaths,
    by_rule: HashMap<&'static str, ErrorPaths>,
}

impl Errors {
    fn new<'e>(errors: impl Iterator<Item = (&'static str, &'e FieldPath)>) -> Self {
        let mut by_rule: HashMap<_, Vec<&FieldPath>> = HashMap::new();
        errors.for_each(|(rule, path)| by_rule.entry(rule).or_default().push(path));
        let all = ErrorPaths::new(by_rule.values().flatten().copied());
        let by_rule = by_rule.into_iter().map(|(rule, paths)| (rule, ErrorPaths::new(paths.into_iter()))).collect();
        Self { all, by_rule }
    }

    /// Returns whether there is an error about the same mistake: of the same rule near the path, or of another one there.
    fn have(&self, rule: &str, path: &FieldPath) -> bool {
        self.all.cover_field(path) || self.by_rule.get(rule).is_some_and(|errors| errors.covers(path))
    }
}

/// The paths of errors, possibly very many. They are kept as hashes, which take a tenth of the memory of the paths.
pub(crate) struct ErrorPaths {
    state: RandomState,
    paths: HashSet<u64>,
    /// The paths and all their prefixes.
    prefixes: HashSet<u64>,
}

impl ErrorPaths {
    pub(crate) fn new<'e>(errors: impl Iterator<Item = &'e FieldPath>) -> Self {
        let mut all = Self { state: RandomState::new(), paths: HashSet::new(), prefixes: HashSet::new() };
        for path in errors {
            let path = path.segments();
            all.prefixes.extend(prefixes(&all.state, path).map(|(_, hash)| hash));
            all.paths.extend(prefixes(&all.state, path).last().map(|(_, hash)| hash));
        }
        all
    }

    /// Returns whether an error may be about the value at a path: there, inside it, or at one of its parents.
    pub(super) fn covers(&self, path: &FieldPath) -> bool {
        self.are_inside(path) || self.are_around(path)
    }

    /// Returns whether an error is at a path or inside it.
    pub(crate) fn are_inside(&self, path: &FieldPath) -> bool {
        prefixes(&self.state, path.segments()).last().is_some_and(|(_, hash)| self.prefixes.contains(&hash))
    }

    /// Returns whether an error is at a path or at one of its parents.
    pub(crate) fn are_around(&self, path: &FieldPath) -> bool {
        prefixes(&self.state, path.segments()).any(|(_, hash)| self.paths.contains(&hash))
    }

    /// Like [`covers`](Self::covers), but an error about an item of a list covers no error inside the item.
    fn cover_field(&self, path: &FieldPath) -> bool {
        let is_item = |last: Option<&Segment>| matches!(last, Some(Segment::Index(_)));
        let whole = prefixes(&self.state, path.segments()).last();
        whole.is_some_and(|(last, hash)| self.paths.contains(&hash) || !is_item(last) && self.prefixes.contains(&hash))
            || prefixes(&self.state, path.segments()).any(|(last, hash)| !is_item(last) && self.paths.contains(&hash))
    }
}

/// Returns the last segment and the hash of each prefix of a path, from the empty one to the path itself.
fn prefixes<'p>(state: &RandomState, path: &'p [Segment]) -> impl Iterator<Item = (Option<&'p Segment>, u64)> {
    let mut hasher = state.build_hasher();
    iter::once(None).chain(path.iter().map(Some)).map(move |last| {
        last.hash(&mut hasher);
        (last, hasher.finish())
    })
}
