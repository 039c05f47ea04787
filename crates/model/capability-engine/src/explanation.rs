//! Why a flavor is taken, as data: the table of intersections, then the walk through the capabilities.

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

/// Why a flavor is taken, or none. Flavors are named by their index among the candidates.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Explanation {
    /// Step 1, the compatibility check: one row per registered capability, most significant first.
    pub capabilities: Vec<CapabilityRow>,
    /// The candidates for which no row comes out empty.
    pub compatible: Vec<usize>,
    /// Step 2, breaking ties: the comparisons made until one candidate was left. Empty if less than two were compatible.
    pub walk: Vec<WalkStep>,
    /// The answer.
    pub outcome: SelectionOutcome,
    /// What Gardener v1.150 answers, where that differs. It ranks by the flavors' own values, and its selection does not
    /// see the worker.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub gardener: Option<SelectionOutcome>,
    /// How many values the rows would hold, where those are too many to be told: `capabilities` and `walk` are empty then.
    #[serde(skip_serializing_if = "is_zero")]
    #[cfg_attr(feature = "schema", schemars(default))]
    pub left_out: usize,
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
const fn is_zero(count: &usize) -> bool {
    *count == 0
}

/// What everyone has of one capability, after defaulting.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CapabilityRow {
    /// The capability.
    pub capability: String,
    /// What the machine type supports, most preferred first.
    pub machine_type: Vec<String>,
    /// What the worker asks for; absent if no worker takes part.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub worker: Option<Vec<String>>,
    /// Each candidate.
    pub flavors: Vec<FlavorValues>,
}

/// What one candidate has of one capability.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct FlavorValues {
    /// What it offers, after defaulting.
    pub own: Vec<String>,
    /// What is left after intersecting with machine type and worker.
    pub effective: Vec<String>,
}

/// One comparison of the candidates that are still in.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct WalkStep {
    /// The capability compared.
    pub capability: String,
    /// Which of its values count.
    pub criterion: Criterion,
    /// The candidates still in, and those values.
    pub standings: Vec<Standing>,
    /// How it went.
    pub verdict: StepVerdict,
    /// Who is still in afterwards.
    pub remaining: Vec<usize>,
}

/// A candidate in a comparison.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Standing {
    /// The candidate.
    pub flavor: usize,
    /// The values that count, most preferred first.
    pub values: Vec<String>,
}

/// Which values of a capability are compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Criterion {
    /// The most preferred value that is left after intersecting.
    MostPreferredEffective,
    /// The most preferred value of the flavor's own.
    MostPreferredOwn,
    /// All values that are left: having the more preferred one wins.
    AllEffective,
    /// All values of the flavor's own: having the more preferred one wins.
    AllOwn,
}

/// How one comparison went.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum StepVerdict {
    /// Everyone is still in.
    Tie,
    /// Some are out, several still in.
    Narrowed,
    /// One is left.
    Decided,
}

/// The answer of a selection.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase", tag = "result")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum SelectionOutcome {
    /// This flavor is taken.
    Selected {
        /// The index.
        flavor: usize,
    },
    /// No flavor fits.
    NoneCompatible,
    /// Several flavors are best and cannot be told apart.
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
    /// Explains what [`select`](Self::select) answers for the same arguments.
    ///
    /// The answer is as large as all candidates times all values; [`explain_within`](Self::explain_within) has a bound.
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

    /// The same with rows of so many values at most; where there are more, the rows are left out and counted.
    #[must_use]
    pub fn explain_within<S: Borrow<CapabilitySet>>(
        &self,
        most: usize,
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
        let is_told = values <= most;
        let rows = if is_told { self.len() } else { 0 };
        Explanation {
            capabilities: (0..rows).filter_map(|index| field.row(index, machine_type, worker)).collect(),
            walk: if is_told { field.walk(compatible.clone(), Ranking::of(quirks)) } else { Vec::new() },
            compatible,
            gardener: (gardener != outcome).then_some(gardener),
            outcome,
            left_out: if is_told { 0 } else { values },
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
    /// How many values the rows hold; a list without any takes room, too.
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
        // Per contender, the ranks of the values that it has.
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

/// Of two lists of ranks the greater is preferred: the one that has the first value which only one of them has.
fn preference(ranks: &[usize], others: &[usize]) -> Ordering {
    let first = ranks.iter().zip(others).find(|(rank, other)| rank != other);
    first.map_or_else(|| ranks.len().cmp(&others.len()), |(rank, other)| other.cmp(rank))
}

impl Ranking {
    /// What is compared, in this order, each over all capabilities.
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
