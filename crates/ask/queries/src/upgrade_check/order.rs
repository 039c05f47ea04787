//! The order in which to upgrade Gardener and to change objects.

use std::collections::BTreeSet;

use rootstock_advice::SupportedKubernetes;
use rootstock_behavioural_diff::{SelectionCause, SelectionGroup};
use rootstock_core_model::{Release, counted};
use rootstock_upgrade::ChangeGroup;

use super::{UpgradeAnswer, UpgradeChangeAnswer, UpgradeStepAnswer};

/// Returns the order as sentences. Steps of one program without anything to do before or after them are one sentence.
pub(super) fn of(answer: &UpgradeAnswer) -> Vec<String> {
    let mut order = Vec::new();
    let mut steps = answer.steps.iter().peekable();
    while let Some(first) = steps.next() {
        let own = Sentences::of(first);
        let mut last = first;
        if own.after.is_empty() {
            let follows = |next: &&UpgradeStepAnswer| program(next) == program(first) && Sentences::of(next).is_empty();
            while let Some(next) = steps.next_if(follows) {
                last = next;
            }
        }
        let way = if release(last) == release(first) { "" } else { ", one minor release at a time" };
        order.extend(own.before);
        order.push(format!("upgrade {} from v{} to v{}{way}", program(first), release(first).0, release(last).1));
        order.extend(own.after);
    }
    order
}

/// Returns the program that a step moves.
fn program(step: &UpgradeStepAnswer) -> String {
    step.extension.as_ref().map_or_else(|| "Gardener".to_owned(), |moved| format!("extension {}", moved.provider))
}

/// Returns the releases before and after a step.
fn release(step: &UpgradeStepAnswer) -> (Release, Release) {
    step.extension.as_ref().map_or((step.from, step.to), |moved| (moved.from, moved.to))
}

/// The sentences before and after the upgrade of a step.
struct Sentences {
    before: Vec<String>,
    after: Vec<String>,
}

impl Sentences {
    fn is_empty(&self) -> bool {
        self.before.is_empty() && self.after.is_empty()
    }

    fn of(step: &UpgradeStepAnswer) -> Self {
        let of = |groups: &'static [ChangeGroup]| step.changes.iter().filter(|one| groups.contains(&one.group));
        let (from, to) = (format!("{} v{}", program(step), release(step).0), step.target());
        let accepted: BTreeSet<_> = of(&[ChangeGroup::Accepted]).map(object).collect();
        // One refusal in the place of another: the object is refused before and after.
        let (exchanged, broken): (Vec<_>, Vec<_>) =
            of(&[ChangeGroup::Refused, ChangeGroup::Dropped]).partition(|one| accepted.contains(&object(one)));
        let exchanged: BTreeSet<_> = exchanged.into_iter().map(object).collect();
        let (mut before, mut after) = (Vec::new(), Vec::new());
        if !exchanged.is_empty() {
            let objects = counted(exchanged.len(), "object");
            before.push(format!("correct {objects} that {from} and {to} refuse, each for another reason"));
        }
        // A release of an extension may have no form in common with the next one.
        let when = match step.extension {
            None => format!("while {from} still runs"),
            Some(_) => {
                format!("while {from} still runs if it reads the new form, and otherwise together with the upgrade")
            }
        };
        if !broken.is_empty() {
            let places = counted(broken.len(), "place");
            before.push(format!("change profiles and Shoots in {places} that {to} refuses or drops, {when}"));
        }
        let broken: BTreeSet<_> = broken.into_iter().map(object).collect();
        let losing = step.changes.iter().filter(|one| is_loss(one)).map(object);
        let losing: BTreeSet<_> = losing.filter(|object| !broken.contains(object)).collect();
        if !losing.is_empty() {
            let objects = counted(losing.len(), "object");
            before.push(format!(
                "change {objects} of which new machines boot no image, or have other settings, with {to}, {when}"
            ));
        }
        let is_about_kubernetes = |one: &&UpgradeChangeAnswer| one.finding.rule == SupportedKubernetes::RULE.name;
        let mut unsupported = of(&[ChangeGroup::WarningBegins]).filter(is_about_kubernetes).peekable();
        if unsupported.peek().is_some() {
            let shoots: BTreeSet<_> = unsupported.filter(|one| one.object_kind == "Shoot").map(object).collect();
            before.push(match shoots.len() {
                0 => format!(
                    "update Shoots that run Kubernetes versions which {to} does not support, if there are any, while {from} still \
                     runs"
                ),
                number => format!(
                    "update {} to a Kubernetes version that {to} supports, while {from} still runs: {to} does not reconcile such \
                     clusters",
                    counted(number, "Shoot")
                ),
            });
        }
        let mut moved = of(&[ChangeGroup::Image, ChangeGroup::Default, ChangeGroup::Maintenance, ChangeGroup::Profile]);
        if moved.any(|one| one.remedy.is_some()) {
            before.push(format!("before {to}, write down the values that must not change, where there is a remedy"));
        }
        if !accepted.is_empty() {
            after.push(format!("only then apply profiles and Shoots that {from} refuses"));
        }
        Self { before, after }
    }
}

/// Returns whether new machines get no image any more, or other settings.
fn is_loss(change: &UpgradeChangeAnswer) -> bool {
    let profile = change.profile.as_ref();
    let is_lost = |selection: &SelectionGroup| matches!(selection.cause, SelectionCause::Lost { .. });
    (change.group == ChangeGroup::Image && change.after.is_none())
        || profile.is_some_and(|one| !one.machine_settings.is_empty() || one.selections.iter().any(is_lost))
}

/// Returns the file, kind, and name of the object of a change.
fn object(change: &UpgradeChangeAnswer) -> (&str, &str, &str) {
    (&change.finding.location.file, &change.object_kind, &change.object)
}
