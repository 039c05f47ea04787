//! Explanations of a selection, as data: the table of intersections, followed by the walk through the capabilities.

mod candidate_outcome;
mod text;

use std::borrow::Borrow;
use std::cmp::Ordering;

use rootstock_core_model::Quirks;
use serde::Serialize;

pub use candidate_outcome::CandidateOutcome;

use crate::ranking::Ranking;
use crate::selection::{Selection, SelectionError};
use crate::vocabulary::Definition;
use crate::{CapabilitySet, Vocabulary};

/// The reason why a flavor was selected, or none. Flavors are identified by their index among the candidates.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Explanation {
    /// Step 1, the compatibility check: one row per registered capability, most significant first.
    pub capabilities: Vec<CapabilityRow>,
    /// The candidates for which no intersection is empty.
    pub compatible: Vec<usize>,
    /// Step 2, breaking ties: the comparisons made until one candidate was left. Empty if fewer than two were compatible.
    pub walk: Vec<WalkStep>,
    /// The result of the selection.
    pub outcome: SelectionOutcome,
    /// Gardener's result, if it differs: Gardener ranks by the flavors' own values, and its selection ignores the
    /// worker.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub gardener: Option<SelectionOutcome>,
    /// The number of values omitted because the rows would exceed the limit; `capabilities` and `walk` are empty then.
    #[serde(skip_serializing_if = "is_zero")]
    #[cfg_attr(feature = "schema", schemars(default))]
    pub left_out: usize,
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
const fn is_zero(count: &usize) -> bool {
    *count == 0
}

/// The values that each side has for one capability, after defaulting.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CapabilityRow {
    /// The capability.
    pub capability: String,
    /// The values that the machine type supports, most preferred first.
    pub machine_type: Vec<String>,
    /// The values that the worker asks for; absent if no worker takes part.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub worker: Option<Vec<String>>,
    /// The values of each candidate.
    pub flavors: Vec<FlavorValues>,
}

/// The values of one candidate for one capability.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct FlavorValues {
    /// The offered values, after defaulting.
    pub own: Vec<String>,
    /// The values left after intersecting with the machine type and the worker.
    pub effective: Vec<String>,
}

/// One comparison of the remaining candidates.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct WalkStep {
    /// The capability compared.
    pub capability: String,
    /// The values that are compared.
    pub criterion: Criterion,
    /// The remaining candidates and their compared values.
    pub standings: Vec<Standing>,
    /// The result of the comparison.
    pub verdict: StepVerdict,
    /// The candidates that remain afterwards.
    pub remaining: Vec<usize>,
}

/// A candidate in a comparison.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Standing {
    /// The candidate.
    pub flavor: usize,
    /// The compared values, most preferred first.
    pub values: Vec<String>,
}

/// The values of a capability that a step compares.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Criterion {
    /// The most preferred value left after intersecting.
    MostPreferredEffective,
    /// The most preferred of the flavor's own values.
    MostPreferredOwn,
    /// All values left after intersecting: the candidate with the more preferred one wins.
    AllEffective,
    /// All of the flavor's own values: the candidate with the more preferred one wins.
    AllOwn,
}

/// The result of one comparison.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum StepVerdict {
    /// All candidates remain.
    Tie,
    /// Some candidates are out; several remain.
    Narrowed,
    /// One candidate remains.
    Decided,
}

/// The result of a selection.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase", tag = "result")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum SelectionOutcome {
    /// This flavor is selected.
    Selected {
        /// The index.
        flavor: usize,
    },
    /// No flavor fits.
    NoneCompatible,
    /// Several flavors are equally good and cannot be distinguished.
    Ambiguous {
        /// The indices, ascending.
        flavors: Vec<usize>,
    },
}

impl From<Result<Selection, SelectionError>> for SelectionOutcome {
    fn from(result: Result<Selection, SelectionError>) -> Self {
        match result {
            Ok(Selection { flavor, .. }) => Self::Selected { flavor },
            Err(SelectionError::NoneCompatible) => Self::NoneCompatible,
            Err(SelectionError::Ambiguous { flavors }) => Self::Ambiguous { flavors },
        }
    }
}

impl Vocabulary {
    /// Explains the result of [`select`](Self::select) for the same arguments.
    ///
    /// The explanation's size is candidates × values; [`explain_within`](Self::explain_within) limits it.
    #[must_use]
    pub fn explain<S: Borrow<CapabilitySet>>(
        &self,
        candidates: &[S],
        machine_type: &CapabilitySet,
        worker: Option<&CapabilitySet>,
        quirks: &Quirks,
    ) -> Explanation {
        self.explain_within(usize::MAX, candidates, machine_type, worker, quirks)
    }

