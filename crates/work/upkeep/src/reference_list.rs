//! References in a file: versions of images with everything that there is of them.

use rootstock_core_model::{Path, Violation, decode, violations};
use rootstock_document::{Decodable, ReadLimits, read};
use serde::{Deserialize, Serialize};

use crate::{NewReference, VersionName};

/// A list of references: what a vendor published, or what was uploaded.
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
#[serde(rename_all = "camelCase", default)]
#[cfg_attr(
    feature = "schema",
    derive(schemars::JsonSchema),
    schemars(description = "A list of references: what a vendor published, or what was uploaded.")
)]
pub struct ReferenceList {
    /// The machine images.
    pub images: Vec<ListedImage>,
}

/// A machine image in a list of references.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize, Decodable)]
#[serde(rename_all = "camelCase", default)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ListedImage {
    /// The name of one of `spec.machineImages`.
    pub name: String,
    /// The versions there are.
    pub versions: Vec<ListedVersion>,
}

/// A version of a listed machine image.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize, Decodable)]
#[serde(rename_all = "camelCase", default)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ListedVersion {
    /// The version.
    pub version: String,
    /// The references to its images.
    pub references: Vec<NewReference>,
}

/// Why a list cannot be read; nothing of it is used then.
#[derive(Debug, Clone, thiserror::Error)]
#[non_exhaustive]
pub enum ListError {
    /// The text is not YAML or JSON, or something in it has another form.
    #[error("{0}")]
    Unreadable(Box<Violation>),
    /// An item of a list of changes is none.
    #[error("change {}: {reason}", .index + 1)]
    NoChange {
        /// Its position, from 0.
        index: usize,
        /// What is wrong.
        reason: String,
    },
    /// There is nothing in it, or more than one document.
    #[error("{form}; there are {documents}")]
    Documents {
        /// What a list is.
        form: &'static str,
        /// How many there are.
        documents: usize,
    },
}

impl ReferenceList {
    /// Reads a list, YAML or JSON; `name` is the file.
    ///
    /// # Errors
    ///
    /// When anything in it is not of its form: a list is used whole or not at all.
    pub fn read(name: &str, bytes: &[u8]) -> Result<Self, ListError> {
        read_list(name, bytes, "a list of references is one document with `images`")
    }

    /// The references of a version, in the order of the list.
    #[must_use]
    pub fn of(&self, name: &VersionName) -> Vec<NewReference> {
        let images = self.images.iter().filter(|image| Some(&image.name) == name.image.as_ref());
        let versions = images.flat_map(|image| &image.versions).filter(|one| one.version == name.version);
        versions.flat_map(|version| version.references.iter().cloned()).collect()
    }
}

/// Reads a list; `form` says what one is.
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
