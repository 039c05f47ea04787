//! The text of a comparison: the most important changes first, in a few lines, then cause by cause.

use std::io::{self, Write as _};

use rootstock_behavioural_diff::ShootChanges;
use rootstock_queries::{DiffDescription, DiffDetail, DiffHead, DiffItem, DiffSection, describe_shoot_changes};

use crate::Streams;
use crate::failure::Failure;
use crate::page::Page;
use crate::prose::{Styles, wrap};
use crate::spool::Spool;
use crate::table::printable;

/// The title of a comparison, and its level of detail.
pub(in crate::commands) struct Title {
    /// The two profiles, in words.
    pub(in crate::commands) heading: String,
    /// The command that shows why the update is refused, if there is one.
    pub(in crate::commands) see: Option<String>,
    /// Whether to write only the summary.
    pub(in crate::commands) summary_only: bool,
    /// The level of detail.
    pub(in crate::commands) detail: DiffDetail,
}

pub(in crate::commands) fn write(
    answer: &DiffHead,
    named: &Title,
    spool: Option<Spool>,
    streams: &mut Streams,
) -> Result<(), Failure> {
    let page = &mut streams.out.page();
    let account = DiffDescription::new(answer, named.detail);
    head(answer, &account, named, page)?;
    if named.summary_only {
        return Ok(());
    }
    if let Some(refusal) = &account.refusal {
        section(refusal, page)?;
        if let Some(command) = &named.see {
            page.paragraph(2, format!("See `{command}`."))?;
        }
    }
    sections(&account.sections, page)?;
    for (child, changes) in &account.children {
        page.section(format!("In full: {child}"))?;
        sections(changes, page)?;
    }
    if let Some(spool) = spool.filter(|_| named.detail == DiffDetail::All)
        && answer.fleet.as_ref().is_some_and(|fleet| !fleet.changes.is_empty())
    {
        page.section("Shoot by Shoot")?;
        spool.unspool(page)?;
    }
    Ok(())
}

fn head(answer: &DiffHead, account: &DiffDescription, named: &Title, page: &mut Page<'_>) -> io::Result<()> {
    let (name, at) = (&answer.profile, answer.settings.at);
    page.title(format!("Profile {name}: {}, at {at}", named.heading))?;
    account.summary.iter().try_for_each(|line| page.item(0, line))?;
    account.notes.iter().try_for_each(|note| page.paragraph(0, note))
}

fn sections(all: &[DiffSection], page: &mut Page<'_>) -> io::Result<()> {
    all.iter().try_for_each(|one| section(one, page))
}

fn section(section: &DiffSection, page: &mut Page<'_>) -> io::Result<()> {
    page.section(&section.heading)?;
    section.items.iter().try_for_each(|one| item(one, page))
}

fn item(item: &DiffItem, page: &mut Page<'_>) -> io::Result<()> {
    page.item(2, &item.text)?;
    for (level, line) in &item.below {
        let text = wrap(&printable(line), page.width.saturating_sub(2), 6 + 2 * level);
        // Continuation lines are indented further.
        writeln!(page, "{}", text.replace('\n', "\n  "))?;
    }
    Ok(())
}

/// Writes one Shoot and all its changes.
pub(super) fn shoot(changes: &ShootChanges, name: &str, width: usize, out: &mut Vec<u8>) -> io::Result<()> {
    let page = &mut Page::new(out, width, Styles::PLAIN);
    page.line(2, name)?;
    describe_shoot_changes(changes).into_iter().try_for_each(|line| page.item(4, line))
}
