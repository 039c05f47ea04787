//! The plan for a person: the fleet in a few lines, then shoot by Shoot.

use std::fmt;
use std::io::{self, Write};

use anstyle::Style;
use rootstock_core_model::{Semantics, counted};
use rootstock_maintenance::{Decision, ShootPlan, TimelineEnd, Unreadable};
use rootstock_queries::{PlanHead, PlannedShoot, left_out};

use super::Request;
use crate::prose::wrap;
use crate::table::{printable, table};

/// The summary.
pub(super) fn head(request: Request, head: &PlanHead, out: &mut dyn Write) -> io::Result<()> {
    let (summary, from) = (&head.summary.0, head.settings.at);
    let when = match head.until {
        None => format!("The next maintenance from {from} on"),
        Some(until) => format!("Maintenance from {from} until {until}"),
    };
    let title = request.styles.title;
    writeln!(out, "{title}{when}: {}{title:#}", counted(summary.shoots, "shoot"))?;
    writeln!(out, "{}", wrap(&printable(numbers(head)), request.width, 0))?;
    let rows: Vec<Vec<String>> = summary
        .reasons()
        .map(|line| {
            let subject = match line.subject {
                "control-plane" => "Kubernetes, control plane",
                "worker-kubernetes" => "Kubernetes, pool",
                "machine-image" => line.image,
                _ => "(the Shoot)",
            };
            [line.profile, subject, line.outcome, line.reason]
                .map(str::to_owned)
                .into_iter()
                .chain([line.count.to_string()])
                .collect()
        })
        .collect();
    if !rows.is_empty() {
        let header = ["profile", "image", "outcome", "reason", "number"].map(str::to_owned);
        writeln!(out, "\n{}", table(header, rows, request.width))?;
    }
    Ok(())
}

fn numbers(head: &PlanHead) -> String {
    let summary = &head.summary.0;
    let mut numbers = vec![counted(summary.pools, "pool")];
    let mut add = |number: usize, what: &str| {
        if number > 0 {
            numbers.push(format!("{} {what}", counted(number, "shoot")));
        }
    };
    add(summary.changing, "with changes");
    add(summary.failing.saturating_sub(summary.without_profile), "in which something is due and cannot be done");
    add(summary.rejected, "whose updates the API server would refuse");
    add(summary.without_profile, "without a known profile");
    add(summary.deleting, "being deleted");
    let other = match head.settings.semantics {
        Semantics::Documented => "for which Gardener v1.150 decides differently",
        Semantics::Gardener => "for which the documents say otherwise",
    };
    add(head.differing, other);
    if summary.unreadable > 0 {
        numbers.push(format!("{} that cannot be read", counted(summary.unreadable, "input")));
    }
    if summary.changing == 0 && !summary.has_failures() {
        numbers.push("nothing to do".to_owned());
    }
    numbers.extend(left_out(&head.other_kinds));
    numbers.join("; ")
}

/// Something that is no Shoot.
pub(super) fn unreadable(unreadable: &Unreadable, request: Request, out: &mut Vec<u8>) -> io::Result<()> {
    let title = request.styles.title;
    writeln!(out, "\n{title}{}{title:#}", printable(&unreadable.source_name))?;
    writeln!(out, "{}", wrap(&printable(&unreadable.message), request.width, 2))
}

/// A Shoot.
pub(super) fn shoot(shoot: &PlannedShoot, request: Request, out: &mut Vec<u8>) -> io::Result<()> {
    title(shoot, request, out)?;
    let width = request.width;
    if let Some(unreadable) = &shoot.unreadable_window {
        writeln!(out, "{}", wrap(&printable(unreadable.to_string()), width, 2))?;
    }
    match shoot.end {
        None => shoot.steps.iter().try_for_each(|step| run(step, shoot, request, out))?,
        Some(end) => timeline(shoot, request, end, out)?,
    }
    if let Some(difference) = &shoot.difference {
        writeln!(out, "{}", wrap(&printable(difference.to_string()), width, 2))?;
    }
    Ok(())
}

/// The Shoot's name, its profile, and when maintenance runs.
fn title(shoot: &PlannedShoot, request: Request, out: &mut Vec<u8>) -> io::Result<()> {
    let (namespace, name) = (printable(&shoot.namespace), printable(&shoot.name));
    let title = request.styles.title;
    write!(out, "\n{title}{namespace}/{name}{title:#}")?;
    if let Some(profile) = &shoot.profile {
        let kind = if profile.is_namespaced { "NamespacedCloudProfile " } else { "" };
        write!(out, "  {kind}{}", printable(&*profile.name))?;
    }
    if let (None, None, [step]) = (shoot.end, shoot.skipped(), shoot.steps.as_slice()) {
        write!(out, "  at {}", step.at)?;
    }
    writeln!(out)
}

