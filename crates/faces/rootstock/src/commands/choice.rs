//! The output of `images` and `machine-types`: the candidates for a worker, and the reasons why others are rejected.

mod grouped;
mod rows;

use std::io::{self, Write as _};

use rootstock_admission::{ImageOption, MachineTypeOption, RejectedImage, RejectedMachineType, WorkerOptions};
use rootstock_core_model::{Capabilities, counted};
use rootstock_queries::{Choice, ChoiceAnswer, GivenImage, GivenMachineType};
use rootstock_versioning::Classification;

pub(super) use self::rows::write_rows;
use crate::Status;
use crate::page::Page;

/// A candidate, as a row of a table.
pub(super) trait ChoiceRow: Choice {
    /// The kind of candidate, in words.
    const NOUN: &'static str;
    /// The titles of the columns.
    const HEADER: &'static [&'static str];
    /// Whether the order of the rows is meaningful.
    const IS_ORDERED: bool;

    /// Returns the first cell.
    fn head(&self) -> String;

    /// Returns the cells after the first.
    fn cells(&self) -> Vec<String>;

    /// Returns the machine type or image version.
    fn names(&self) -> Names<'_>;

    /// Returns the classification of the image version.
    fn classification(&self) -> Option<&Classification>;
}

/// The names of a machine type and an image version; those that do not apply are empty.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Names<'a> {
    machine_type: &'a str,
    image: &'a str,
    version: &'a str,
}

impl ChoiceRow for ImageOption {
    const NOUN: &'static str = "image version";
    const HEADER: &'static [&'static str] = &["image", "version", "classification"];
    const IS_ORDERED: bool = true;

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

impl ChoiceRow for MachineTypeOption {
    const NOUN: &'static str = "machine type";
    const HEADER: &'static [&'static str] = &["machine types"];
    const IS_ORDERED: bool = false;

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

/// A rejected candidate: its name, and all reasons.
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

/// The given machine type or image version, for a title.
pub(super) trait ChoiceSubject {
    fn title(&self) -> String;
    fn names(&self) -> Names<'_>;
}

impl ChoiceSubject for GivenMachineType {
    fn title(&self) -> String {
        format!("images for {}", self.machine_type)
    }

    fn names(&self) -> Names<'_> {
        Names { machine_type: &self.machine_type, ..Names::default() }
    }
}

impl ChoiceSubject for GivenImage {
    fn title(&self) -> String {
        format!("machine types for {} {}", self.image, self.version)
    }

    fn names(&self) -> Names<'_> {
        Names { image: &self.image, version: &self.version, ..Names::default() }
    }
}

/// Returns the exit status, which is 1 if there is no candidate.
pub(super) fn status<G, O, R>(answer: &ChoiceAnswer<G, O, R>) -> Status {
    if answer.options.options.is_empty() { Status::Findings } else { Status::Clean }
}

/// Writes the answer as text.
pub(super) fn write_text<G: ChoiceSubject, O: ChoiceRow, R: Rejected>(
    answer: &ChoiceAnswer<G, O, R>,
    why: bool,
    page: &mut Page<'_>,
) -> io::Result<()> {
    let WorkerOptions { asked, problems, options, rejected } = &answer.options;
    let mut title = answer.given.title();
    if let Some(region) = &answer.region {
        title.push_str(&format!(" in region {region}"));
    }
    if let Some(version) = &answer.kubernetes_version {
        title.push_str(&format!(" with Kubernetes {version}"));
    }
    page.profile_title(&answer.profile, title)?;
    write_asked(Some(asked), page)?;
    for problem in problems {
        page.paragraph(0, format!("problem: {problem}"))?;
    }
    if options.is_empty() {
        writeln!(page, "\nthere is none")?;
    } else {
        let header = O::HEADER.iter().chain(&["flavor", "provider image"]);
        page.blank()?;
        page.table(header.copied(), grouped::rows(options, answer.region.is_none()))?;
        let is_regional = |option: &O| option.node().reference.as_ref().is_some_and(|one| one.region.is_some());
        if answer.region.is_none() && options.iter().any(is_regional) {
            page.dim_note("provider images are those of the named region; --region NAME shows those of another")?;
        }
    }
    write_rejected(rejected, O::NOUN, why, page)?;
    match &answer.otherwise {
        Some(otherwise) => page.note(otherwise.to_string()),
        None => Ok(()),
    }
}

/// Writes the worker's requirements, if any.
pub(super) fn write_asked(asked: Option<&Capabilities>, page: &mut Page<'_>) -> io::Result<()> {
    let asked: Vec<String> = asked
        .into_iter()
        .flat_map(Capabilities::iter)
        .map(|(name, values)| format!("{name} {}", values.join(" or ")))
        .collect();
    if asked.is_empty() {
        return Ok(());
    }
    page.paragraph(0, format!("the worker asks for {}", asked.join(", ")))
}

/// Writes the rejected candidates, grouped by equal reasons; without `why`, only their number.
fn write_rejected<R: Rejected>(rejected: &[R], what: &str, why: bool, page: &mut Page<'_>) -> io::Result<()> {
    if rejected.is_empty() {
        return Ok(());
    }
    if !why {
        let does = if rejected.len() == 1 { "does" } else { "do" };
        let others = counted(rejected.len(), &format!("other {what}"));
        return writeln!(page, "\n{others} {does} not fit; for the reasons, add --why");
    }
    page.section(format!("not available: {}", counted(rejected.len(), what)))?;
    for group in grouped::grouped(rejected.iter().map(Rejected::in_words)) {
        page.note(group.listed())?;
        for reason in group.shared {
            page.paragraph(2, &reason)?;
        }
    }
    Ok(())
}
