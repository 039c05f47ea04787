//! A proposal for the terminal: the diff, why each change is due, and what it changes.

use std::io::Write;

use rootstock_queries::ProposalAnswer;
use rootstock_upkeep::Calendar;
use rootstock_versioning::Day;

use crate::Streams;
use crate::cli::ProposalFormat;
use crate::commands::upkeep::text;
use crate::commands::upkeep::work::{WorkArguments, Worked, write_diff};
use crate::failure::Failure;
use crate::prose::{TITLE, wrap};
use crate::table::printable;

pub(super) fn write(
    arguments: &WorkArguments<ProposalFormat>,
    worked: &Worked<ProposalAnswer>,
    until: Option<Day>,
    streams: &mut Streams,
) -> Result<(), Failure> {
    let answer = &worked.answer;
    if !answer.proposed.is_empty() {
        write_diff(arguments, &worked.before, &answer.upkeep, streams)?;
        let (name, at) = (&answer.upkeep.profile, answer.upkeep.settings.at);
        title(&format!("Profile {name}: what is due, at {at}"), streams)?;
        list(answer.proposed.iter().map(|one| one.message.as_str()), 0, streams)?;
        writeln!(streams.out())?;
        text::write(&answer.upkeep, worked.status, arguments.is_in_place(), streams)?;
    }
    if let (Some(calendar), Some(until)) = (&answer.calendar, until) {
        if !answer.proposed.is_empty() {
            writeln!(streams.out())?;
        }
        write_calendar(calendar, until, streams)?;
    }
    for one in &answer.left {
        streams.say(&printable(format!("note: {}", one.message)));
    }
    match &answer.postponed {
        Some(postponed) => streams.say(&printable(format!("nothing is proposed: {}", postponed.message))),
        None if answer.proposed.is_empty() => {
            streams.say(&printable(format!("nothing is due for profile {}", answer.upkeep.profile)));
        }
        None => {}
    }
    Ok(())
}

fn write_calendar(calendar: &Calendar, until: Day, streams: &mut Streams) -> Result<(), Failure> {
    title(&format!("Calendar to {until}"), streams)?;
    for day in &calendar.days {
        writeln!(streams.text(), "\n{}, {}", day.day, day.day.weekday())?;
        let lines: Vec<String> = super::markdown::lines(day).collect();
        list(lines.iter().map(String::as_str), 2, streams)?;
    }
    if calendar.days.is_empty() {
        writeln!(streams.text(), "\nNothing happens.")?;
    }
    Ok(())
}

fn title(text: &str, streams: &mut Streams) -> Result<(), Failure> {
    Ok(writeln!(streams.text(), "{TITLE}{}{TITLE:#}", printable(text))?)
}

fn list<'l>(lines: impl Iterator<Item = &'l str>, indent: usize, streams: &mut Streams) -> Result<(), Failure> {
    let width = streams.width().saturating_sub(indent);
    let margin = " ".repeat(indent);
    for line in lines {
        let line = wrap(&format!("- {}", printable(line)), width, 0).replace('\n', &format!("\n{margin}  "));
        writeln!(streams.text(), "{margin}{line}")?;
    }
    Ok(())
}
