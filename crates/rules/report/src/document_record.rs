//! The outcome of every document of a run.

use std::borrow::Cow;

use crate::{Place, SourceId};

/// The outcome of a document.
#[derive(Debug, Clone, PartialEq, Eq, Default, serde::Serialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum DocumentOutcome {
    /// Read and checked; see its findings.
    #[default]
    Checked,
    /// Another kind of object, or not a Kubernetes object at all: not checked, which is not an error.
    NotChecked,
    /// Could not be read; a finding gives the reason.
    Unreadable,
    /// Contains only blanks and comments.
    Empty,
}

/// One document of one input.
#[derive(Debug, Clone, Default)]
pub struct DocumentRecord {
    /// The input.
    pub source: SourceId,
    /// The place of the document in the input.
    pub place: Option<Place>,
    /// The `apiVersion`; empty if missing.
    pub api_version: String,
    /// The `kind`; empty if missing.
    pub kind: String,
    /// The `metadata.name`; empty if missing.
    pub name: String,
    /// The path of the Shoot's template that is checked instead of the object; empty otherwise.
    pub inside: String,
    /// The outcome.
    pub outcome: DocumentOutcome,
    /// The reason why it was not checked, for display; empty otherwise.
    pub reason: String,
}

impl DocumentRecord {
    /// Returns the part of the document that is checked; `None` if it is checked completely or not at all.
    #[must_use]
    pub fn scope(&self) -> Option<Cow<'static, str>> {
        let is_checked = self.outcome == DocumentOutcome::Checked;
        if is_checked && !self.inside.is_empty() {
            return Some(format!("the Shoot in `{}`", self.inside).into());
        }
        let (_, scope) = SCOPES.iter().find(|(kind, _)| is_checked && self.kind == *kind)?;
        Some((*scope).into())
    }
}

/// The parts that are checked, for kinds that are not checked completely.
const SCOPES: [(&str, &str); 3] = [
    ("CloudProfileConfig", "its form; whether it fits a CloudProfile is checked within a CloudProfile"),
    ("ManagedCloudProfile", "the profile in `spec.cloudProfile`"),
    (
        "Shoot",
        "the parts that depend on its profile (region, zones, access restrictions, Kubernetes versions, machine types, images, \
         volumes, limits, the provider's settings), the maintenance window, and the names of fields",
    ),
];
