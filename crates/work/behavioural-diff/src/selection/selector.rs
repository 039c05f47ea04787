//! A comparison of the choices in both profiles.

use std::collections::HashMap;

use rootstock_provider_api::{ImageReference, MachineSetting};

use super::choice::Choice;
use super::chooser::{Answer, Chooser};
use super::flavor_comparison::FlavorComparison;
use super::groups::{SelectionChange, SelectionChanges};
use super::question::Question;
use crate::ProfileSide;

/// A comparison of the choices on both sides, with cached reasons.
#[derive(Debug)]
pub(crate) struct Selector<'a, 's> {
    sides: [&'s ProfileSide<'a>; 2],
    choosers: [Chooser<'a, 's>; 2],
    pub(super) changes: SelectionChanges,
    known: HashMap<Key, usize>,
}

/// A changed image.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct ImageDifference {
    /// The number of its [`SelectionChange`].
    pub(crate) change: usize,
    pub(crate) from: Option<String>,
    pub(crate) to: Option<String>,
}

/// A setting of machines that an extension turns on or off now.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct MachineSettingDifference {
    pub(crate) setting: &'static MachineSetting,
    pub(crate) enabled: bool,
}

/// Everything that a reason depends on: both answers, the class of machine types, and the position of each side's image
/// among the references of the other side.
type Key = ([Answer; 2], usize, [Option<usize>; 2]);

impl<'a, 's> Selector<'a, 's> {
    /// Creates a selector; `None` if the provider section of either side is unknown.
    pub(crate) fn new(sides: [&'s ProfileSide<'a>; 2]) -> Option<Self> {
        let [old, new] = sides;
        let (before, after) = (Chooser::new(old, old.config()?, 0), Chooser::new(new, new.config()?, 1));
        Some(Self { sides, choosers: [before, after], changes: SelectionChanges::default(), known: HashMap::new() })
    }

    /// Returns the change with the given number.
    pub(crate) fn change(&self, number: usize) -> Option<&SelectionChange> {
        self.changes.get(number)
    }

    /// Returns the other image, if another one is chosen; `class` is the number of the question's class.
    pub(crate) fn difference(&mut self, question: &Question<'_>, class: usize) -> Option<ImageDifference> {
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
        Some(ImageDifference { change, from, to })
    }

    /// Returns the settings of the extension that machines get now, or no longer; empty if there is no image before or after.
    pub(crate) fn setting_differences(
        &mut self,
        question: &Question<'_>,
        class: usize,
    ) -> Vec<MachineSettingDifference> {
        let [one, other] = &mut self.choosers;
        let (did, does) = (one.choose(question, class), other.choose(question, class));
        let settings = one.machine_settings(question, &did).zip(other.machine_settings(question, &does));
        let (before, after) = settings.unwrap_or_default();
        let of = |enabled: bool, own: &[&'static MachineSetting], others: &[&'static MachineSetting]| {
            // A release of the extension may name the capability otherwise.
            let differing = own.iter().filter(|one| !others.iter().any(|other| other.name == one.name));
            differing.map(|setting| MachineSettingDifference { setting, enabled }).collect::<Vec<_>>()
        };
        [of(false, &before, &after), of(true, &after, &before)].concat()
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
        // The same image is the same flavor, whatever it declares; otherwise, flavors are matched by declaration.
        let flavors = FlavorComparison::new(self.sides.map(|side| side.catalog().vocabulary()));
        let of_image = |chooser: &Chooser<'_, '_>, choice: &Choice, position: Option<usize>| {
            choice.position_of(chooser.relevant(question, position?)?)
        };
        let then = of_image(other, &after, then).or_else(|| flavors.find(before.chosen()?, &after, false));
        let now = of_image(one, &before, now).or_else(|| flavors.find(after.chosen()?, &before, true));
        let declares = |reference: Option<&ImageReference>| reference.map(|reference| reference.capabilities.clone());
        SelectionChange::new(flavors.cause(&before, &after, then, now), declares(from), declares(to))
    }
}
