//! The answer for a person: what matters most first, in a few lines, then one cause after the other.

use std::io::{self, Write};

use rootstock_behavioural_diff::ShootChanges;
use rootstock_queries::{DiffAccount, DiffDetail, DiffHead, DiffItem, DiffSection, shoot_account};

use crate::Streams;
use crate::failure::Failure;
use crate::prose::{TITLE, wrap};
use crate::spool::Spool;
use crate::table::printable;

/// What a comparison is called, and what shows more of it.
pub(in crate::commands) struct Title {
    /// Which profile is compared with which.
    pub(in crate::commands) heading: String,
    /// The command that shows why the update is refused, if there is one.
    pub(in crate::commands) see: Option<String>,
    /// Whether nothing is told but the first lines.
    pub(in crate::commands) summary_only: bool,
    /// How much is named.
    pub(in crate::commands) detail: DiffDetail,
}

pub(in crate::commands) fn write(
    answer: &DiffHead,
    named: &Title,
    spool: Option<Spool>,
    streams: &mut Streams,
) -> Result<(), Failure> {
    let width = streams.width();
    let out = &mut streams.text();
    let account = DiffAccount::new(answer, named.detail);
    head(answer, &account, named, width, out)?;
    if named.summary_only {
        return Ok(());
    }
    if let Some(refusal) = &account.refusal {
        section(refusal, width, out)?;
        if let Some(command) = &named.see {
            writeln!(out, "{}", wrap(&printable(format!("See `{command}`.")), width, 2))?;
        }
    }
    sections(&account.sections, width, out)?;
    for (child, changes) in &account.children {
        title(&format!("In full: {child}"), out)?;
        sections(changes, width, out)?;
    }
    if let Some(spool) = spool.filter(|_| named.detail == DiffDetail::All)
        && answer.fleet.as_ref().is_some_and(|fleet| !fleet.changes.is_empty())
    {
        title("Shoot by Shoot", out)?;
        spool.unspool(out)?;
    }
    Ok(())
}

fn title(text: &str, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "\n{TITLE}{}{TITLE:#}", printable(text))
}

/// What is compared, and the whole answer in a few lines.
fn head(answer: &DiffHead, account: &DiffAccount, named: &Title, width: usize, out: &mut dyn Write) -> io::Result<()> {
    let (name, at) = (&answer.profile, answer.settings.at);
    let heading = printable(format!("Profile {name}: {}, at {at}", named.heading));
    writeln!(out, "{TITLE}{heading}{TITLE:#}")?;
    for line in &account.summary {
        writeln!(out, "{}", wrap(&format!("- {}", printable(line)), width, 0).replace('\n', "\n  "))?;
    }
    account.notes.iter().try_for_each(|note| writeln!(out, "{}", wrap(&printable(note), width, 0)))
}

fn sections(all: &[DiffSection], width: usize, out: &mut dyn Write) -> io::Result<()> {
    all.iter().try_for_each(|one| section(one, width, out))
}

/// A title and what stands under it.
fn section(section: &DiffSection, width: usize, out: &mut dyn Write) -> io::Result<()> {
    title(&section.heading, out)?;
    section.items.iter().try_for_each(|one| item(one, width, out))
}

fn item(item: &DiffItem, width: usize, out: &mut dyn Write) -> io::Result<()> {
    let text = wrap(&format!("- {}", printable(&item.text)), width.saturating_sub(2), 0);
    writeln!(out, "  {}", text.replace('\n', "\n    "))?;
    for (level, line) in &item.below {
        let text = wrap(&printable(line), width.saturating_sub(2), 6 + 2 * level);
        // What does not fit in a line goes on further in.
        writeln!(out, "{}", text.replace('\n', "\n  "))?;
    }
    Ok(())
}

/// One Shoot, with everything that changes for it.
pub(super) fn shoot(changes: &ShootChanges, name: &str, width: usize, out: &mut Vec<u8>) -> io::Result<()> {
    writeln!(out, "  {}", printable(name))?;
    shoot_account(changes).into_iter().try_for_each(|line| {
        let text = wrap(&format!("- {}", printable(&line)), width.saturating_sub(4), 0);
        writeln!(out, "    {}", text.replace('\n', "\n      "))
    })
}
