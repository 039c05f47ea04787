//! The choices of both profiles, compared.

use std::collections::HashMap;

use rootstock_provider_api::ImageReference;

use super::choice::Choice;
use super::chooser::{Answer, Chooser};
use super::flavor_comparison::FlavorComparison;
use super::groups::{SelectionChange, SelectionChanges};
use super::question::Question;
use crate::ProfileSide;

/// Compares the choices of both sides, and remembers the reasons.
#[derive(Debug)]
pub(crate) struct Selector<'a, 's> {
    sides: [&'s ProfileSide<'a>; 2],
    choosers: [Chooser<'a, 's>; 2],
    pub(super) changes: SelectionChanges,
    known: HashMap<Key, usize>,
}

/// Another image.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct OtherImage {
    /// The number of its [`SelectionChange`].
    pub(crate) change: usize,
    pub(crate) from: Option<String>,
    pub(crate) to: Option<String>,
}

/// What a reason depends on: both answers, the class of machine types, and which of the references of one side the image of the
/// other is.
type Key = ([Answer; 2], usize, [Option<usize>; 2]);

impl<'a, 's> Selector<'a, 's> {
    /// None if the provider's half of either side is not known.
    pub(crate) fn new(sides: [&'s ProfileSide<'a>; 2]) -> Option<Self> {
        let [old, new] = sides;
        let (before, after) = (Chooser::new(old, old.config()?, 0), Chooser::new(new, new.config()?, 1));
        Some(Self { sides, choosers: [before, after], changes: SelectionChanges::default(), known: HashMap::new() })
    }

    /// What there is to say about a difference.
    pub(crate) fn change(&self, number: usize) -> Option<&SelectionChange> {
        self.changes.get(number)
    }

    /// Whether another image is chosen; `class` is the number of the question's.
    pub(crate) fn difference(&mut self, question: &Question<'_>, class: usize) -> Option<OtherImage> {
        let [one, other] = &mut self.choosers;
        let answers = [one.choose(question, class), other.choose(question, class)];
        let [did, does] = answers;
        let [one, other] = &self.choosers;
        let (before, after) = (one.value(question, &did), other.value(question, &does));
        if before == after {
            return None;
        }
        let same = [
            before.and_then(|value| other.relevant_with_value(question, value)),
            after.and_then(|value| one.relevant_with_value(question, value)),
        ];
        let (from, to) = (before.map(str::to_owned), after.map(str::to_owned));
        let key = (answers, class, same);
        let change = match self.known.get(&key) {
            Some(known) => *known,
            None => {
                let number = self.changes.number(self.explain(question, answers, same));
                self.known.insert(key, number);
                number
            }
        };
        Some(OtherImage { change, from, to })
    }

    fn explain(
        &self,
        question: &Question<'_>,
        [did, does]: [Answer; 2],
        [then, now]: [Option<usize>; 2],
    ) -> SelectionChange {
        let [one, other] = &self.choosers;
        let (before, after) = (one.explained(question), other.explained(question));
        let (from, to) = (one.reference(question, &did), other.reference(question, &does));
        // The same image is the same flavor, whatever it declares; else the one that declares the same.
        let flavors = FlavorComparison::new(self.sides.map(|side| side.catalog().vocabulary()));
        let of_image = |chooser: &Chooser<'_, '_>, choice: &Choice, position: Option<usize>| {
            choice.position_of(chooser.relevant(question, position?)?)
        };
        let then = of_image(other, &after, then).or_else(|| flavors.find(before.taken()?, &after, false));
        let now = of_image(one, &before, now).or_else(|| flavors.find(after.taken()?, &before, true));
        let declares = |reference: Option<&ImageReference>| reference.map(|reference| reference.capabilities.clone());
        SelectionChange::new(flavors.cause(&before, &after, then, now), declares(from), declares(to))
    }
}
