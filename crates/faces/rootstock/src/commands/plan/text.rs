//! The plan for a person: the fleet in a few lines, then shoot by Shoot.

use std::borrow::Cow;
use std::fmt::{self, Write};
use std::io;

use anstyle::Style;
use rootstock_core_model::{Semantics, counted};
use rootstock_maintenance::{Decision, ShootPlan, TimelineEnd, Unreadable};
use rootstock_queries::{PlanHead, PlannedShoot, left_out};

use super::Request;
use crate::prose::{wrap, wrap_onto};
use crate::table::{printable, table};

/// The length in bytes that the text about a Shoot of some pools has.
const USUAL_LENGTH: usize = 1024;

/// The summary.
pub(super) fn head(request: Request, head: &PlanHead, out: &mut dyn io::Write) -> io::Result<()> {
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
pub(super) fn unreadable(unreadable: &Unreadable, request: Request) -> String {
    let title = request.styles.title;
    let source = printable(&unreadable.source_name);
    format!("\n{title}{source}{title:#}\n{}\n", wrap(&printable(&unreadable.message), request.width, 2))
}

/// A Shoot.
pub(super) fn shoot(shoot: &PlannedShoot, request: Request) -> String {
    let mut out = String::with_capacity(USUAL_LENGTH);
    let done = write_shoot(shoot, request, &mut out);
    // Writing to a string does not fail.
    debug_assert!(done.is_ok());
    out
}

fn write_shoot(shoot: &PlannedShoot, request: Request, out: &mut String) -> fmt::Result {
    title(shoot, request, out)?;
    let width = request.width;
    if let Some(unreadable) = &shoot.unreadable_window {
        paragraph(out, &unreadable.to_string(), width, 2)?;
    }
    match shoot.end {
        None => shoot.steps.iter().try_for_each(|step| run(step, shoot, request, out))?,
        Some(end) => timeline(shoot, request, end, out)?,
    }
    if let Some(difference) = &shoot.difference {
        paragraph(out, &difference.to_string(), width, 2)?;
    }
    Ok(())
}

/// A text in lines of its own.
fn paragraph(out: &mut String, text: &str, width: usize, indent: usize) -> fmt::Result {
    wrap_onto(out, &printable(text), width, indent);
    out.write_char('\n')
}

/// One line behind `indent` blanks. It is written in place, and again only if something in it steers a terminal.
fn line(out: &mut String, indent: usize, text: fmt::Arguments<'_>) -> fmt::Result {
    out.extend(std::iter::repeat_n(' ', indent));
    let start = out.len();
    out.write_fmt(text)?;
    let escaped = match printable(out.get(start..).unwrap_or_default()) {
        Cow::Borrowed(_) => None,
        Cow::Owned(escaped) => Some(escaped),
    };
    if let Some(escaped) = escaped {
        out.truncate(start);
        out.push_str(&escaped);
    }
    out.write_char('\n')
}

/// The Shoot's name, its profile, and when maintenance runs.
fn title(shoot: &PlannedShoot, request: Request, out: &mut String) -> fmt::Result {
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
fn run(step: &ShootPlan, shoot: &PlannedShoot, request: Request, out: &mut String) -> fmt::Result {
    let width = request.width;
    if let Some(skipped) = &step.skipped {
        return paragraph(out, &format!("not planned: {skipped}"), width, 2);
    }
    let mut why = String::new();
    for item in step.items() {
        if item.decision.is_uneventful() && request.leaves_out_what_stays(shoot) {
            continue;
        }
        let (subject, fate, refused) = (item.subject.title(), fate(item.decision), refused(step, item.decision));
        line(out, 2, format_args!("{subject} {} {fate}{refused}", item.from))?;
        why.clear();
        write!(why, "{}", item.decision)?;
        let style = if item.decision.is_uneventful() { request.styles.dim } else { Style::new() };
        write!(out, "{style}")?;
        wrap_onto(out, &printable(&*why), width, 6);
        writeln!(out, "{style:#}")?;
    }
    remarks(step, "", width, out)
}

/// What the API server says of a run; `when` tells which run.
fn remarks(step: &ShootPlan, when: &str, width: usize, out: &mut String) -> fmt::Result {
    let rejections = step.rejections.iter().map(|rejection| format!("{when}refused: {rejection}"));
    let warnings = step.warnings.iter().map(|warning| format!("{when}warning: {}", warning.warning()));
    rejections.chain(warnings).try_for_each(|text| paragraph(out, &text, width, 2))
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
fn timeline(shoot: &PlannedShoot, request: Request, end: TimelineEnd, out: &mut String) -> fmt::Result {
    let width = request.width;
    if let Some(skipped) = shoot.skipped() {
        return paragraph(out, &format!("not planned: {skipped}"), width, 2);
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
                line(out, 2, format_args!("{} {}", item.subject.title(), item.from))?;
            }
            // What fails time and again is told once.
            if previous == Some(item.decision) && item.decision.failed().is_some() {
                continue;
            }
            previous = Some(item.decision);
            let refused = refused(step, item.decision);
            let what = format!("{} {}{refused}: {}", step.at, fate(item.decision), item.decision);
            paragraph(out, &what, width, 4)?;
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
    paragraph(out, &end, width, 2)
}
