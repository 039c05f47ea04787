//! Which of several flavors is taken.

use std::borrow::Borrow;
use std::cmp::Ordering;

use rootstock_core_model::Quirks;
use serde::Serialize;

use crate::layout::Words;
use crate::vocabulary::Definition;
use crate::{CapabilitySet, Vocabulary};

/// The flavor that is taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Selection {
    /// Its index among the candidates.
    pub flavor: usize,
    /// How many candidates were compatible, this one included.
    pub compatible: usize,
}

/// No flavor can be taken.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum SelectionError {
    /// No candidate is compatible.
    #[error("no flavor is compatible with the machine type and the worker")]
    NoneCompatible,
    /// Several candidates are best, and nothing tells them apart.
    #[error("the flavors {} cannot be told apart: make them differ in a registered capability, or remove all but one", list(.flavors))]
    Ambiguous {
        /// Their indices among the candidates, ascending.
        flavors: Vec<usize>,
    },
}

fn list(indices: &[usize]) -> String {
    let texts: Vec<String> = indices.iter().map(usize::to_string).collect();
    match texts.split_last() {
        Some((last, rest)) if !rest.is_empty() => format!("{} and {last}", rest.join(", ")),
        _ => texts.concat(),
    }
}

/// How candidates are compared, as the quirks have it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Ranking {
    /// `rank_by_own_values`: on the flavor's own values, not on what is left of them.
    pub(crate) own_values: bool,
    /// `rank_by_all_values`: whole value sets count at once, not the most preferred values first.
    pub(crate) all_values: bool,
}

impl Ranking {
    pub(crate) const fn of(quirks: &Quirks) -> Self {
        Self { own_values: quirks.rank_by_own_values, all_values: quirks.rank_by_all_values }
    }
}

/// What a candidate is compared by; the greater wins. Each part is a bit vector, compared like an integer.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Key {
    /// The most preferred value of each capability; nothing if whole sets count at once.
    most_preferred: Words,
    /// All values.
    values: Words,
    /// The flavor's own values, if `values` are not those already.
    own: Words,
}

/// Gardener walks every definition, also those that a later one of the same name overrides. No single layout of bits
/// follows that walk, so it is made step by step. Admission refuses such a profile anyway.
#[cold]
fn compare_by_definitions(definitions: &[Definition], one: &CapabilitySet, other: &CapabilitySet) -> Ordering {
    let mut positions = definitions.iter().flat_map(|definition| &definition.positions);
    let decided = positions.find_map(|position| match one.has(*position).cmp(&other.has(*position)) {
        Ordering::Equal => None,
        order => Some(order),
    });
    decided.unwrap_or(Ordering::Equal)
}

impl Vocabulary {
    /// Takes the best compatible flavor for a machine type and, if there is one, a worker.
    ///
    /// Documented semantics: candidates are compared on what is left of them after intersecting, first by the most
    /// preferred value of each capability, then by all values that are left, then by all values they declare. The
    /// quirks `rank_by_own_values` and `rank_by_all_values` change that. The order of the candidates never matters.
    ///
    /// # Errors
    ///
    /// [`SelectionError::NoneCompatible`] if no candidate fits, or there is none;
    /// [`SelectionError::Ambiguous`] if the best ones cannot be told apart.
    ///
    /// ```
    /// use rootstock_capability_engine::{SelectionError, Vocabulary};
    /// use rootstock_core_model::{Capabilities, CapabilityDefinition, Quirks};
    ///
    /// let storage = CapabilityDefinition { name: "storage".into(), values: vec!["NVMe".into(), "SCSI".into()] };
    /// let vocabulary = Vocabulary::new(&[storage]);
    /// let flavors = ["SCSI", "NVMe"].map(|value| vocabulary.compile(&Capabilities::from_iter([("storage", [value])])));
    /// let selection = vocabulary.select(&flavors, vocabulary.everything(), None, &Quirks::NONE)?;
    /// assert_eq!(selection.flavor, 1);
    /// # Ok::<(), SelectionError>(())
    /// ```
    pub fn select<S: Borrow<CapabilitySet>>(
        &self,
        candidates: &[S],
        machine_type: &CapabilitySet,
        worker: Option<&CapabilitySet>,
        quirks: &Quirks,
    ) -> Result<Selection, SelectionError> {
        let ranking = Ranking::of(quirks);
        let mut compatible = 0;
        let mut best: Option<(usize, &CapabilitySet)> = None;
        let mut tied = false;
        for (index, candidate) in candidates.iter().enumerate() {
            let candidate = candidate.borrow();
            if !self.compatible_with_worker(candidate, machine_type, worker) {
                continue;
            }
            compatible += 1;
            let order = match best {
                None => Ordering::Greater,
                Some((_, incumbent)) => self.compare(candidate, incumbent, machine_type, worker, ranking),
            };
            match order {
                Ordering::Greater => (best, tied) = (Some((index, candidate)), false),
                Ordering::Equal => tied = true,
                Ordering::Less => {}
            }
        }
        match best {
            None => Err(SelectionError::NoneCompatible),
            Some((flavor, _)) if !tied => Ok(Selection { flavor, compatible }),
            Some((_, incumbent)) => {
                let equal = candidates.iter().enumerate().filter(|(_, candidate)| {
                    let candidate = (*candidate).borrow();
                    self.compatible_with_worker(candidate, machine_type, worker)
                        && self.compare(candidate, incumbent, machine_type, worker, ranking).is_eq()
                });
                Err(SelectionError::Ambiguous { flavors: equal.map(|(index, _)| index).collect() })
            }
        }
    }

    fn compare(
        &self,
        one: &CapabilitySet,
        other: &CapabilitySet,
        machine_type: &CapabilitySet,
        worker: Option<&CapabilitySet>,
        ranking: Ranking,
    ) -> Ordering {
        let key = |set| self.key(set, machine_type, worker, ranking);
        match &self.repeated {
            Some(definitions) if ranking.all_values => {
                let order = if ranking.own_values {
                    Ordering::Equal
                } else {
                    let left = |set| self.effective(set, machine_type, worker);
                    compare_by_definitions(definitions, &left(one), &left(other))
                };
                order.then_with(|| compare_by_definitions(definitions, one, other))
            }
            _ => key(one).cmp(&key(other)),
        }
    }

    fn key(
        &self,
        flavor: &CapabilitySet,
        machine_type: &CapabilitySet,
        worker: Option<&CapabilitySet>,
        ranking: Ranking,
    ) -> Key {
        let mut own = flavor.words.clone();
        if self.repeated.is_some() {
            // Values of definitions that a later one overrides have bits, but no rank.
            own.iter_mut().zip(&self.everything().words).for_each(|(bits, registered)| *bits &= registered);
        }
        let values = if ranking.own_values {
            own.clone()
        } else {
            let mut left: Words = own.iter().zip(&machine_type.words).map(|(a, b)| a & b).collect();
            if let Some(worker) = worker {
                left.iter_mut().zip(&worker.words).for_each(|(bits, asked)| *bits &= asked);
            }
            left
        };
        let mut most_preferred = Words::new();
        if !ranking.all_values {
            most_preferred = values.clone();
            self.layout.keep_most_preferred(&mut most_preferred);
        }
        Key { most_preferred, values, own }
    }
}
