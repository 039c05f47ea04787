//! Lists of references in files.

use rootstock_core_model::{Path, Violation, decode, violations};
use rootstock_document::{Decodable, ReadLimits, read};
use serde::{Deserialize, Serialize};

use crate::{NewReference, VersionName};

/// A list of references to published or uploaded images.
///
/// ```
/// use rootstock_upkeep::ReferenceList;
/// let text = "\
/// images:
/// - name: gardenlinux
///   versions:
///   - version: 1592.3.0
///     references:
///     - region: eu-west-1
///       capabilities: {architecture: [amd64]}
///       reference: ami-1234
/// ";
/// let list = ReferenceList::read("images.yaml", text.as_bytes())?;
/// let references = list.of(&"gardenlinux@1592.3.0".parse()?);
/// assert_eq!(references[0].to_string(), "eu-west-1/amd64=ami-1234");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize, Decodable)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
#[cfg_attr(
    feature = "schema",
    derive(schemars::JsonSchema),
    schemars(description = "A list of references to images that were published by a vendor or uploaded.")
)]
pub struct ReferenceList {
    /// The machine images.
    pub images: Vec<ListedImage>,
}

/// A machine image in a list of references.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize, Decodable)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ListedImage {
    /// The name of one of `spec.machineImages`.
    pub name: String,
    /// The versions.
    pub versions: Vec<ListedVersion>,
}

/// A version of a listed machine image.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize, Decodable)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ListedVersion {
    /// The version.
    pub version: String,
    /// The references to its images.
    pub references: Vec<NewReference>,
}

/// An error when reading a list; no part of the list is used then.
#[derive(Debug, Clone, thiserror::Error)]
#[non_exhaustive]
pub enum ListError {
    /// The text is not YAML or JSON, or a value has another form.
    #[error("{0}")]
    Unreadable(Box<Violation>),
    /// An invalid change in a list of changes.
    #[error("change {}: {reason}", .index + 1)]
    InvalidChange {
        /// The position, from 0.
        index: usize,
        /// The problem.
        reason: String,
    },
    /// No document, or more than one.
    #[error("{form}, but there are {documents}")]
    Documents {
        /// A description of the list.
        form: &'static str,
        /// The number of documents.
        documents: usize,
    },
    /// A list of references without a version.
    #[error("the list has no version of any image, so there is nothing to compare or to add; check its source")]
    Empty,
}

impl ReferenceList {
    /// Parses a list in YAML or JSON; `name` is the file name.
    ///
    /// # Errors
    ///
    /// Returns an error if any part of the list is invalid, because a list is used as a whole or not at all, and if it has no
    /// version.
    pub fn read(name: &str, bytes: &[u8]) -> Result<Self, ListError> {
        let list: Self = read_list(name, bytes, "a list of references must be a single document with `images`")?;
        if list.is_empty() { Err(ListError::Empty) } else { Ok(list) }
    }

    /// Returns whether it has no version of any image.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.images.iter().all(|image| image.versions.is_empty())
    }

    /// Returns the references of a version, in the order of the list.
    #[must_use]
    pub fn of(&self, name: &VersionName) -> Vec<NewReference> {
        let images = self.images.iter().filter(|image| Some(&image.name) == name.image.as_ref());
        let versions = images.flat_map(|image| &image.versions).filter(|one| one.version == name.version);
        versions.flat_map(|version| version.references.iter().cloned()).collect()
    }
}

/// Parses a list; `form` describes it for messages.
pub(crate) fn read_list<L: Decodable + Default>(name: &str, bytes: &[u8], form: &'static str) -> Result<L, ListError> {
    let file = read::read(name, bytes, &ReadLimits::default());
    let [document] = file.documents.as_slice() else {
        return Err(ListError::Documents { form, documents: file.documents.len() });
    };
    let problem = violations(&document.problems).into_iter().next();
    let (list, wrong) = match document.raw() {
        Some(raw) => decode::<L>(raw.node(), &Path::object()),
        None => <_>::default(),
    };
    match problem.or_else(|| wrong.into_iter().next()) {
        Some(violation) => Err(ListError::Unreadable(Box::new(violation))),
        None => Ok(list),
    }
}
