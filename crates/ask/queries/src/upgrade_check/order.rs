//! The order in which to upgrade Gardener and to change objects.

use rootstock_upgrade::ChangeGroup;

use super::{UpgradeAnswer, UpgradeStepAnswer};

/// Returns the order as sentences, one minor release of Gardener at a time.
pub(super) fn of(answer: &UpgradeAnswer) -> Vec<String> {
    answer.steps.iter().flat_map(of_step).collect()
}

fn of_step(step: &UpgradeStepAnswer) -> Vec<String> {
    let number = |groups: &[ChangeGroup]| step.changes.iter().filter(|one| groups.contains(&one.group)).count();
    let (from, to) = match &step.extension {
        None => (format!("Gardener v{}", step.from), step.target()),
        Some(moved) => (format!("extension {} v{}", moved.provider, moved.from), step.target()),
    };
    let broken = number(&[ChangeGroup::Refused, ChangeGroup::Dropped]);
    let moved = number(&[ChangeGroup::Image, ChangeGroup::Default, ChangeGroup::Maintenance, ChangeGroup::Profile]);
    let mut order = Vec::new();
    if broken > 0 {
        let places = if broken == 1 { "1 place".to_owned() } else { format!("{broken} places") };
        order.push(format!(
            "change profiles and Shoots in {places} that {to} refuses or drops, while {from} still runs"
        ));
    }
    if moved > 0 {
        order.push(format!("before {to}, write down the values that must not change, where there is a remedy"));
    }
    order.push(format!("upgrade {from} to {to}"));
    if number(&[ChangeGroup::Accepted]) > 0 {
        order.push(format!("only then apply profiles and Shoots that {from} refuses"));
    }
    order
}
