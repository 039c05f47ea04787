//! The answer for a person: what matters most first, in a few lines, then one cause after the other.

mod children;
mod fleet;
mod profile;
mod words;

use std::io::{self, Write};

use rootstock_behavioural_diff::{FitChange, ShootChanges};
use rootstock_core_model::counted;
use rootstock_queries::DiffHead;
use rootstock_report::{Finding, Report};

use self::words::{Item, first, section};
use crate::Streams;
use crate::commands::plan::left_out;
use crate::failure::Failure;
use crate::prose::{TITLE, wrap};
use crate::spool::Spool;
use crate::table::printable;

/// How the text is laid out.
#[derive(Debug, Clone, Copy)]
struct Layout {
    width: usize,
    /// Whether everything is named.
    details: bool,
}

/// What a comparison is called, and what shows more of it.
pub(in crate::commands) struct Title {
    /// Which profile is compared with which.
    pub(in crate::commands) heading: String,
    /// The command that shows why the update is refused, if there is one.
    pub(in crate::commands) see: Option<String>,
    /// Whether everything is named.
    pub(in crate::commands) details: bool,
}

pub(in crate::commands) fn write(
    answer: &DiffHead,
    report: &Report,
    named: &Title,
    spool: Option<Spool>,
    streams: &mut Streams,
) -> Result<(), Failure> {
    let layout = Layout { width: streams.width(), details: named.details };
    let out = &mut streams.text();
    head(answer, named, layout, out)?;
    update(report, named, layout, out)?;
    if let Some(fleet) = &answer.fleet {
        fleet::write(&fleet.changes, layout, out)?;
    }
    children::write(&answer.children, layout, out)?;
    profile::write(&answer.changes, layout, out)?;
    if layout.details {
        children::write_in_full(&answer.children, layout, out)?;
    }
    if let Some(spool) = spool.filter(|_| layout.details)
        && answer.fleet.as_ref().is_some_and(|fleet| !fleet.changes.is_empty())
    {
        title("Shoot by Shoot", out)?;
        spool.unspool(out)?;
    }
    Ok(())
}

fn title(text: &str, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "\n{TITLE}{text}{TITLE:#}")
}

/// What is compared, and the whole answer in a few lines.
fn head(answer: &DiffHead, named: &Title, layout: Layout, out: &mut dyn Write) -> io::Result<()> {
    let name = &answer.profile;
    let at = answer.settings.at;
    let heading = printable(format!("Profile {name}: {}, at {at}", named.heading));
    writeln!(out, "{TITLE}{heading}{TITLE:#}")?;
    if let Some(other) = &answer.new_name {
        let text = format!("The new profile is called `{other}`; it is judged as if it took the place of `{name}`.");
        writeln!(out, "{}", wrap(&printable(&text), layout.width, 0))?;
    }
    for line in summary(answer) {
        writeln!(out, "{}", wrap(&format!("- {}", printable(&line)), layout.width, 0).replace('\n', "\n  "))?;
    }
    if !answer.knows_images {
        let text = "The provider's half of the profiles is not known on both sides: flavors are compared, and not the images \
                    that they refer to.";
        writeln!(out, "{}", wrap(text, layout.width, 0))?;
    }
    Ok(())
}

/// One line for each kind of change, the most dangerous first.
fn summary(answer: &DiffHead) -> Vec<String> {
    let mut lines = Vec::new();
    let mut add = |number: usize, line: String| {
        if number > 0 {
            lines.push(line);
        }
    };
    let errors = answer.update.errors;
    add(errors, format!("the update is refused: {}", counted(errors, "error")));
    if let Some(fleet) = &answer.fleet {
        fleet::summary(&fleet.changes, &mut add);
    }
    children::summary(&answer.children, &mut add);
    profile::summary(&answer.changes, &mut add);
    if !answer.changed {
        add(1, "no behavioural change".to_owned());
    }
    if let Some(fleet) = &answer.fleet {
        let shoots = fleet.changes.shoots;
        add(1, format!("{} compared, {} affected", counted(shoots, "Shoot"), fleet.changes.affected));
        for (reference, number) in &fleet.elsewhere {
            add(1, format!("{} not compared, of {reference}", counted(*number, "Shoot")));
        }
        add(fleet.unreadable, format!("{} cannot be read", counted(fleet.unreadable, "input")));
        lines.extend(left_out(&fleet.other_kinds));
    }
    lines
}

/// Why the update is refused. Warnings are told by `check`.
fn update(report: &Report, named: &Title, layout: Layout, out: &mut dyn Write) -> io::Result<()> {
    const SHOWN: usize = 10;
    let errors: Vec<&Finding> = report.findings.iter().filter(|finding| finding.is_error()).collect();
    if errors.is_empty() {
        return Ok(());
    }
    let item = |finding: &&Finding| {
        let violation = &finding.violation;
        Item::new(format!("{}: {violation} ({})", place(report, finding), violation.rule.name))
    };
    section("The update is refused", first(&errors, SHOWN, layout, item), layout, out)?;
    match &named.see {
        Some(command) => writeln!(out, "{}", wrap(&printable(format!("See `{command}`.")), layout.width, 2)),
        None => Ok(()),
    }
}

/// `new.yaml:12:5`.
fn place(report: &Report, finding: &Finding) -> String {
    let Some(source) = report.source(finding.source) else { return String::new() };
    match &finding.place {
        Some(place) => {
            let at = source.line_column(place.span.start);
            format!("{}:{}:{}", source.name(), at.line, at.column)
        }
        None => source.name().to_owned(),
    }
}

/// One Shoot, with everything that changes for it.
pub(super) fn shoot(changes: &ShootChanges, name: &str, width: usize, out: &mut Vec<u8>) -> io::Result<()> {
    fleet::shoot(changes, name, Layout { width, details: true }, out)
}

/// Whether a group is about pairs that do not fit any more.
const fn is_bad(verdict: FitChange) -> bool {
    matches!(verdict, FitChange::Incompatible)
}
