//! What `images` and `machine-types` print: what a worker may choose, and why not the others.

mod alike;
mod csv;

use std::io::{self, Write};

use rootstock_admission::{ImageOption, MachineTypeOption, RejectedImage, RejectedMachineType, WorkerOptions};
use rootstock_core_model::{Capabilities, counted};
use rootstock_queries::{Choice, ChoiceAnswer, GivenImage, GivenMachineType, Query};
use rootstock_versioning::Classification;
use serde::Serialize;

use crate::cli::{ChoiceArguments, TableFormat};
use crate::failure::Failure;
use crate::prose::{DIM, TITLE, wrap};
use crate::table::{printable, table};
use crate::{Status, Streams};

/// Something that can be chosen, as a row of a table.
pub(super) trait Row: Choice {
    /// What it is called.
    const WHAT: &'static str;
    /// The titles of its cells.
    const HEADER: &'static [&'static str];
    /// Whether the order of the rows says something.
    const IN_ORDER: bool;

    /// What stands in its first cell.
    fn head(&self) -> String;

    /// What stands in the cells behind that.
    fn cells(&self) -> Vec<String>;

    /// Which machine type or image version it is.
    fn names(&self) -> Names<'_>;

    /// What the image version is.
    fn classification(&self) -> Option<&Classification>;
}

/// What a choice is about: the machine type or the image version that is given, and the other.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Names<'a> {
    machine_type: &'a str,
    image: &'a str,
    version: &'a str,
}

impl Row for ImageOption {
    const WHAT: &'static str = "image version";
    const HEADER: &'static [&'static str] = &["image", "version", "is"];
    const IN_ORDER: bool = true;

    fn head(&self) -> String {
        self.version.image.clone()
    }

    fn cells(&self) -> Vec<String> {
        vec![self.version.version.clone(), self.classification.to_string()]
    }

    fn names(&self) -> Names<'_> {
        Names { image: &self.version.image, version: &self.version.version, ..Names::default() }
    }

    fn classification(&self) -> Option<&Classification> {
        Some(&self.classification)
    }
}

impl Row for MachineTypeOption {
    const WHAT: &'static str = "machine type";
    const HEADER: &'static [&'static str] = &["machine types"];
    const IN_ORDER: bool = false;

    fn head(&self) -> String {
        self.name.clone()
    }

    fn cells(&self) -> Vec<String> {
        Vec::new()
    }

    fn names(&self) -> Names<'_> {
        Names { machine_type: &self.name, ..Names::default() }
    }

    fn classification(&self) -> Option<&Classification> {
        None
    }
}

/// Something that cannot be chosen: its name, and everything that is in its way.
pub(super) trait Rejected {
    fn in_words(&self) -> (String, Vec<String>);
    fn names(&self) -> Names<'_>;
}

impl Rejected for RejectedImage {
    fn in_words(&self) -> (String, Vec<String>) {
        let name = format!("{} {}", self.version.image, self.version.version);
        (name, self.obstacles.iter().map(ToString::to_string).collect())
    }

    fn names(&self) -> Names<'_> {
        Names { image: &self.version.image, version: &self.version.version, ..Names::default() }
    }
}

impl Rejected for RejectedMachineType {
    fn in_words(&self) -> (String, Vec<String>) {
        (self.name.clone(), self.obstacles.iter().map(ToString::to_string).collect())
    }

    fn names(&self) -> Names<'_> {
        Names { machine_type: &self.name, ..Names::default() }
    }
}

/// What is given, for a title.
pub(super) trait Given {
    fn title(&self) -> String;
    fn names(&self) -> Names<'_>;
}

impl Given for GivenMachineType {
    fn title(&self) -> String {
        format!("images for {}", self.machine_type)
    }

    fn names(&self) -> Names<'_> {
        Names { machine_type: &self.machine_type, ..Names::default() }
    }
}

impl Given for GivenImage {
    fn title(&self) -> String {
        format!("machine types for {} {}", self.image, self.version)
    }

