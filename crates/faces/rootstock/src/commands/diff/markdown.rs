//! A comparison as Markdown, for merge requests.

use std::io::{self, Write};

use rootstock_queries::{DiffDescription, DiffDetail, DiffHead, DiffSection};

use super::text::Title;
use crate::Streams;
use crate::failure::Failure;
use crate::spool::Spool;
use crate::table::printable;

pub(super) fn write(
    answer: &DiffHead,
    named: &Title,
    spool: Option<Spool>,
    streams: &mut Streams,
) -> Result<(), Failure> {
    let out = streams.out.raw();
    let description = DiffDescription::new(answer, named.detail);
    writeln!(out, "# Profile {}: {}", printable(&answer.profile), printable(&named.heading))?;
    writeln!(out)?;
    items(description.summary.iter().chain(&description.notes).map(String::as_str), out)?;
    if named.summary_only {
        return Ok(());
    }
    sections(description.refusal.iter().chain(&description.sections), 2, out)?;
    for (child, changes) in &description.children {
        heading(2, &format!("In full: {child}"), out)?;
        sections(changes, 3, out)?;
    }
    if let Some(spool) = spool.filter(|_| named.detail == DiffDetail::All)
        && answer.fleet.as_ref().is_some_and(|fleet| !fleet.changes.is_empty())
    {
        heading(2, "Shoot by Shoot", out)?;
        writeln!(out, "```text")?;
        spool.unspool(out)?;
        writeln!(out, "```")?;
    }
    Ok(())
}

/// Writes a heading of a level.
pub(in crate::commands) fn heading(level: usize, text: &str, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "\n{} {}\n", "#".repeat(level), printable(text))
}

/// Writes a list with an item for each line.
pub(in crate::commands) fn items<'l>(mut lines: impl Iterator<Item = &'l str>, out: &mut dyn Write) -> io::Result<()> {
    lines.try_for_each(|line| writeln!(out, "- {}", printable(line)))
}

/// Writes sections with headings of a level.
pub(in crate::commands) fn sections<'s>(
    sections: impl IntoIterator<Item = &'s DiffSection>,
    level: usize,
    out: &mut dyn Write,
) -> io::Result<()> {
    for section in sections {
        heading(level, &section.heading, out)?;
        for item in &section.items {
            writeln!(out, "- {}", printable(&item.text))?;
            for (depth, line) in &item.below {
                writeln!(out, "{}- {}", "  ".repeat(depth + 1), printable(line))?;
            }
        }
    }
    Ok(())
}
