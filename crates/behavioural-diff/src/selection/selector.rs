//! The choices of both sides, compared.

use std::collections::HashMap;

use rootstock_judge::ImageWish;
use rootstock_provider_api::ImageReference;

use super::cause::Judges;
use super::chooser::{Choice, Chooser};
use super::contest::Contest;
use super::groups::{Head, Heads};
use crate::ProfileSide;
use crate::pairs::{MachineClass, VersionPair};

/// Compares the choices of both sides, and remembers the reasons.
#[derive(Debug)]
pub(crate) struct Selector<'a, 's> {
    sides: [&'s ProfileSide<'a>; 2],
    choosers: [Chooser<'a, 's>; 2],
    pub(super) heads: Heads,
    known: HashMap<Key, usize>,
}

/// A question for an image reference.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Question<'q> {
    pub(crate) class: &'q MachineClass<'q>,
    pub(crate) version: &'q VersionPair<'q>,
    pub(crate) region: Option<&'q str>,
    /// What the worker asks for, if there is one.
    pub(crate) wish: Option<&'q ImageWish>,
}

/// Another image.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Difference {
    /// The number of what there is to say about it.
    pub(crate) head: usize,
    pub(crate) from: Option<String>,
    pub(crate) to: Option<String>,
}

/// What a reason depends on: both choices, the class of machine types, and which of the references of one side the image of the
/// other is.
type Key = ([Choice; 2], usize, [Option<usize>; 2]);

impl<'a, 's> Selector<'a, 's> {
    /// None if the provider's half of either side is not known.
    pub(crate) fn new(old: &'s ProfileSide<'a>, new: &'s ProfileSide<'a>) -> Option<Self> {
        let (one, other) = (old.config()?, new.config()?);
        Some(Self {
            sides: [old, new],
            choosers: [Chooser::new(old, one, 0), Chooser::new(new, other, 1)],
            heads: Heads::default(),
            known: HashMap::new(),
        })
    }

    /// What there is to say about a difference.
    pub(crate) fn head(&self, number: usize) -> Option<&Head> {
        self.heads.get(number)
    }

    /// Whether another image is chosen; `class` is the number of the question's.
    pub(crate) fn difference(&mut self, question: &Question<'_>, class: usize) -> Option<Difference> {
        let [one, other] = &mut self.choosers;
        let choices = [one.choose(question, class), other.choose(question, class)];
        let [did, does] = choices;
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
        let key = (choices, class, same);
        let head = match self.known.get(&key) {
            Some(known) => *known,
            None => {
                let head = self.explain(question, choices, same);
                let number = self.heads.number(head);
                self.known.insert(key, number);
                number
            }
        };
        Some(Difference { head, from, to })
    }

    fn explain(&self, question: &Question<'_>, [did, does]: [Choice; 2], [then, now]: [Option<usize>; 2]) -> Head {
        let [one, other] = &self.choosers;
        let (before, after) = (one.contest(question), other.contest(question));
        let (from, to) = (one.reference(question, &did), other.reference(question, &does));
        // The same image is the same flavor, whatever it declares; else the one that declares the same.
        let judges = Judges::new(self.sides.map(|side| side.catalog().vocabulary()));
        let of_image = |chooser: &Chooser<'_, '_>, contest: &Contest, position: Option<usize>| {
            contest.position_of(chooser.relevant(question, position?)?)
        };
        let then = of_image(other, &after, then).or_else(|| judges.find(before.taken()?, &after, false));
        let now = of_image(one, &before, now).or_else(|| judges.find(after.taken()?, &before, true));
        let declares = |reference: Option<&ImageReference>| reference.map(|reference| reference.capabilities.clone());
        Head::new(judges.cause(&before, &after, then, now), declares(from), declares(to))
    }
}
