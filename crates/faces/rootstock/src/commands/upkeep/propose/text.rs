//! A proposal as text: the diff, the reason for each change, and its effects.

use std::io::{self, Write as _};

use rootstock_queries::ProposalAnswer;
use rootstock_upkeep::Calendar;
use rootstock_versioning::Day;

use crate::Streams;
use crate::cli::MergeRequestFormat;
use crate::commands::upkeep::edit::{EditArguments, EditResult, write_diff};
use crate::commands::upkeep::text;
use crate::failure::Failure;
use crate::page::Page;

pub(super) fn write(
    arguments: &EditArguments<MergeRequestFormat>,
    edited: &EditResult<ProposalAnswer>,
    until: Option<Day>,
    streams: &mut Streams,
) -> Result<(), Failure> {
    let answer = &edited.answer;
    if !answer.proposed.is_empty() {
        write_diff(arguments, edited, &answer.upkeep, streams)?;
        let (name, at) = (&answer.upkeep.profile, answer.upkeep.settings.at);
        streams.out.page().title(format!("Profile {name}: due changes, at {at}"))?;
        super::markdown::folded(answer).iter().try_for_each(|line| streams.out.page().item(0, line))?;
        writeln!(streams.out.raw())?;
        text::write(&answer.upkeep, edited.status, arguments.is_in_place(), streams)?;
    }
    if let (Some(calendar), Some(until)) = (&answer.calendar, until) {
        if !answer.proposed.is_empty() {
            writeln!(streams.out.raw())?;
        }
        write_calendar(calendar, until, &mut streams.out.page())?;
    }
    for one in &answer.left {
        streams.say(format!("note: {}", one.message));
    }
    match &answer.postponed {
        Some(postponed) => streams.say(format!("nothing is proposed: {}", postponed.message)),
        None if answer.proposed.is_empty() => {
            streams.say(format!("nothing is due for profile {}", answer.upkeep.profile));
        }
        None => {}
    }
    Ok(())
}

fn write_calendar(calendar: &Calendar, until: Day, page: &mut Page<'_>) -> io::Result<()> {
    page.title(format!("Calendar to {until}{}", super::markdown::ASSUMPTION))?;
    for day in &calendar.days {
        writeln!(page, "\n{}, {}", day.day, day.day.weekday())?;
        super::markdown::lines(day).try_for_each(|line| page.item(2, line))?;
    }
    if calendar.days.is_empty() {
        writeln!(page, "\nNothing happens.")?;
    }
    Ok(())
}
