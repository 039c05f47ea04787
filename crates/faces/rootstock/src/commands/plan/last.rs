//! `plan --last`: the last maintenance of Shoots, next to what was planned for it.

use std::io;

use rootstock_core_model::counted;
use rootstock_maintenance::{FleetItem, Profiles};
use rootstock_queries::{
    DifferenceKind, LastMaintenance, LastMaintenanceComparer, LastMaintenanceTotals, PlanLastAnswer, PlanLastQuery,
    describe_skipped,
};

use super::{PlanArguments, Request};
use crate::failure::Failure;
use crate::fleet::OtherReleases;
use crate::page::{Markup, Page};
use crate::rows::{Rows, or_empty};
use crate::shoot_sources::ShootSources;
use crate::view::{self, AnswerView};
use crate::{Status, Streams, fleet};

pub(super) fn run(
    arguments: &PlanArguments,
    request: Request,
    profiles: &Profiles,
    (shoots, releases): (ShootSources, OtherReleases),
    streams: &mut Streams,
) -> Result<Status, Failure> {
    let query = PlanLastQuery { only_differences: arguments.only_changes };
    let mut totals = LastMaintenanceTotals::default();
    let comparer = || LastMaintenanceComparer::new(profiles, request.asked);
    let compare = |comparer: &mut LastMaintenanceComparer<'_>, shoot: &FleetItem| {
        releases.see(shoot);
        shoot.ask_whole(|shoot| comparer.compare(shoot))
    };
    let other_kinds = fleet::ask(shoots, (comparer, compare), request.format, streams, |answer, streams| {
        if let Err(unreadable) = &answer {
            streams.say_lines(&unreadable.to_string());
        }
        totals.add(answer, query);
        Ok(())
    })?;
    releases.say(streams);
    let answer = totals.answer(request.asked, other_kinds);
    if request.markup == Markup::Markdown {
        arguments.text(&answer, &mut request.page(streams.out.styled_text()))?;
        return Ok(arguments.status(&answer));
    }
    view::write(arguments, &answer, request.format, streams)
}

impl AnswerView<PlanLastQuery> for PlanArguments {
    fn text(&self, answer: &PlanLastAnswer, page: &mut Page<'_>) -> io::Result<()> {
        page.title(format!("Last maintenance before {}: {}", answer.settings.at, counted(answer.total, "Shoot")))?;
        page.paragraph(0, numbers(answer))?;
        if self.summary {
            return Ok(());
        }
        answer.shoots.iter().try_for_each(|shoot| write_shoot(shoot, page))
    }

    fn rows(&self, answer: &PlanLastAnswer, rows: &mut Rows<'_>) -> io::Result<()> {
        rows.header("namespace,shoot,profile,at,state,description,failure_reason,difference,message")?;
        for shoot in &answer.shoots {
            let profile = shoot.profile.as_ref().map(|profile| &profile.name);
            let reported = shoot.reported.as_ref();
            let mut row = |kind: &dyn std::fmt::Display, message: &str| {
                rows.row(&[
                    &shoot.namespace,
                    &shoot.name,
                    &or_empty(profile),
                    &or_empty(reported.map(|reported| reported.at).as_ref()),
                    &or_empty(reported.map(|reported| &reported.state)),
                    &or_empty(reported.map(|reported| &reported.description)),
                    &or_empty(reported.map(|reported| &reported.failure_reason)),
                    &kind,
                    &message,
                ])
            };
            if shoot.differences.is_empty() {
                row(&"", "")?;
            }
            shoot.differences.iter().try_for_each(|one| row(&one.kind, &one.message))?;
        }
        Ok(())
    }

    fn status(&self, answer: &PlanLastAnswer) -> Status {
        let mut differences = answer.shoots.iter().flat_map(|shoot| &shoot.differences);
        if answer.unreadable > 0 || differences.any(|one| one.kind == DifferenceKind::UnreadableStatus) {
            Status::Unreadable
        } else if self.exit_code && answer.differing > 0 {
            Status::Findings
        } else {
            Status::Clean
        }
    }
}

fn numbers(answer: &PlanLastAnswer) -> String {
    let as_planned = answer.total.saturating_sub(answer.differing + answer.without_report);
    let mut numbers = vec![format!("{as_planned} as planned"), format!("{} with differences", answer.differing)];
    if answer.without_report > 0 {
        numbers.push(format!("{} without maintenance in their status", answer.without_report));
    }
    if answer.unreadable > 0 {
        numbers.push(format!("{} that cannot be read", counted(answer.unreadable, "input")));
    }
    numbers.extend(describe_skipped(&answer.other_kinds));
    numbers.join("; ")
}

fn write_shoot(shoot: &LastMaintenance, page: &mut Page<'_>) -> io::Result<()> {
    page.blank()?;
    let profile = shoot.profile.as_ref().map(|profile| format!("  {}", profile.name)).unwrap_or_default();
    let name = format!("{}/{}", shoot.namespace, shoot.name);
    let Some(reported) = &shoot.reported else {
        page.heading(name, profile)?;
        return match shoot.differences.as_slice() {
            [] => page.dim_paragraph(2, "its status reports no maintenance"),
            differences => differences.iter().try_for_each(|one| page.paragraph(2, one.to_string())),
        };
    };
    page.heading(name, format!("{profile}  at {}: {}", reported.at, reported.state))?;
    for text in [&reported.description, &reported.failure_reason].into_iter().filter(|text| !text.is_empty()) {
        page.dim_paragraph(2, text)?;
    }
    match shoot.differences.as_slice() {
        [] => page.paragraph(2, "as planned"),
        differences => differences.iter().try_for_each(|one| page.paragraph(2, format!("differs: {one}"))),
    }
}
