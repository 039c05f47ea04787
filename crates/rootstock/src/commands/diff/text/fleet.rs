//! What changes for Shoots.

use std::io::{self, Write};

use rootstock_behavioural_diff::{Affected, FleetChanges, RefusalGroup, RemovedGroup, SelectionCause, ShootChanges};
use rootstock_core_model::counted;

use super::Layout;
use super::words::{Item, arrow, because, few, first, flavor, section, times};
use crate::prose::wrap;
use crate::table::printable;

/// How many groups of a kind are told.
const SHOWN: usize = 20;
/// How many of the flavors that other flavors replace.
const FLAVORS_SHOWN: usize = 6;

/// One line for each kind of change, the most dangerous first.
pub(super) fn summary(changes: &FleetChanges, add: &mut impl FnMut(usize, String)) {
    let removed = changes.removed.len();
    let guarded = changes.removed.iter().filter(|group| group.thing.is_guarded()).count();
    let refuses = if guarded > 0 { "; Gardener refuses that" } else { "" };
    add(removed, format!("removed while in use: {}{refuses}", things(&changes.removed)));
    let shoots = |groups: &[RefusalGroup]| -> usize { groups.iter().map(|group| group.affected.shoots).sum() };
    add(changes.refused.len(), format!("updates of Shoots would be refused {}", times(shoots(&changes.refused))));
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
    add(other, format!("another image for the new machines of {}", counted(other, "worker pool")));
    let versions: usize =
        changes.maintenance.iter().map(|group| group.affected.workers.max(group.affected.shoots)).sum();
    add(versions, format!("the next maintenance decides differently {}", times(versions)));
    add(
        changes.admitted.len(),
        format!("updates of Shoots are not refused any more {}", times(shoots(&changes.admitted))),
    );
}

/// The first of the things, the guarded ones before the others.
fn things(groups: &[RemovedGroup]) -> String {
    const NAMED: usize = 3;
    let mut names: Vec<String> = groups.iter().take(NAMED).map(|group| group.thing.to_string()).collect();
    if groups.len() > NAMED {
        names.push(format!("{} more", groups.len() - NAMED));
    }
    names.join(", ")
}

pub(super) fn write(changes: &FleetChanges, layout: Layout, out: &mut dyn Write) -> io::Result<()> {
    list("Removed while in use", &changes.removed, layout, out, |group| {
        let refuses = if group.thing.is_guarded() { "; Gardener refuses to remove it" } else { "" };
        (format!("{}{refuses}", group.thing), Vec::new(), &group.affected)
    })?;
    refusals("The next update would be refused", &changes.refused, layout, out)?;
    list("Images of new machines", &changes.images, layout, out, |group| {
        let shown = if layout.details { group.flavors.len() } else { FLAVORS_SHOWN };
        let changes = group.flavors.iter().take(shown).map(|change| {
            format!("{}: {} -> {}", counted(change.workers, "worker pool"), flavor(&change.from), flavor(&change.to))
        });
        (because(&group.cause), changes.collect(), &group.affected)
    })?;
    list("The next maintenance", &changes.maintenance, layout, out, |group| {
        let what = match (&group.image, group.subject) {
            (Some(image), _) => image.clone(),
            (None, "worker-kubernetes") => "Kubernetes of a pool".to_owned(),
            (None, _) => "Kubernetes".to_owned(),
        };
        (format!("{what} {} {} (before: {})", group.version, group.after, group.before), Vec::new(), &group.affected)
    })?;
    refusals("The next update would not be refused any more", &changes.admitted, layout, out)
}

fn refusals(heading: &str, groups: &[RefusalGroup], layout: Layout, out: &mut dyn Write) -> io::Result<()> {
    list(heading, groups, layout, out, |group| {
        (format!("{} ({})", group.message, group.rule), Vec::new(), &group.affected)
    })
}

/// A list of groups: a sentence, lines below it, and who is affected.
fn list<'g, G>(
    heading: &str,
    groups: &'g [G],
    layout: Layout,
    out: &mut dyn Write,
    shown: impl Fn(&'g G) -> (String, Vec<String>, &'g Affected),
) -> io::Result<()> {
    let item = |group: &'g G| {
        let (text, below, affected) = shown(group);
        Item::new(text).with_all(below).with(users(affected))
    };
    section(heading, first(groups, SHOWN, layout, item), layout, out)
}

/// `3 Shoots, 5 worker pools: garden-dev/one, garden-dev/two, …`.
fn users(affected: &Affected) -> String {
    let mut text = counted(affected.shoots, "Shoot");
    if affected.workers > 0 {
        text.push_str(&format!(", {}", counted(affected.workers, "worker pool")));
    }
    let more = if affected.shoots > affected.examples.len() { ", …" } else { "" };
    format!("{text}: {}{more}", affected.examples.join(", "))
}

/// One Shoot, with everything that changes for it.
pub(super) fn shoot(changes: &ShootChanges, name: &str, layout: Layout, out: &mut Vec<u8>) -> io::Result<()> {
    writeln!(out, "  {}", printable(name))?;
    let mut line = |text: String| {
        let text = wrap(&format!("- {}", printable(&text)), layout.width.saturating_sub(4), 0);
        writeln!(out, "    {}", text.replace('\n', "\n      "))
    };
    for removed in &changes.removed {
        let workers = few(removed.workers.iter().map(String::as_str), layout);
        let by = if workers.is_empty() { String::new() } else { format!(" (worker {workers})") };
        line(format!("uses {}, which is removed{by}", removed.thing))?;
    }
    for (refusal, verb) in changes
        .refused
        .iter()
        .map(|one| (one, "is refused"))
        .chain(changes.admitted.iter().map(|one| (one, "is not refused any more")))
    {
        let worker = refusal.worker.as_ref().map(|worker| format!("worker {worker}: ")).unwrap_or_default();
        line(format!("{worker}the next update {verb}: {} ({})", refusal.message, refusal.rule))?;
    }
    for image in &changes.images {
        line(format!(
            "worker {}: {} {} on {}: {}: {}",
            image.worker,
            image.version.image,
            image.version.version,
            image.machine_type,
            arrow(image.from.as_deref(), image.to.as_deref()),
            because(&image.cause)
        ))?;
    }
    for change in &changes.maintenance {
        let worker = change.worker.as_ref().map(|worker| format!("worker {worker}: ")).unwrap_or_default();
        let what = change.image.as_deref().unwrap_or("Kubernetes");
        line(format!("{worker}{what} {} {} (before: {})", change.version, change.after, change.before))?;
    }
    Ok(())
}
