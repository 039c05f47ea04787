//! The outcome of a selection for each candidate.

use std::borrow::Borrow;
use std::cmp::Ordering;

use rootstock_core_model::Quirks;

use super::{CapabilityRow, Criterion, Explanation, SelectionOutcome};
use crate::ranking::Ranking;
use crate::vocabulary::Definition;
use crate::{CapabilitySet, Mismatch, Vocabulary};

/// The outcome for one candidate.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum CandidateOutcome {
    /// The flavor is selected.
    Selected,
    /// The flavor is one of several that are equally good and cannot be distinguished.
    Ambiguous,
    /// The flavor does not fit.
    Incompatible {
        /// The most significant capability whose intersection is empty.
        mismatch: Mismatch,
    },
    /// The flavor fits, but another one is preferred.
    Outranked {
        /// The capability by which the flavor fell behind; `None` if nothing distinguished it from the remaining candidates.
        capability: Option<String>,
    },
}

impl Explanation {
    /// Returns the outcome for each candidate, in order; empty if the rows of the explanation were omitted.
    /// [`Vocabulary::candidate_outcomes`] does not need the rows.
    ///
    /// ```
    /// use rootstock_capability_engine::{CandidateOutcome, Vocabulary};
    /// use rootstock_core_model::{Capabilities, CapabilityDefinition, Quirks};
    ///
    /// let storage = CapabilityDefinition { name: "storage".into(), values: vec!["NVMe".into(), "SCSI".into(), "IDE".into()] };
    /// let vocabulary = Vocabulary::new(&[storage]);
    /// let set = |values: &[&str]| vocabulary.compile(&Capabilities::from_iter([("storage", values.to_vec())]));
    /// let flavors = [set(&["SCSI"]), set(&["NVMe"]), set(&["IDE"])];
    /// let explanation = vocabulary.explain(&flavors, &set(&["NVMe", "SCSI"]), None, &Quirks::NONE);
    /// let outcomes = explanation.candidate_outcomes();
    /// assert_eq!(outcomes[0], CandidateOutcome::Outranked { capability: Some("storage".into()) });
    /// assert_eq!(outcomes[1], CandidateOutcome::Selected);
    /// assert!(matches!(&outcomes[2], CandidateOutcome::Incompatible { mismatch } if mismatch.capability == "storage"));
    /// ```
    #[must_use]
    pub fn candidate_outcomes(&self) -> Vec<CandidateOutcome> {
        if self.left_out > 0 {
            return Vec::new();
        }
        let candidates = self.capabilities.iter().map(|row| row.flavors.len()).max();
        // Without registered capabilities there are no rows, and everything fits.
        let count = candidates.unwrap_or(self.compatible.len());
        (0..count).map(|candidate| self.candidate_outcome(candidate)).collect()
    }

    /// Returns the number of values in the rows. Each list counts as one more, because even an empty list takes space.
    #[must_use]
    pub fn values(&self) -> usize {
        let lists = self.capabilities.iter().flat_map(|row| {
            let flavors = row.flavors.iter().flat_map(|flavor| [&flavor.own, &flavor.effective]);
            flavors.chain([&row.machine_type]).chain(&row.worker)
        });
        lists.map(|list| list.len() + 1).sum()
    }

    fn candidate_outcome(&self, candidate: usize) -> CandidateOutcome {
        if let Some(mismatch) = self.capabilities.iter().find_map(|row| row.mismatch(candidate)) {
            return CandidateOutcome::Incompatible { mismatch };
        }
        match &self.outcome {
            SelectionOutcome::Selected { flavor } if *flavor == candidate => CandidateOutcome::Selected,
            SelectionOutcome::Ambiguous { flavors } if flavors.contains(&candidate) => CandidateOutcome::Ambiguous,
            _ => {
                let takes_part = |step: &&super::WalkStep| step.standings.iter().any(|one| one.flavor == candidate);
                let last = self.walk.iter().take_while(takes_part).last();
                let last = last.filter(|step| !step.remaining.contains(&candidate));
                CandidateOutcome::Outranked { capability: last.map(|step| step.capability.clone()) }
            }
        }
    }
}

impl CapabilityRow {
    /// Returns the values of all sides if the intersection for a candidate is empty.
    fn mismatch(&self, candidate: usize) -> Option<Mismatch> {
        let values = self.flavors.get(candidate).filter(|values| values.effective.is_empty())?;
        Some(Mismatch {
            capability: self.capability.clone(),
            flavor: values.own.clone(),
            machine_type: self.machine_type.clone(),
            worker: self.worker.clone(),
        })
    }
}

