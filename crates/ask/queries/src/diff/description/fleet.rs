//! The changes to Shoots.

use rootstock_analysis::UserNames;
use rootstock_behavioural_diff::{Affected, FleetChanges, RefusalGroup, RemovedGroup, SelectionCause, ShootChanges};
use rootstock_core_model::counted;

use super::wording::{arrow, describe_cause, first_items, flavor, machine_setting, provider_setting, section, times};
use super::{DiffDetail, DiffItem, DiffSection};

/// The number of groups of a kind that are listed.
const SHOWN: usize = 20;
/// The number of replaced flavors that are listed.
const FLAVORS_SHOWN: usize = 6;

/// Adds one line for each kind of change, the most dangerous first.
pub(super) fn summary(changes: &FleetChanges, add: &mut impl FnMut(usize, String)) {
    let removed = changes.removed.len();
    let guarded = changes.removed.iter().filter(|group| group.thing.is_guarded()).count();
    let refuses = if guarded > 0 { "; Gardener refuses that" } else { "" };
    add(removed, format!("removed while in use: {}{refuses}", first_removed(&changes.removed)));
    let shoots = |groups: &[RefusalGroup]| -> usize { groups.iter().map(|group| group.affected.shoots).sum() };
    add(
        changes.refused.len(),
        format!(
            "updates of Shoots would be refused {}: Gardener refuses every change of such a Shoot, even of a label or an annotation",
            times(shoots(&changes.refused))
        ),
    );
    let is_lost = |cause: &SelectionCause| matches!(cause, SelectionCause::Lost { .. });
    let workers = |lost: bool| -> usize {
        let groups = changes.images.iter().filter(|group| is_lost(&group.cause) == lost);
        groups.map(|group| group.affected.workers).sum()
    };
    add(
        workers(true),
        format!("{} without an image: no machine can be created", counted(workers(true), "worker pool")),
    );
    let other = workers(false);
    add(other, format!("other images for the new machines of {}", counted(other, "worker pool")));
    for group in &changes.machine_settings {
        let direction = if group.change.enabled { "on" } else { "off" };
        let pools = counted(group.affected.workers, "worker pool");
        add(1, format!("{} is turned {direction} for new machines of {pools}", group.change.setting));
    }
    let affected: usize = changes.provider_settings.iter().map(|group| group.affected.shoots).sum();
    add(affected, format!("other settings of the provider for Shoots {}", times(affected)));
    let pools: usize = changes.withdrawn.iter().map(|group| group.affected.workers).sum();
    add(
        pools,
        format!(
            "{} could not be created again: its machine or volume type is withdrawn",
            counted(pools, "worker pool")
        ),
    );
    let versions: usize =
        changes.maintenance.iter().map(|group| group.affected.workers.max(group.affected.shoots)).sum();
    add(versions, format!("the next maintenance decides differently {}", times(versions)));
    add(
        changes.admitted.len(),
        format!("updates of Shoots would no longer be refused ({})", times(shoots(&changes.admitted))),
    );
}

/// Describes what the change takes away from Shoots, one sentence for each cause, the most dangerous first.
pub(super) fn losses(changes: &FleetChanges, names: UserNames) -> Vec<String> {
    let who = |affected: &Affected| match names {
        UserNames::Listed => {
            let more = if affected.shoots > affected.examples.len() { ", …" } else { "" };
            format!("{} ({}{more})", counted(affected.shoots, "Shoot"), affected.examples.join(", "))
        }
        UserNames::Counted => counted(affected.shoots, "Shoot"),
    };
    let removed = changes.removed.iter().take(SHOWN);
    let removed = removed.map(|group| format!("{} is removed, but used by {}", group.thing, who(&group.affected)));
    let lost = changes.images.iter().filter(|group| matches!(group.cause, SelectionCause::Lost { .. }));
    let lost = lost.take(SHOWN).map(|group| {
        let pools = counted(group.affected.workers, "worker pool");
        format!("no machine can be created for {pools} of {}: {}", who(&group.affected), describe_cause(&group.cause))
    });
    let refused = changes.refused.iter().take(SHOWN).map(|group| {
        format!("every update of {} would be refused: {} ({})", who(&group.affected), group.message, group.rule)
    });
    removed.chain(lost).chain(refused).collect()
}

/// Lists the first few removed entries.
fn first_removed(groups: &[RemovedGroup]) -> String {
    const NAMED: usize = 3;
    let mut names: Vec<String> = groups.iter().take(NAMED).map(|group| group.thing.to_string()).collect();
    if groups.len() > NAMED {
        names.push(format!("{} more", groups.len() - NAMED));
    }
    names.join(", ")
}