    /// Like [`explain`](Self::explain), but the rows hold at most `limit` values; beyond that they are omitted and only counted.
    #[must_use]
    pub fn explain_within<S: Borrow<CapabilitySet>>(
        &self,
        limit: usize,
        candidates: &[S],
        machine_type: &CapabilitySet,
        worker: Option<&CapabilitySet>,
        quirks: &Quirks,
    ) -> Explanation {
        let outcome = SelectionOutcome::from(self.select(candidates, machine_type, worker, quirks));
        let gardener = SelectionOutcome::from(self.select(candidates, machine_type, None, &Quirks::GARDENER_1_150));
        let field = Candidates {
            vocabulary: self,
            own: candidates.iter().map(Borrow::borrow).collect(),
            effective: candidates.iter().map(|own| self.effective(own.borrow(), machine_type, worker)).collect(),
        };
        let compatible: Vec<usize> = (0..)
            .zip(&field.own)
            .filter(|(_, own)| self.compatible_with_worker(own, machine_type, worker))
            .map(|(index, _)| index)
            .collect();
        let values = field.values(machine_type, worker);
        let is_within_limit = values <= limit;
        let rows = if is_within_limit { self.len() } else { 0 };
        Explanation {
            capabilities: (0..rows).filter_map(|index| field.row(index, machine_type, worker)).collect(),
            walk: if is_within_limit { field.walk(compatible.clone(), Ranking::of(quirks)) } else { Vec::new() },
            compatible,
            gardener: (gardener != outcome).then_some(gardener),
            outcome,
            left_out: if is_within_limit { 0 } else { values },
        }
    }

    fn owned(&self, set: &CapabilitySet, capability: usize) -> Vec<String> {
        self.values_at(set, capability).map(str::to_owned).collect()
    }
}

struct Candidates<'a> {
    vocabulary: &'a Vocabulary,
    own: Vec<&'a CapabilitySet>,
    effective: Vec<CapabilitySet>,
}

impl Candidates<'_> {
    /// The number of values in the rows. Each list counts as one more, because even an empty list takes space.
    fn values(&self, machine_type: &CapabilitySet, worker: Option<&CapabilitySet>) -> usize {
        let sets = self.own.iter().copied().chain(&self.effective).chain([machine_type]).chain(worker);
        sets.map(|set| set.count() + self.vocabulary.len()).sum()
    }

    fn row(&self, index: usize, machine_type: &CapabilitySet, worker: Option<&CapabilitySet>) -> Option<CapabilityRow> {
        let values = |set| self.vocabulary.owned(set, index);
        let flavors = self.own.iter().zip(&self.effective);
        Some(CapabilityRow {
            capability: self.vocabulary.capabilities().get(index)?.name().to_owned(),
            machine_type: values(machine_type),
            worker: worker.map(values),
            flavors: flavors.map(|(own, left)| FlavorValues { own: values(own), effective: values(left) }).collect(),
        })
    }

    fn walk(&self, mut remaining: Vec<usize>, ranking: Ranking) -> Vec<WalkStep> {
        let mut steps = Vec::new();
        let definitions = self.vocabulary.definitions(ranking);
        for criterion in ranking.criteria() {
            for definition in &definitions {
                if remaining.len() < 2 {
                    return steps;
                }
                let step = self.step(&remaining, *criterion, definition);
                remaining.clone_from(&step.remaining);
                steps.push(step);
            }
        }
        steps
    }

    fn step(&self, contenders: &[usize], criterion: Criterion, definition: &Definition) -> WalkStep {
        // For each contender, the ranks of the values it has.
        let has: Vec<Vec<usize>> = contenders.iter().map(|flavor| self.ranks(*flavor, criterion, definition)).collect();
        let best = has.iter().max_by(|one, other| preference(one, other));
        let remaining: Vec<usize> =
            contenders.iter().zip(&has).filter(|(_, has)| Some(*has) == best).map(|(flavor, _)| *flavor).collect();
        WalkStep {
            capability: self.vocabulary.capability_name(definition.capability).to_owned(),
            criterion,
            standings: contenders
                .iter()
                .zip(&has)
                .map(|(flavor, has)| Standing { flavor: *flavor, values: self.vocabulary.named(definition, has) })
                .collect(),
            verdict: match remaining.len() {
                1 => StepVerdict::Decided,
                left if left == contenders.len() => StepVerdict::Tie,
                _ => StepVerdict::Narrowed,
            },
            remaining,
        }
    }

    fn ranks(&self, flavor: usize, criterion: Criterion, definition: &Definition) -> Vec<usize> {
        let set = match criterion {
            Criterion::MostPreferredEffective | Criterion::AllEffective => self.effective.get(flavor),
            Criterion::MostPreferredOwn | Criterion::AllOwn => self.own.get(flavor).copied(),
        };
        let positions = definition.positions.iter().enumerate();
        let has = positions.filter(|(_, position)| set.is_some_and(|set| set.has(**position))).map(|(rank, _)| rank);
        match criterion {
            Criterion::MostPreferredEffective | Criterion::MostPreferredOwn => has.take(1).collect(),
            Criterion::AllEffective | Criterion::AllOwn => has.collect(),
        }
    }
}

/// Compares two lists of ranks; the greater is preferred: the list with the first value that only one of them has.
fn preference(ranks: &[usize], others: &[usize]) -> Ordering {
    let first = ranks.iter().zip(others).find(|(rank, other)| rank != other);
    first.map_or_else(|| ranks.len().cmp(&others.len()), |(rank, other)| other.cmp(rank))
}

impl Ranking {
    /// The criteria in the order in which they apply, each over all capabilities.
    const fn criteria(self) -> &'static [Criterion] {
        use Criterion::{AllEffective, AllOwn, MostPreferredEffective, MostPreferredOwn};
        match (self.own_values, self.all_values) {
            (false, false) => &[MostPreferredEffective, AllEffective, AllOwn],
            (false, true) => &[AllEffective, AllOwn],
            (true, false) => &[MostPreferredOwn, AllOwn],
            (true, true) => &[AllOwn],
        }
    }
}