/// One run.
fn run(step: &ShootPlan, shoot: &PlannedShoot, request: Request, out: &mut Vec<u8>) -> io::Result<()> {
    let width = request.width;
    if let Some(skipped) = &step.skipped {
        return writeln!(out, "{}", wrap(&printable(format!("not planned: {skipped}")), width, 2));
    }
    for item in step.items() {
        if item.decision.is_uneventful() && request.leaves_out_what_stays(shoot) {
            continue;
        }
        let (subject, fate, refused) = (item.subject.title(), fate(item.decision), refused(step, item.decision));
        writeln!(out, "  {}", printable(format!("{subject} {} {fate}{refused}", item.from)))?;
        let why = wrap(&printable(item.decision.to_string()), width, 6);
        let style = if item.decision.is_uneventful() { request.styles.dim } else { Style::new() };
        writeln!(out, "{style}{why}{style:#}")?;
    }
    remarks(step, "", width, out)
}

/// What the API server says of a run; `when` tells which run.
fn remarks(step: &ShootPlan, when: &str, width: usize, out: &mut Vec<u8>) -> io::Result<()> {
    let rejections = step.rejections.iter().map(|rejection| format!("{when}refused: {rejection}"));
    let warnings = step.warnings.iter().map(|warning| format!("{when}warning: {}", warning.warning()));
    rejections.chain(warnings).try_for_each(|text| writeln!(out, "{}", wrap(&printable(&text), width, 2)))
}

/// What becomes of a version.
fn fate(decision: &Decision) -> impl fmt::Display {
    fmt::from_fn(move |f| match decision {
        Decision::Update(update) => write!(f, "-> {}", update.to),
        Decision::Failed(_) => f.write_str("FAILS"),
        Decision::NotDue | Decision::UpToDate { .. } => f.write_str("stays"),
    })
}

/// A remark on an update that is part of a refused run.
fn refused(step: &ShootPlan, decision: &Decision) -> &'static str {
    if step.is_rejected() && decision.update().is_some() { ", refused (see below)" } else { "" }
}

/// All runs, one version after the other.
fn timeline(shoot: &PlannedShoot, request: Request, end: TimelineEnd, out: &mut Vec<u8>) -> io::Result<()> {
    let width = request.width;
    if let Some(skipped) = shoot.skipped() {
        return writeln!(out, "{}", wrap(&printable(format!("not planned: {skipped}")), width, 2));
    }
    let steps = &shoot.steps;
    // Every run knows all subjects, in the same order.
    let count = steps.first().map_or(0, |step| step.items().count());
    let mut items: Vec<_> = steps.iter().map(ShootPlan::items).collect();
    for _ in 0..count {
        let runs = steps.iter().zip(&mut items).filter_map(|(step, items)| Some((step, items.next()?)));
        let runs = runs.filter(|(_, item)| !item.decision.is_uneventful());
        let mut previous = None;
        for (step, item) in runs {
            if previous.is_none() {
                writeln!(out, "  {}", printable(format!("{} {}", item.subject.title(), item.from)))?;
            }
            // What fails time and again is told once.
            if previous == Some(item.decision) && item.decision.failed().is_some() {
                continue;
            }
            previous = Some(item.decision);
            let refused = refused(step, item.decision);
            let line = format!("{} {}{refused}: {}", step.at, fate(item.decision), item.decision);
            writeln!(out, "{}", wrap(&printable(&line), width, 4))?;
        }
    }
    for step in steps {
        remarks(step, &format!("{} ", step.at), width, out)?;
    }
    let end = match end {
        TimelineEnd::Stable(at) if steps.is_empty() => format!("nothing changes; stable from {at} on"),
        TimelineEnd::Stable(at) => format!("stable from {at} on, unless the profile is changed"),
        TimelineEnd::Horizon(at) if steps.is_empty() => format!("nothing changes until then; next look at {at}"),
        TimelineEnd::Horizon(at) => format!("more may change from {at} on"),
        TimelineEnd::NoMaintenance => "not planned: the Shoot is being deleted".to_owned(),
    };
    writeln!(out, "{}", wrap(&end, width, 2))
}
