//! The selection of one of several flavors.

use std::borrow::Borrow;
use std::cmp::Ordering;

use rootstock_core_model::Quirks;
use serde::Serialize;

use crate::ranking::Ranking;
use crate::vocabulary::Definition;
use crate::{CapabilitySet, Vocabulary};

/// The selected flavor.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Selection {
    /// The index among the candidates.
    pub flavor: usize,
    /// The number of compatible candidates, including this one.
    pub compatible: usize,
}

/// The error if no flavor can be selected.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum SelectionError {
    /// No candidate is compatible.
    #[error("no flavor is compatible with the machine type and the worker")]
    NoneCompatible,
    /// Several candidates are equally good and cannot be distinguished.
    #[error("the flavors {} cannot be distinguished: make them differ in a registered capability, or remove all but one", list(.flavors))]
    Ambiguous {
        /// The indices among the candidates, ascending.
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

/// The words of a set in a form that compares like an integer.
trait Bits: Ord + Sized + AsRef<[u64]> + AsMut<[u64]> {
    fn of(set: &CapabilitySet) -> Self;
}

impl Bits for [u64; 2] {
    #[inline]
    fn of(set: &CapabilitySet) -> Self {
        set.head
    }
}

impl Bits for Vec<u64> {
    fn of(set: &CapabilitySet) -> Self {
        set.words().collect()
    }
}

#[inline]
fn intersect<B: Bits>(mut bits: B, with: &CapabilitySet) -> B {
    bits.as_mut().iter_mut().zip(B::of(with).as_ref()).for_each(|(own, other_value)| *own &= other_value);
    bits
}

/// The sort key of a candidate, field by field; the greater one wins. Fields that do not count are `None`.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Key<B> {
    /// The most preferred value of each capability.
    most_preferred: Option<B>,
    /// The values left after intersecting.
    effective: Option<B>,
    /// The flavor's own values.
    own: B,
}

impl Vocabulary {
    /// Selects the best compatible flavor for a machine type and, optionally, a worker.
    ///
    /// Documented semantics: candidates are compared by the values left after intersecting, first by the most preferred value
    /// of each capability, then by all values left, and finally by all values they declare. The quirks `rank_by_own_values` and
    /// `rank_by_all_values` change that. The order of the candidates never matters.
    ///
    /// # Errors
    ///
    /// Returns [`SelectionError::NoneCompatible`] if no candidate fits or there are none, and [`SelectionError::Ambiguous`] if
    /// several candidates are equally good.
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
        let input = SelectionInput { vocabulary: self, machine_type, worker, ranking };
        match &self.repeated {
            Some(definitions) if ranking.all_values => {
                input.answer(candidates, |flavor| input.walk(flavor, definitions))
            }
            _ if self.layout.is_short() => input.answer(candidates, |flavor| input.key::<[u64; 2]>(flavor)),
            _ => input.answer(candidates, |flavor| input.key::<Vec<u64>>(flavor)),
        }
    }
}

/// The inputs of a selection other than the candidates.
struct SelectionInput<'a> {
    vocabulary: &'a Vocabulary,
    machine_type: &'a CapabilitySet,
    worker: Option<&'a CapabilitySet>,
    ranking: Ranking,
}

impl SelectionInput<'_> {
    /// Returns the compatible candidate with the greatest key, if there is exactly one.
    #[inline]
    fn answer<S: Borrow<CapabilitySet>, K: Ord>(
        &self,
        candidates: &[S],
        key: impl Fn(&CapabilitySet) -> K,
    ) -> Result<Selection, SelectionError> {
        let mut compatible = 0;
        let mut best: Option<(usize, K)> = None;
        let mut tied = false;
        for (index, candidate) in self.compatible(candidates) {
            compatible += 1;
            let key = key(candidate);
            match best.as_ref().map_or(Ordering::Greater, |(_, incumbent)| key.cmp(incumbent)) {
                Ordering::Greater => (best, tied) = (Some((index, key)), false),
                Ordering::Equal => tied = true,
                Ordering::Less => {}
            }
        }
        match best {
            None => Err(SelectionError::NoneCompatible),
            Some((flavor, _)) if !tied => Ok(Selection { flavor, compatible }),
            Some((_, best)) => {
                let equal = self.compatible(candidates).filter(|(_, candidate)| key(candidate) == best);
                Err(SelectionError::Ambiguous { flavors: equal.map(|(index, _)| index).collect() })
            }
        }
    }

    #[inline]
    fn compatible<'c, S: Borrow<CapabilitySet>>(
        &self,
        candidates: &'c [S],
    ) -> impl Iterator<Item = (usize, &'c CapabilitySet)> {
        let sets = candidates.iter().map(Borrow::borrow).enumerate();
        sets.filter(|(_, set)| self.vocabulary.compatible_with_worker(set, self.machine_type, self.worker))
    }

    #[inline]
    fn key<B: Bits>(&self, flavor: &CapabilitySet) -> Key<B> {
        // Values of definitions overridden by a later one have bits, but no rank.
        let ranked = |bits: B| match self.vocabulary.repeated {
            Some(_) => intersect(bits, self.vocabulary.everything()),
            None => bits,
        };
        let own = || ranked(B::of(flavor));
        let effective = || {
            let left = intersect(own(), self.machine_type);
            match self.worker {
                Some(worker) => intersect(left, worker),
                None => left,
            }
        };
        let most_preferred = |mut values: B| {
            self.vocabulary.layout.keep_most_preferred(values.as_mut());
            values
        };
        let Ranking { own_values, all_values } = self.ranking;
        Key {
            most_preferred: (!all_values).then(|| most_preferred(if own_values { own() } else { effective() })),
            effective: (!own_values).then(effective),
            own: own(),
        }
    }

    /// Compares value by value, because Gardener walks every definition, including those overridden by a later one of the same
    /// name, and no single bit layout can express that order. Admission refuses such a profile anyway.
    #[cold]
    fn walk(&self, flavor: &CapabilitySet, definitions: &[Definition]) -> Vec<bool> {
        let positions = || definitions.iter().flat_map(|definition| &definition.positions);
        let left = self.vocabulary.effective(flavor, self.machine_type, self.worker);
        let effective = positions().filter(|_| !self.ranking.own_values).map(|position| left.has(*position));
        effective.chain(positions().map(|position| flavor.has(*position))).collect()
    }
}
