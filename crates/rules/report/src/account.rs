//! The outcome of every document of a run.

use crate::{Place, SourceId};

/// The outcome of a document.
#[derive(Debug, Clone, PartialEq, Eq, Default, serde::Serialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum DocumentOutcome {
    /// Read and checked; its findings tell the rest.
    #[default]
    Checked,
    /// Another kind of object, or not a Kubernetes object at all: not checked, which is not a mistake.
    NotChecked,
    /// Could not be read; a finding says why.
    Unreadable,
    /// Nothing in it but blanks and comments.
    Empty,
}

/// One document of one input.
#[derive(Debug, Clone, Default)]
pub struct DocumentRecord {
    /// The input.
    pub source: SourceId,
    /// Where the document stands in it.
    pub place: Option<Place>,
    /// The `apiVersion`, empty if it has none.
    pub api_version: String,
    /// The `kind`, empty if it has none.
    pub kind: String,
    /// The `metadata.name`, empty if it has none.
    pub name: String,
    /// What became of it.
    pub outcome: DocumentOutcome,
    /// Why it was not checked, for people; empty otherwise.
    pub reason: String,
}

impl DocumentRecord {
    /// What of it is checked, where that is not everything; `None` of what is not checked, or checked wholly.
    #[must_use]
    pub fn scope(&self) -> Option<&'static str> {
        let is_checked = self.outcome == DocumentOutcome::Checked;
        let (_, scope) = SCOPES.iter().find(|(kind, _)| is_checked && self.kind == *kind)?;
        Some(scope)
    }
}

/// What is checked of the kinds that are not checked wholly.
const SCOPES: [(&str, &str); 3] = [
    ("CloudProfileConfig", "its form; how it fits a CloudProfile is checked where it stands in one"),
    ("ManagedCloudProfile", "the profile in `spec.cloudProfile`"),
    (
        "Shoot",
        "what its profile has a say in (region, zones, access restrictions, Kubernetes versions, machine types, images, \
         volumes, limits, the provider's settings), the maintenance window, and the names of fields",
    ),
];
