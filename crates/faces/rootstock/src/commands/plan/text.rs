//! The text of a plan: the fleet in a few lines, then Shoot by Shoot.

use std::fmt;
use std::io;

use anstyle::Style;
use rootstock_core_model::{Semantics, counted};
use rootstock_maintenance::{Decision, ShootPlan, TimelineEnd, Unreadable};
use rootstock_queries::{PlanHead, PlannedShoot, describe_skipped};

use super::Request;
use crate::page::Page;

/// Writes the summary.
pub(super) fn head(head: &PlanHead, page: &mut Page<'_>) -> io::Result<()> {
    let (summary, from) = (&head.summary.0, head.settings.at);
    let when = match head.until {
        None => format!("Next maintenance from {from}"),
        Some(until) => format!("Maintenance from {from} until {until}"),
    };
    page.title(format!("{when}: {}", counted(summary.shoots, "Shoot")))?;
    page.paragraph(0, numbers(head))?;
    let mut reasons = summary.reasons().peekable();
    if reasons.peek().is_none() {
        return Ok(());
    }
    page.blank()?;
    let rows = reasons.map(|line| {
        let subject = match line.subject {
            "control-plane" => "Kubernetes, control plane",
            "worker-kubernetes" => "Kubernetes, pool",
            "machine-image" => line.image,
            _ => "(the Shoot)",
        };
        [line.profile, subject, line.outcome, line.reason, &line.count.to_string()].map(str::to_owned)
    });
    page.table(["profile", "subject", "outcome", "reason", "count"], rows)
}

fn numbers(head: &PlanHead) -> String {
    let summary = &head.summary.0;
    let mut numbers = vec![counted(summary.pools, "pool")];
    let mut add = |number: usize, what: &str| {
        if number > 0 {
            numbers.push(format!("{} {what}", counted(number, "Shoot")));
        }
    };
    add(summary.changing, "with changes");
    add(summary.failing.saturating_sub(summary.without_profile), "with updates that are due but fail");
    add(summary.rejected, "with updates that the API server would reject");
    add(summary.without_profile, "without a known profile");
    add(summary.deleting, "being deleted");
    for (pools, what, nodes) in [
        (summary.rolled_pools, "rolled", summary.rolled_nodes_at_most),
        (summary.in_place_pools, "updated in place", summary.in_place_nodes_at_most),
    ] {
        if pools > 0 {
            numbers.push(format!("{} {what} (at most {})", counted(pools, "pool"), counted(nodes, "node")));
        }
    }
    let mut add = |number: usize, what: &str| {
        if number > 0 {
            numbers.push(format!("{} {what}", counted(number, "Shoot")));
        }
    };
    let other = match head.settings.semantics {
        Semantics::Documented => {
            format!("for which {} decides differently", Semantics::gardener(head.settings.gardener))
        }
        Semantics::Gardener => "for which the documentation says otherwise".to_owned(),
    };
    add(head.differing, &other);
    if summary.unreadable > 0 {
        numbers.push(format!("{} that cannot be read", counted(summary.unreadable, "input")));
    }
    if summary.changing == 0 && !summary.has_failures() {
        numbers.push("nothing to do".to_owned());
    }
    numbers.extend(describe_skipped(&head.other_kinds));
    numbers.join("; ")
}

/// Writes an unreadable input.
pub(super) fn unreadable(unreadable: &Unreadable, page: &mut Page<'_>) -> io::Result<()> {
    page.section(&unreadable.source_name)?;
    page.paragraph(2, &unreadable.message)
}

const WITHOUT_WINDOW: &str = "it has no maintenance window, and is planned as if its window began now; Gardener draws a window when it creates \
                              the Shoot";

/// Writes a Shoot.
pub(super) fn shoot(shoot: &PlannedShoot, request: Request, page: &mut Page<'_>) -> io::Result<()> {
    title(shoot, page)?;
    if let Some(unreadable) = &shoot.unreadable_window {
        page.paragraph(2, unreadable.to_string())?;
    }
    if shoot.lacks_window && shoot.skipped().is_none() {
        page.paragraph(2, WITHOUT_WINDOW)?;
    }
    match (shoot.skipped(), shoot.end) {
        (Some(skipped), _) => page.paragraph(2, format!("not planned: {skipped}"))?,
        (None, None) => {
            shoot.steps.iter().try_for_each(|step| run(step, request.omits_unchanged(shoot), page))?;
        }
        (None, Some(end)) => timeline(&shoot.steps, end, page)?,
    }
    match &shoot.difference {
        Some(difference) => page.paragraph(2, difference.to_string()),
        None => Ok(()),
    }
}

