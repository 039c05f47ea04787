//! Sources of facts: the output of commands, and published files.

use std::fmt;

use rootstock_core_model::{Violation, violations};
use rootstock_document::{NodeRef, ReadLimits, read};

use crate::{FactSheet, ImageFact, KubernetesFact, MachineTypeFact};

/// A reader of one format.
#[derive(Debug, Clone, Copy)]
pub struct FactSource {
    /// The stable name: `aws-images`.
    pub name: &'static str,
    /// The command or publication, for messages.
    pub printed_by: &'static str,
    /// The provider, if the format is that of one.
    pub provider: Option<&'static str>,
    /// Whether the source is about one region that it does not name.
    pub is_regional: bool,
    /// Whether the source lists only some images, so that nothing follows from a missing one.
    pub is_partial: bool,
    /// Recognizes the format by its content.
    pub recognizes: fn(NodeRef<'_>) -> bool,
    /// Adds the facts of a document.
    pub read: fn(NodeRef<'_>, &mut FactFile) -> Result<(), SourceError>,
}

impl FactSource {
    /// Reads the facts in a text, which may have none. `name` is the name of the file, and `region` the region that the text is
    /// about and does not name.
    ///
    /// # Errors
    ///
    /// Returns an error if the text cannot be read or has another format.
    pub fn read_file(self, name: &str, bytes: &[u8], region: Option<&str>) -> Result<FactFile, SourceError> {
        FactFile::read_with(self, &documents(name, bytes)?, region)
    }
}

/// The facts of a file.
#[derive(Debug, Clone, Default)]
pub struct FactFile {
    /// The facts, in a sheet for each provider.
    pub sheets: Vec<FactSheet>,
    /// The items that cannot be used, with their places.
    pub unread: Vec<UnreadFact>,
    /// The number of items that are not about images, machine types, or Kubernetes versions.
    pub others: usize,
    /// The sheet of a provider that has no facts yet.
    empty: FactSheet,
}

/// An item without usable facts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnreadFact {
    /// The ID, name, or position of the item.
    pub place: String,
    /// The name by which patterns select it; empty if it has none.
    pub name: String,
    /// The reason.
    pub reason: String,
}

impl fmt::Display for UnreadFact {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.place, self.reason)
    }
}

/// The reason why a file has no facts.
#[derive(Debug, Clone, thiserror::Error)]
#[non_exhaustive]
pub enum SourceError {
    /// The text is not YAML or JSON.
    #[error("{0}")]
    Unreadable(Box<Violation>),
    /// The text has another format.
    #[error("this is not {expected}: {problem}")]
    WrongFormat {
        /// The expected command or publication.
        expected: &'static str,
        /// The missing part.
        problem: String,
    },
    /// No source recognizes the text.
    #[error("this is not the output of a known command or a known publication; the known formats are {}", .0.join(", "))]
    Unknown(Vec<&'static str>),
    /// The facts are about one region, and the text does not name it.
    #[error("the output of `{0}` is about one region and does not name it; write REGION=FILE")]
    NeedsRegion(&'static str),
    /// The text has no facts.
    #[error("there are no images, machine types, or Kubernetes versions in it; check the command that printed it")]
    Empty,
}

impl FactFile {
    /// Adds an image of a provider.
    pub fn image(&mut self, provider: Option<&str>, fact: ImageFact) {
        self.sheet(provider).images.push(fact);
    }

    /// Adds a machine type of a provider.
    pub fn machine_type(&mut self, provider: Option<&str>, fact: MachineTypeFact) {
        self.sheet(provider).machine_types.push(fact);
    }

    /// Adds a Kubernetes version, or a minor of Kubernetes.
    pub fn kubernetes_version(&mut self, fact: KubernetesFact) {
        self.sheet(None).kubernetes_versions.push(fact);
    }

    /// Adds an item that cannot be used.
    pub fn unread(&mut self, place: impl Into<String>, reason: impl Into<String>) {
        self.unread_image(place, String::new(), reason);
    }

    /// Adds an image that cannot be used, with its name.
    pub(crate) fn unread_image(&mut self, place: impl Into<String>, name: String, reason: impl Into<String>) {
        self.unread.push(UnreadFact { place: place.into(), name, reason: reason.into() });
    }

    /// Notes that the source does not list everything, because it is a page of a longer list.
    pub(crate) fn is_one_page(&mut self) {
        self.empty.partial = true;
        self.sheets.iter_mut().for_each(|sheet| sheet.partial = true);
        self.unread("the list", "it is one page of a longer list, so nothing follows from what is missing in it");
    }

    fn sheet(&mut self, provider: Option<&str>) -> &mut FactSheet {
        let place = self.sheets.iter().position(|sheet| sheet.provider.as_deref() == provider);
        let place = place.unwrap_or_else(|| {
            self.sheets.push(FactSheet { provider: provider.map(str::to_owned), ..self.empty.clone() });
            self.sheets.len() - 1
        });
        // The index is that of an item found or added above.
        match self.sheets.get_mut(place) {
            Some(sheet) => sheet,
            None => &mut self.empty,
        }
    }

    /// Reads the documents of a text with one source.
    fn read_with(source: FactSource, documents: &read::File, region: Option<&str>) -> Result<Self, SourceError> {
        let empty = FactSheet {
            source: source.name.to_owned(),
            region: region.map(str::to_owned),
            partial: source.is_partial,
            ..FactSheet::default()
        };
        let mut file = Self { empty, ..Self::default() };
        for raw in documents.documents.iter().filter_map(read::Document::raw) {
            (source.read)(raw.node(), &mut file)?;
        }
        Ok(file)
    }
}

/// Reads the facts in a text: with the first of the sources that recognizes its first document. `name` is the name of the file, and
/// `region` the region of a source that does not name it.
///
/// # Errors
///
/// Returns an error if no source recognizes the text, if a region is required, or if it has no facts.
pub fn read_facts(
    sources: &[FactSource],
    name: &str,
    bytes: &[u8],
    region: Option<&str>,
) -> Result<FactFile, SourceError> {
    let documents = documents(name, bytes)?;
    let first = documents.documents.iter().find_map(read::Document::raw);
    let found = first.and_then(|raw| sources.iter().find(|source| (source.recognizes)(raw.node())));
    let Some(source) = found.or_else(|| sources.first().filter(|_| sources.len() == 1)) else {
        return Err(SourceError::Unknown(sources.iter().map(|source| source.name).collect()));
    };
    let file = FactFile::read_with(*source, &documents, region)?;
    // A file of which nothing can be used has its reasons in `unread`.
    if file.sheets.is_empty() && file.unread.is_empty() {
        return Err(SourceError::Empty);
    }
    if source.is_regional && region.is_none() {
        return Err(SourceError::NeedsRegion(source.printed_by));
    }
    Ok(file)
}

/// Parses a text that must not have errors. Of release notes, only the lists are read.
fn documents(name: &str, bytes: &[u8]) -> Result<read::File, SourceError> {
    let notes = std::str::from_utf8(bytes).ok().and_then(crate::release_notes::lists);
    let bytes = notes.as_deref().map_or(bytes, str::as_bytes);
    let file = read::read(name, bytes, &ReadLimits::default());
    match file.documents.iter().find_map(|one| violations(&one.problems).into_iter().next()) {
        Some(problem) => Err(SourceError::Unreadable(Box::new(problem))),
        None => Ok(file),
    }
}
