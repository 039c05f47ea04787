//! A proposal as the description of a pull request.

use std::io::{self, Write};

use rootstock_core_model::listed;
use rootstock_queries::{DiffDescription, DiffDetail, LaterMaintenance, ProposalAnswer, UpkeepOutcome};
use rootstock_upkeep::CalendarDay;
use rootstock_versioning::Day;

use crate::commands::diff::markdown::{heading, items, sections};
use crate::table::printable;

/// The limit of later updates that are listed individually.
const MAX_UPDATES: usize = 40;

pub(super) fn write(answer: &ProposalAnswer, until: Option<Day>, out: &mut dyn Write) -> io::Result<()> {
    let (profile, at) = (&answer.upkeep.profile, answer.upkeep.settings.at);
    writeln!(out, "# Upkeep of CloudProfile `{}`, {}", printable(profile), Day::of(at))?;
    heading(2, "Due by policy", out)?;
    match &answer.postponed {
        Some(postponed) => writeln!(out, "Nothing is proposed: {}.", printable(&postponed.message))?,
        None if answer.proposed.is_empty() => writeln!(out, "Nothing is due.")?,
        None => items(folded(answer).iter().map(String::as_str), out)?,
    }
    if let (UpkeepOutcome::Done { diff, later, notes, .. }, false) =
        (&answer.upkeep.outcome, answer.proposed.is_empty())
    {
        let account = DiffDescription::new(diff, DiffDetail::First);
        heading(2, "Effects", out)?;
        items(account.summary.iter().chain(&account.notes).map(String::as_str), out)?;
        sections(account.refusal.iter().chain(&account.sections), 3, out)?;
        if let Some(later) = later.as_ref().filter(|later| !later.updates.is_empty()) {
            write_later(later, out)?;
        }
        if !notes.is_empty() {
            heading(2, "Notes", out)?;
            items(notes.iter().map(|one| one.message.as_str()), out)?;
        }
    }
    if !answer.left.is_empty() {
        heading(2, "Not proposed", out)?;
        items(answer.left.iter().map(|one| one.message.as_str()), out)?;
    }
    if let (Some(calendar), Some(until)) = (&answer.calendar, until) {
        heading(2, &format!("Calendar to {until}{ASSUMPTION}"), out)?;
        for day in &calendar.days {
            let lines: Vec<String> = lines(day).collect();
            writeln!(out, "- {}", day.day)?;
            lines.iter().try_for_each(|line| writeln!(out, "  - {}", printable(line)))?;
        }
        if calendar.days.is_empty() {
            writeln!(out, "Nothing happens.")?;
        }
    }
    Ok(())
}

/// The assumption of a calendar, as the end of its title: versions in use are not removed, even if maintenance moves Shoots off them.
pub(super) const ASSUMPTION: &str = ", if Shoots keep the versions that they use";

/// The number of similar changes from which on they share a line.
const FOLDED_FROM: usize = 5;

/// Returns the messages of the proposed changes; many changes in a row that differ only in the version share a line.
pub(super) fn folded(answer: &ProposalAnswer) -> Vec<String> {
    // A message begins with the version in backticks.
    let parts = |message: &'_ str| -> Option<(String, String)> {
        let (name, rest) = message.strip_prefix('`')?.split_once("` ")?;
        Some((name.to_owned(), rest.to_owned()))
    };
    let messages: Vec<&str> = answer.proposed.iter().map(|one| one.message.as_str()).collect();
    let is_similar =
        |one: &&str, other: &&str| parts(one).zip(parts(other)).is_some_and(|((_, one), (_, other))| one == other);
    let line = |group: &[&str]| -> Vec<String> {
        let named: Vec<(String, String)> = group.iter().filter_map(|message| parts(message)).collect();
        match named.first() {
            Some((_, rest)) if named.len() >= FOLDED_FROM => {
                vec![format!("{}: each {rest}", listed(named.iter().map(|(name, _)| name)))]
            }
            _ => group.iter().map(|message| (*message).to_owned()).collect(),
        }
    };
    messages.chunk_by(is_similar).flat_map(line).collect()
}

/// Returns the events and changes of a day as lines.
pub(super) fn lines(day: &CalendarDay) -> impl Iterator<Item = String> {
    day.events.iter().map(ToString::to_string).chain(day.changes.iter().map(ToString::to_string))
}

fn write_later(later: &LaterMaintenance, out: &mut dyn Write) -> io::Result<()> {
    heading(2, "Maintenance after the next one", out)?;
    let lines: Vec<String> = later.updates.iter().take(MAX_UPDATES).map(ToString::to_string).collect();
    items(lines.iter().map(String::as_str), out)?;
    match later.updates.len().checked_sub(MAX_UPDATES).filter(|more| *more > 0) {
        Some(more) => writeln!(out, "- and {more} more"),
        None => Ok(()),
    }
}