/// Writes the Shoot's name, its profile, and the time of maintenance.
fn title(shoot: &PlannedShoot, page: &mut Page<'_>) -> io::Result<()> {
    let mut rest = String::new();
    if let Some(profile) = &shoot.profile {
        let kind = if profile.is_namespaced { "NamespacedCloudProfile " } else { "" };
        rest = format!("  {kind}{}", profile.name);
    }
    if let (None, None, [step]) = (shoot.end, shoot.skipped(), shoot.steps.as_slice()) {
        rest.push_str(&format!("  at {}", step.at));
    }
    page.heading(format!("{}/{}", shoot.namespace, shoot.name), rest)
}

/// Writes one run.
fn run(step: &ShootPlan, omits_unchanged: bool, page: &mut Page<'_>) -> io::Result<()> {
    for item in step.items() {
        if item.decision.is_uneventful() && omits_unchanged {
            continue;
        }
        let (subject, fate, refused) = (item.subject.title(), fate(item.decision), refused(step, item.decision));
        let style = match item.decision {
            Decision::Failed(_) => page.styles.bad,
            Decision::Update(update) if update.cause.is_forced() => page.styles.poor,
            _ => Style::new(),
        };
        page.styled_line(2, format!("{subject} {} {fate}{refused}", item.from), style)?;
        let why = item.decision.to_string();
        if item.decision.is_uneventful() {
            page.dim_paragraph(6, why)?;
        } else {
            page.paragraph(6, why)?;
        }
    }
    rollouts(step, "", page)?;
    remarks(step, "", page)
}

/// Writes the effect of a run on the nodes of each pool.
fn rollouts(step: &ShootPlan, when: &str, page: &mut Page<'_>) -> io::Result<()> {
    let pools = step.workers.iter().filter_map(|worker| Some((worker, worker.rollout?)));
    pools
        .into_iter()
        .try_for_each(|(worker, rollout)| page.paragraph(2, format!("{when}pool {}: {rollout}", worker.name)))
}

/// Writes the API server's rejections and warnings of a run; `when` identifies the run.
fn remarks(step: &ShootPlan, when: &str, page: &mut Page<'_>) -> io::Result<()> {
    let rejections = step.rejections.iter().map(|rejection| format!("{when}rejected: {rejection}"));
    let warnings = step.warnings.iter().map(|warning| format!("{when}warning: {}", warning.warning()));
    rejections.chain(warnings).try_for_each(|text| page.paragraph(2, text))
}

/// Returns the effect of a decision in words.
fn fate(decision: &Decision) -> impl fmt::Display {
    fmt::from_fn(move |f| match decision {
        Decision::Update(update) => write!(f, "-> {}", update.to),
        Decision::Failed(_) => f.write_str("FAILS"),
        Decision::NotDue | Decision::UpToDate { .. } => f.write_str("stays"),
    })
}

/// Returns a remark for an update in a refused run.
fn refused(step: &ShootPlan, decision: &Decision) -> &'static str {
    if step.is_rejected() && decision.update().is_some() { ", rejected (see below)" } else { "" }
}

/// Writes all runs, version by version.
fn timeline(steps: &[ShootPlan], end: TimelineEnd, page: &mut Page<'_>) -> io::Result<()> {
    // Every run has the same subjects in the same order.
    let count = steps.first().map_or(0, |step| step.items().count());
    let mut items: Vec<_> = steps.iter().map(ShootPlan::items).collect();
    for _ in 0..count {
        let runs = steps.iter().zip(&mut items).filter_map(|(step, items)| Some((step, items.next()?)));
        let runs = runs.filter(|(_, item)| !item.decision.is_uneventful());
        let mut previous = None;
        for (step, item) in runs {
            if previous.is_none() {
                page.line(2, format!("{} {}", item.subject.title(), item.from))?;
            }
            // A repeated failure is listed once.
            if previous == Some(item.decision) && item.decision.failed().is_some() {
                continue;
            }
            previous = Some(item.decision);
            let refused = refused(step, item.decision);
            page.paragraph(4, format!("{} {}{refused}: {}", step.at, fate(item.decision), item.decision))?;
        }
    }
    for step in steps {
        rollouts(step, &format!("{} ", step.at), page)?;
        remarks(step, &format!("{} ", step.at), page)?;
    }
    let end = match end {
        TimelineEnd::Stable(at) if steps.is_empty() => format!("nothing changes; stable from {at} on"),
        TimelineEnd::Stable(at) => format!("stable from {at} on, unless the profile is changed"),
        TimelineEnd::Horizon(at) if steps.is_empty() => format!("nothing changes until then; next look at {at}"),
        TimelineEnd::Horizon(at) => format!("more may change from {at} on"),
        TimelineEnd::NoMaintenance => "not planned: the Shoot is being deleted".to_owned(),
    };
    page.paragraph(2, end)
}
