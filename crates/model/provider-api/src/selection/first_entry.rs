//! The lookup of extensions that take the first entry for the worker's architecture with an image in the region, so
//! that nothing competes and nothing is ambiguous.

use rootstock_core_model::{ARCHITECTURE, DEFAULT_ARCHITECTURE, Quirks};

use super::{Answer, ChoiceInput, Placed, Present};
use crate::entries::architecture_of;
use crate::{ImageOutcome, NotFoundReason};

impl ChoiceInput<'_> {
    /// Returns the first artifact that is for the worker.
    pub(super) fn first(
        &self,
        placed: &[Placed<'_>],
        (present, sets): &Present,
        of_architecture: bool,
        quirks: &Quirks,
    ) -> Answer {
        let mut unwritten = false;
        for (index, set) in present.iter().zip(sets) {
            let Some(one) = placed.get(*index) else { continue };
            let is_compatible =
                self.worker.as_ref().is_none_or(|worker| self.vocabulary.compiled.compatible(set, worker));
            if !is_compatible || of_architecture && !self.is_of_architecture(one) {
                continue;
            }
            if of_architecture && self.is_unusable(one, quirks) {
                unwritten = true;
                continue;
            }
            return Answer::Chosen(*index);
        }
        Answer::Fails(match unwritten {
            true => NotFoundReason::ArchitectureUnwritten,
            false => NotFoundReason::Incompatible,
        })
    }

    /// Returns the outcomes of the artifacts that have a reference here.
    pub(super) fn first_entry_outcomes(
        &self,
        placed: &[Placed<'_>],
        present: &Present,
        of_architecture: bool,
        quirks: &Quirks,
    ) -> Vec<ImageOutcome> {
        let chosen = self.first(placed, present, of_architecture, quirks);
        let image_outcomes = present.0.iter().filter_map(|index| Some((*index, placed.get(*index)?)));
        image_outcomes
            .map(|(index, one)| match architecture_of(&one.artifact) {
                _ if chosen == Answer::Chosen(index) => ImageOutcome::Chosen,
                Some(architecture) if of_architecture && !self.is_of_architecture(one) => ImageOutcome::Incompatible {
                    capability: ARCHITECTURE.to_owned(),
                    offered: vec![architecture.to_owned()],
                    wanted: vec![self.architecture().to_owned()],
                },
                _ => ImageOutcome::Outranked { capability: None },
            })
            .collect()
    }

    fn is_of_architecture(&self, placed: &Placed<'_>) -> bool {
        architecture_of(&placed.artifact).is_none_or(|one| one == self.architecture())
    }

    /// Returns the worker's architecture, or else the machine type's.
    fn architecture(&self) -> &str {
        let of_machine = self.request.machine_capabilities.get(ARCHITECTURE).and_then(<[String]>::first);
        let requested = self.request.architecture.filter(|one| !one.is_empty());
        requested.or(of_machine.map(String::as_str)).unwrap_or(DEFAULT_ARCHITECTURE)
    }
}