impl Vocabulary {
    /// Returns the outcome for each candidate, in order. The result equals [`Explanation::candidate_outcomes`], but without
    /// building the explanation, whose size is candidates × values.
    ///
    /// ```
    /// use rootstock_capability_engine::{CandidateOutcome, Vocabulary};
    /// use rootstock_core_model::{Capabilities, CapabilityDefinition, Quirks};
    ///
    /// let storage = CapabilityDefinition { name: "storage".into(), values: vec!["NVMe".into(), "SCSI".into()] };
    /// let vocabulary = Vocabulary::new(&[storage]);
    /// let flavors = ["SCSI", "NVMe"].map(|value| vocabulary.compile(&Capabilities::from_iter([("storage", [value])])));
    /// let outcomes = vocabulary.candidate_outcomes(&flavors, vocabulary.everything(), None, &Quirks::NONE);
    /// assert_eq!(outcomes[1], CandidateOutcome::Selected);
    /// ```
    #[must_use]
    pub fn candidate_outcomes<S: Borrow<CapabilitySet>>(
        &self,
        candidates: &[S],
        machine_type: &CapabilitySet,
        worker: Option<&CapabilitySet>,
        quirks: &Quirks,
    ) -> Vec<CandidateOutcome> {
        let outcome = SelectionOutcome::from(self.select(candidates, machine_type, worker, quirks));
        let compatible = candidates.iter().map(Borrow::borrow).enumerate();
        let compatible = compatible.filter(|(_, own)| self.compatible_with_worker(own, machine_type, worker));
        let contenders: Vec<Contender<'_>> = compatible
            .map(|(place, own)| Contender { place, own, effective: self.effective(own, machine_type, worker) })
            .collect();
        let mut deciding_capabilities =
            self.deciding_capabilities(contenders, candidates.len(), Ranking::of(quirks)).into_iter();
        let outcomes = candidates.iter().enumerate().map(|(candidate, own)| {
            let deciding = deciding_capabilities.next().flatten();
            if let Some(mismatch) = self.first_mismatch(own.borrow(), machine_type, worker) {
                return CandidateOutcome::Incompatible { mismatch };
            }
            match &outcome {
                SelectionOutcome::Selected { flavor } if *flavor == candidate => CandidateOutcome::Selected,
                SelectionOutcome::Ambiguous { flavors } if flavors.binary_search(&candidate).is_ok() => {
                    CandidateOutcome::Ambiguous
                }
                _ => CandidateOutcome::Outranked {
                    capability: deciding.map(|capability| self.capability_name(capability).to_owned()),
                },
            }
        });
        outcomes.collect()
    }

    /// Returns, for each of `count` candidates, the capability by which it fell behind, if any.
    fn deciding_capabilities(
        &self,
        mut contenders: Vec<Contender<'_>>,
        count: usize,
        ranking: Ranking,
    ) -> Vec<Option<usize>> {
        let mut deciding = vec![None; count];
        let definitions = self.definitions(ranking);
        for criterion in ranking.criteria() {
            for definition in &definitions {
                let best = |one: &Contender<'_>, other: &Contender<'_>| one.compare_with(other, *criterion, definition);
                let Some(best) = contenders.iter().max_by(|one, other| best(one, other)).cloned() else {
                    return deciding;
                };
                contenders.retain(|one| {
                    let stays = one.compare_with(&best, *criterion, definition).is_eq();
                    if let Some(deciding) = deciding.get_mut(one.place).filter(|_| !stays) {
                        *deciding = Some(definition.capability);
                    }
                    stays
                });
            }
        }
        deciding
    }
}

/// A candidate that fits.
#[derive(Clone)]
struct Contender<'a> {
    place: usize,
    own: &'a CapabilitySet,
    effective: CapabilitySet,
}

impl Contender<'_> {
    /// Compares this contender with another in one capability; the greater is preferred.
    fn compare_with(&self, other: &Self, criterion: Criterion, definition: &Definition) -> Ordering {
        let of = |one: &'_ Self, position: usize| match criterion {
            Criterion::MostPreferredEffective | Criterion::AllEffective => one.effective.has(position),
            Criterion::MostPreferredOwn | Criterion::AllOwn => one.own.has(position),
        };
        // The first value that only one of them has decides. With most preferred values only, the first value that either has
        // decides.
        let is_short = matches!(criterion, Criterion::MostPreferredEffective | Criterion::MostPreferredOwn);
        for position in &definition.positions {
            match (of(self, *position), of(other, *position)) {
                (true, true) if is_short => return Ordering::Equal,
                (own, other_value) if own != other_value => return own.cmp(&other_value),
                _ => {}
            }
        }
        Ordering::Equal
    }
}
