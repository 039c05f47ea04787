//! A change of the document that mends a finding, in terms of paths; the reader turns it into text edits.

use crate::emit::{is_plain, quoted};
use crate::{FieldPath, RawObject};

/// How sure a [`Fix`] is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Applicability {
    /// Means exactly what the author meant; can be applied by a machine.
    Safe,
    /// Probably right; a person should look.
    Suggested,
}

/// One step of a [`Fix`].
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "camelCase", tag = "do")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Change {
    /// Put the content of `child` in the place of the object at `path` that holds it.
    Unwrap {
        /// The object to replace.
        path: FieldPath,
        /// The key whose value takes its place.
        child: String,
    },
    /// Write another scalar. `text` is YAML source, quoted if it needs to be.
    Replace {
        /// The scalar.
        path: FieldPath,
        /// The new source.
        text: String,
    },
    /// Give a key another name.
    RenameKey {
        /// The field whose key is renamed.
        path: FieldPath,
        /// The new name.
        name: String,
    },
    /// Put a field into the object that lacks it.
    Add {
        /// The field.
        path: FieldPath,
        /// Its value.
        value: RawObject,
    },
    /// Put one field in the place of others of the same object.
    Rewrite {
        /// The object.
        path: FieldPath,
        /// The fields that go.
        fields: Vec<String>,
        /// The field that comes.
        name: String,
        /// Its value.
        value: RawObject,
    },
    /// Take a field or list item out.
    Remove {
        /// What to take out.
        path: FieldPath,
    },
}

/// A change that mends a finding.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Fix {
    /// What it does, in the imperative: "remove the `capabilities:` level".
    pub title: String,
    /// How sure it is.
    pub applicability: Applicability,
    /// The steps, in order.
    pub changes: Vec<Change>,
}

impl Fix {
    /// Writes another scalar than the one at `path`, as a suggestion: a person knows what was meant.
    ///
    /// ```
    /// use rootstock_document::{Applicability, FieldPath, Fix};
    /// let fix = Fix::replacing(FieldPath::root().field("mode"), "on");
    /// assert_eq!(fix.title, "replace it by `on`");
    /// assert_eq!(fix.applicability, Applicability::Suggested);
    /// ```
    #[must_use]
    pub fn replacing(path: FieldPath, text: &str) -> Self {
        let change = Change::Replace { path, text: as_yaml(text) };
        Self {
            title: format!("replace it by `{text}`"),
            applicability: Applicability::Suggested,
            changes: vec![change],
        }
    }

    /// Gives the key of the field at `path` another name, as a suggestion.
    #[must_use]
    pub fn renaming(path: FieldPath, name: &str) -> Self {
        let change = Change::RenameKey { path, name: as_yaml(name) };
        Self { title: format!("rename it to `{name}`"), applicability: Applicability::Suggested, changes: vec![change] }
    }
}

/// A string as YAML.
fn as_yaml(text: &str) -> String {
    if is_plain(text) { text.to_owned() } else { quoted(text) }
}