    fn names(&self) -> Names<'_> {
        Names { image: &self.image, version: &self.version, ..Names::default() }
    }
}

/// Writes the answer in the form asked for; without options the exit status is 1.
pub(super) fn write<Q, G, O, R>(
    answer: &ChoiceAnswer<G, O, R>,
    arguments: &ChoiceArguments,
    streams: &mut Streams,
) -> Result<Status, Failure>
where
    Q: Query<Answer = ChoiceAnswer<G, O, R>>,
    G: Given + Serialize,
    O: Row + Serialize,
    R: Rejected + Serialize,
{
    match arguments.answer.format {
        TableFormat::Json => streams.json(Q::FORM, answer)?,
        TableFormat::Text => write_text(answer, arguments.why, streams.width(), &mut streams.text())?,
        TableFormat::Csv => csv::write(answer, arguments.why, &mut streams.csv())?,
    }
    Ok(if answer.options.options.is_empty() { Status::Findings } else { Status::Clean })
}

fn write_text<G: Given, O: Row, R: Rejected>(
    answer: &ChoiceAnswer<G, O, R>,
    why: bool,
    width: usize,
    out: &mut dyn Write,
) -> io::Result<()> {
    let WorkerOptions { asked, problems, options, rejected } = &answer.options;
    let mut title = answer.given.title();
    if let Some(region) = &answer.region {
        title.push_str(&format!(" in region {region}"));
    }
    if let Some(version) = &answer.kubernetes_version {
        title.push_str(&format!(" with Kubernetes {version}"));
    }
    writeln!(out, "{TITLE}{}{TITLE:#}  {DIM}(profile {}){DIM:#}", printable(&title), printable(&answer.profile))?;
    write_asked(Some(asked), width, out)?;
    for problem in problems {
        writeln!(out, "{}", wrap(&printable(format!("passed over: {problem}")), width, 0))?;
    }
    if options.is_empty() {
        writeln!(out, "\nthere is none")?;
    } else {
        let header = O::HEADER.iter().chain(&["flavor", "provider image"]).map(|title| (*title).to_owned());
        writeln!(out, "\n{}", table(header, alike::rows(options), width))?;
    }
    write_rejected(rejected, O::WHAT, why, width, out)?;
    match &answer.otherwise {
        Some(otherwise) => writeln!(out, "\n{}", wrap(&printable(otherwise.to_string()), width, 0)),
        None => Ok(()),
    }
}

/// What the worker asks for, if it asks for anything.
pub(super) fn write_asked(asked: Option<&Capabilities>, width: usize, out: &mut dyn Write) -> io::Result<()> {
    let asked: Vec<String> = asked
        .into_iter()
        .flat_map(Capabilities::iter)
        .map(|(name, values)| format!("{name} {}", values.join(" or ")))
        .collect();
    if asked.is_empty() {
        return Ok(());
    }
    writeln!(out, "{}", wrap(&printable(format!("the worker asks for {}", asked.join(", "))), width, 0))
}

/// What cannot be chosen, and below it everything that is in its way, once for all that have the same in theirs; without `why`
/// their number.
fn write_rejected<R: Rejected>(
    rejected: &[R],
    what: &str,
    why: bool,
    width: usize,
    out: &mut dyn Write,
) -> io::Result<()> {
    if rejected.is_empty() {
        return Ok(());
    }
    if !why {
        let does = if rejected.len() == 1 { "does" } else { "do" };
        let others = counted(rejected.len(), &format!("other {what}"));
        return writeln!(out, "\n{others} {does} not fit; for the reasons, add --why");
    }
    writeln!(out, "\n{TITLE}not available: {}{TITLE:#}", counted(rejected.len(), what))?;
    for group in alike::alike(rejected.iter().map(Rejected::in_words)) {
        writeln!(out, "\n{}", wrap(&printable(group.listed()), width, 0))?;
        for reason in group.shared {
            writeln!(out, "{}", wrap(&printable(&reason), width, 2))?;
        }
    }
    Ok(())
}