pub(super) fn add_sections(changes: &FleetChanges, detail: DiffDetail, sections: &mut Vec<DiffSection>) {
    sections.extend(list("Removed while in use", &changes.removed, detail, |group| {
        let refuses = if group.thing.is_guarded() { "; Gardener refuses to remove it" } else { "" };
        (format!("{}{refuses}", group.thing), Vec::new(), &group.affected)
    }));
    sections.extend(refusals("The next update would be refused", &changes.refused, detail));
    sections.extend(list("Images of new machines", &changes.images, detail, |group| {
        let shown = if detail == DiffDetail::All { group.flavors.len() } else { FLAVORS_SHOWN };
        let changes = group.flavors.iter().take(shown).map(|change| {
            format!("{}: {} -> {}", counted(change.workers, "worker pool"), flavor(&change.from), flavor(&change.to))
        });
        (describe_cause(&group.cause), changes.collect(), &group.affected)
    }));
    sections.extend(list("Other settings of new machines", &changes.machine_settings, detail, |group| {
        (machine_setting(&group.change), Vec::new(), &group.affected)
    }));
    sections.extend(list("Settings of the provider for Shoots", &changes.provider_settings, detail, |group| {
        (provider_setting(&group.change), Vec::new(), &group.affected)
    }));
    sections.extend(list("Not for new worker pools while in use", &changes.withdrawn, detail, |group| {
        (group.thing.to_string(), Vec::new(), &group.affected)
    }));
    sections.extend(list("The next maintenance", &changes.maintenance, detail, |group| {
        let what = match (&group.image, group.subject) {
            (Some(image), _) => image.clone(),
            (None, "worker-kubernetes") => "Kubernetes of a pool".to_owned(),
            (None, _) => "Kubernetes".to_owned(),
        };
        (format!("{what} {} {} (before: {})", group.version, group.after, group.before), Vec::new(), &group.affected)
    }));
    sections.extend(refusals("The next update would no longer be refused", &changes.admitted, detail));
}

fn refusals(heading: &str, groups: &[RefusalGroup], detail: DiffDetail) -> Option<DiffSection> {
    list(heading, groups, detail, |group| (format!("{} ({})", group.message, group.rule), Vec::new(), &group.affected))
}

/// Builds a section from groups: a sentence, lines below it, and the affected Shoots.
fn list<'g, G>(
    heading: &str,
    groups: &'g [G],
    detail: DiffDetail,
    shown: impl Fn(&'g G) -> (String, Vec<String>, &'g Affected),
) -> Option<DiffSection> {
    let item = |group: &'g G| {
        let (text, below, affected) = shown(group);
        DiffItem::new(text).with_all(below).with(users(affected))
    };
    section(heading, first_items(groups, SHOWN, detail, item))
}

/// Formats as `3 Shoots, 5 worker pools: garden-dev/one, garden-dev/two, …`.
fn users(affected: &Affected) -> String {
    let mut text = counted(affected.shoots, "Shoot");
    if affected.workers > 0 {
        text.push_str(&format!(", {}", counted(affected.workers, "worker pool")));
    }
    let more = if affected.shoots > affected.examples.len() { ", …" } else { "" };
    format!("{text}: {}{more}", affected.examples.join(", "))
}

/// Describes everything that changes for one Shoot.
pub(super) fn shoot(changes: &ShootChanges) -> Vec<String> {
    let mut lines = Vec::new();
    for removed in &changes.removed {
        let workers = removed.workers.join(", ");
        let by = if workers.is_empty() { String::new() } else { format!(" (worker {workers})") };
        lines.push(format!("uses {}, which is removed{by}", removed.thing));
    }
    for (refusal, verb) in changes
        .refused
        .iter()
        .map(|one| (one, "is refused"))
        .chain(changes.admitted.iter().map(|one| (one, "is no longer refused")))
    {
        let worker = refusal.worker.as_ref().map(|worker| format!("worker {worker}: ")).unwrap_or_default();
        lines.push(format!("{worker}the next update {verb}: {} ({})", refusal.message, refusal.rule));
    }
    for image in &changes.images {
        lines.push(format!(
            "worker {}: {} {} on {}: {}: {}",
            image.worker,
            image.version.image,
            image.version.version,
            image.machine_type,
            arrow(image.from.as_deref(), image.to.as_deref()),
            describe_cause(&image.cause)
        ));
    }
    for one in &changes.machine_settings {
        lines.push(format!("worker {}: on {}: {}", one.worker, one.machine_type, machine_setting(&one.change)));
    }
    lines.extend(changes.provider_settings.iter().map(provider_setting));
    for withdrawn in &changes.withdrawn {
        lines.push(format!("worker {} could not be created again: {}", withdrawn.workers.join(", "), withdrawn.thing));
    }
    for change in &changes.maintenance {
        let worker = change.worker.as_ref().map(|worker| format!("worker {worker}: ")).unwrap_or_default();
        let what = change.image.as_deref().unwrap_or("Kubernetes");
        lines.push(format!("{worker}{what} {} {} (before: {})", change.version, change.after, change.before));
    }
    lines
}
