//! What became of each candidate of a selection.

use super::{CapabilityRow, Explanation, SelectionOutcome};
use crate::Mismatch;

/// What became of one candidate.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum CandidateOutcome {
    /// The flavor that is selected.
    Selected,
    /// One of several flavors that are best and cannot be told apart.
    Ambiguous,
    /// The flavor does not fit.
    Incompatible {
        /// The most significant capability in which nothing is left.
        mismatch: Mismatch,
    },
    /// The flavor fits, and another one is preferred.
    Outranked {
        /// The capability by which it fell behind; `None` if nothing told it from those that were left.
        capability: Option<String>,
    },
}

impl Explanation {
    /// What became of each candidate, in their order.
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
        let candidates = self.capabilities.iter().map(|row| row.flavors.len()).max();
        // Without capabilities there are no rows, and everything fits.
        let count = candidates.unwrap_or(self.compatible.len());
        (0..count).map(|candidate| self.candidate_outcome(candidate)).collect()
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
    /// What everybody has, if nothing of a candidate is left.
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
