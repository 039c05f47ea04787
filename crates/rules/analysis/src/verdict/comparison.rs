//! The comparison of the errors of both semantics.
//!
//! It decides how the errors are shown, never whether Gardener refuses the object.

use std::collections::{BTreeMap, HashMap, HashSet};
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
    /// By rule and field.
    by_field: HashMap<&'static str, BTreeMap<FieldPath, OfField<'e>>>,
    by_path: HashMap<&'e FieldPath, usize>,
    order: ListOrder,
}

/// The errors of a rule about a field, by their values; the first one last. Those that are not left remain in the lists.
#[derive(Default)]
struct OfField<'e> {
    all: Vec<usize>,
    by_value: BTreeMap<&'e str, Vec<usize>>,
}

impl<'e> Unmatched<'e> {
    fn of(theirs: &'e [Key], covered: &[bool], order: ListOrder) -> Self {
        let left: HashSet<usize> =
            covered.iter().enumerate().filter(|(_, is_covered)| !**is_covered).map(|(at, _)| at).collect();
        let mut by_field: HashMap<_, BTreeMap<FieldPath, OfField<'e>>> = HashMap::new();
        let mut by_path = HashMap::new();
        for (at, error) in theirs.iter().enumerate().rev().filter(|(at, _)| left.contains(at)) {
            let field = by_field.entry(error.rule).or_default().entry(order.field(&error.path)).or_default();
            field.all.push(at);
            field.by_value.entry(error.bad.as_str()).or_default().push(at);
            by_path.entry(&error.path).or_insert(at);
        }
        Self { left, by_field, by_path, order }
    }

    /// Removes the error that a finding is about, whatever its place in its list; returns whether there is one.
    fn take(&mut self, finding: &Violation) -> bool {
        let predicted = PREDICTIONS.iter().find(|(rule, _)| *rule == finding.rule.name);
        let rule = predicted.map_or(finding.rule.name, |(_, rule)| rule);
        let (order, left) = (self.order, &mut self.left);
        let Some(fields) = self.by_field.get_mut(rule) else { return false };
        if predicted.is_some() {
            let mut values = fields.values_mut().flat_map(|field| &mut field.by_value);
            return values.any(|(value, errors)| finding.detail.contains(value) && take_first(errors, left));
        }
        let value = finding.bad.as_str();
        if order == ListOrder::AsWritten {
            return fields.get_mut(&finding.path).is_some_and(|field| field.take(value, left));
        }
        let is_same = |path: &FieldPath| is_same_field(path, &finding.path);
        let mut same: Vec<&mut OfField<'_>> =
            fields.iter_mut().filter(|(path, _)| is_same(path)).map(|(_, field)| field).collect();
        same.iter_mut().any(|field| field.take_value(value, left))
            || same.iter_mut().any(|field| take_first(&mut field.all, left))
    }

    /// Removes the error at the path of a warning or note, which is about the same value. Advice is about something else.
    fn take_at_path(&mut self, finding: &Violation) -> bool {
        let at = self.by_path.get(&finding.path).filter(|_| finding.kind != ViolationKind::Advice);
        at.is_some_and(|at| self.left.remove(at))
    }
}

impl OfField<'_> {
    /// Removes an error about a value, or else any error.
    fn take(&mut self, value: &str, left: &mut HashSet<usize>) -> bool {
        self.take_value(value, left) || take_first(&mut self.all, left)
    }

    fn take_value(&mut self, value: &str, left: &mut HashSet<usize>) -> bool {
        self.by_value.get_mut(value).is_some_and(|errors| take_first(errors, left))
    }
}

/// Removes the first error that is left; returns whether there is one.
fn take_first(errors: &mut Vec<usize>, left: &mut HashSet<usize>) -> bool {
    while let Some(at) = errors.pop() {
        if left.remove(&at) {
            return true;
        }
    }
    false
}

impl ListOrder {
    /// Returns a path that all errors about a field have in common: without its places in lists if Gardener rearranges these.
    fn field(self, path: &FieldPath) -> FieldPath {
        match self {
            Self::AsWritten => path.clone(),
            Self::Rearranged => without_indices(path),
        }
    }
}

/// Returns a path with 0 in place of each index.
pub(crate) fn without_indices(path: &FieldPath) -> FieldPath {
    let segments = path.segments().iter().map(|segment| match segment {
        Segment::Index(_) => Segment::Index(0),
        Segment::Field(_) => segment.clone(),
    });
    FieldPath::from(segments.collect::<Vec<_>>())
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
