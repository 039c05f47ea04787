//! The flavors of two profiles: the equal ones, and the reasons for choosing another one.

use std::collections::HashSet;

use rootstock_capability_engine::Vocabulary;
use rootstock_core_model::Capabilities;
use rootstock_provider_api::{Candidate, ImageOutcome};

use super::SelectionCause;
use super::choice::Choice;

/// A comparison of the flavors of both profiles, according to both vocabularies.
#[derive(Debug, Clone, Copy)]
pub(super) struct FlavorComparison<'v> {
    vocabularies: [&'v Vocabulary; 2],
}

impl<'v> FlavorComparison<'v> {
    /// Creates a comparison from the vocabularies of the old and the new profile.
    pub(super) const fn new(vocabularies: [&'v Vocabulary; 2]) -> Self {
        Self { vocabularies }
    }

    /// Returns the candidate of the other side with equal declarations; if there are several, the chosen one is preferred.
    pub(super) fn find(&self, candidate: &Candidate, among: &Choice, is_new: bool) -> Option<usize> {
        let is_same = |other: &Candidate| {
            let (old, new) = if is_new { (other, candidate) } else { (candidate, other) };
            self.declare_the_same(&old.capabilities, &new.capabilities)
        };
        let chosen = among.chosen.as_ref().ok().copied();
        chosen
            .filter(|place| among.candidates.get(*place).is_some_and(is_same))
            .or_else(|| among.candidates.iter().position(is_same))
    }

    /// Returns whether two flavors support the same values of every capability that both profiles register.
    fn declare_the_same(&self, old: &Capabilities, new: &Capabilities) -> bool {
        let [before, after] = self.vocabularies;
        before.capabilities().iter().all(|capability| {
            let name = capability.name();
            let Some(counterpart) = after.get(name) else { return true };
            match (old.get(name), new.get(name)) {
                (None, None) => true,
                (one, other) => same_values(one.unwrap_or(capability.values()), other.unwrap_or(counterpart.values())),
            }
        })
    }

    /// Returns the reason why the answers differ. `then` is the new profile's candidate for the previous choice, `now`
    /// the old profile's candidate for the new choice.
    pub(super) fn cause(
        &self,
        before: &Choice,
        after: &Choice,
        then: Option<usize>,
        now: Option<usize>,
    ) -> SelectionCause {
        match (&before.chosen, &after.chosen) {
            (_, Err(missing)) => return SelectionCause::Lost { missing: *missing },
            (Err(missing), _) => return SelectionCause::Found { missing: *missing },
            _ => {}
        }
        let fate = |choice: &'_ Choice, place: Option<usize>| Some(choice.candidates.get(place?)?.fate.clone());
        let decides = match fate(after, then) {
            None => return SelectionCause::FlavorRemoved,
            Some(ImageOutcome::Chosen) => return SelectionCause::OtherReference,
            Some(ImageOutcome::NotInRegion { .. }) => return SelectionCause::NotInRegion,
            Some(ImageOutcome::Incompatible { capability, .. }) => return SelectionCause::NoLongerFits { capability },
            Some(ImageOutcome::Outranked { capability }) => capability,
            Some(_) => None,
        };
        match fate(before, now) {
            None | Some(ImageOutcome::NotInRegion { .. }) => SelectionCause::FlavorAdded { capability: decides },
            Some(ImageOutcome::Chosen) => SelectionCause::OtherReference,
            Some(ImageOutcome::Incompatible { capability, .. }) => SelectionCause::FitsNow { capability },
            Some(ImageOutcome::Outranked { capability: decided }) => self.preference(decided, decides),
            Some(_) => self.preference(None, decides),
        }
    }

    /// Returns the reason for preferring another flavor, although both exist and fit before and after.
    fn preference(&self, decided: Option<String>, decides: Option<String>) -> SelectionCause {
        let reordered = [&decides, &decided].into_iter().flatten().find_map(|capability| self.reordered(capability));
        if let Some(cause) = reordered {
            return cause;
        }
        let place = |vocabulary: &Vocabulary, name: &Option<String>| {
            vocabulary.capabilities().iter().position(|capability| Some(capability.name()) == name.as_deref())
        };
        let [before, after] =
            self.vocabularies.map(|vocabulary| [place(vocabulary, &decided), place(vocabulary, &decides)]);
        let order = |[one, other]: [Option<usize>; 2]| one.cmp(&other);
        if decided != decides && order(before) != order(after) {
            return SelectionCause::CapabilitiesReordered { before: decided, after: decides };
        }
        SelectionCause::DeclaredOtherwise { before: decided, after: decides }
    }

    /// Returns the cause if the values that both profiles register have another order.
    fn reordered(&self, capability: &str) -> Option<SelectionCause> {
        let [before, after] = self.vocabularies.map(|vocabulary| vocabulary.get(capability));
        let (before, after) = (before?.values(), after?.values());
        let common = |own: &[String], other: &[String]| -> Vec<String> {
            let other: HashSet<&String> = other.iter().collect();
            own.iter().filter(|value| other.contains(value)).cloned().collect()
        };
        (common(before, after) != common(after, before)).then(|| SelectionCause::ValuesReordered {
            capability: capability.to_owned(),
            before: before.to_vec(),
            after: after.to_vec(),
        })
    }
}

/// Compares the values as sets.
fn same_values(one: &[String], other: &[String]) -> bool {
    one.iter().collect::<HashSet<_>>() == other.iter().collect::<HashSet<_>>()
}
