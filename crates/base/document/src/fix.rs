//! Document changes that resolve a finding, in terms of paths; the editor turns them into text edits.

use crate::emit::{is_plain, quoted};
use crate::{FieldPath, RawObject};

/// The confidence in a [`Fix`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Applicability {
    /// A fix that is exactly what the author meant, and can be applied automatically.
    Safe,
    /// A fix that is probably right, but needs a review.
    Suggested,
}

/// One step of a [`Fix`].
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "camelCase", tag = "do")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum Change {
    /// The replacement of the object at `path` by the value of its field `child`.
    Unwrap {
        /// The object to replace.
        path: FieldPath,
        /// The key of the value that replaces the object.
        child: String,
    },
    /// The replacement of a scalar. `text` is YAML source, in quotes if necessary.
    Replace {
        /// The path of the scalar.
        path: FieldPath,
        /// The new source.
        text: String,
    },
    /// A new name for a key.
    RenameKey {
        /// The path of the field.
        path: FieldPath,
        /// The new name.
        name: String,
    },
    /// A missing field, which is added to its object.
    Add {
        /// The path of the field.
        path: FieldPath,
        /// The value of the field.
        value: RawObject,
    },
    /// The replacement of fields of an object by another field.
    Rewrite {
        /// The path of the object.
        path: FieldPath,
        /// The keys of the fields to replace.
        fields: Vec<String>,
        /// The key of the new field.
        name: String,
        /// The value of the new field.
        value: RawObject,
        /// Further items of the list of the object, which are removed: their fields are replaced by the new one as well. The value is
        /// then a list with an item for the object and one for each of these.
        #[serde(skip_serializing_if = "Vec::is_empty")]
        merged: Vec<FieldPath>,
    },
    /// The removal of a field or list item.
    Remove {
        /// The path of the field or list item.
        path: FieldPath,
    },
}

/// A change that resolves a finding.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Fix {
    /// A title in the imperative: "remove the `capabilities:` level".
    pub title: String,
    /// The confidence in the fix.
    pub applicability: Applicability,
    /// The steps, in order.
    pub changes: Vec<Change>,
}

impl Fix {
    /// Creates a fix that replaces the scalar at `path`. It is only a suggestion, because the author has to confirm the intended
    /// value.
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

    /// Creates a fix that renames the field at `path`, as a suggestion.
    #[must_use]
    pub fn renaming(path: FieldPath, name: &str) -> Self {
        let change = Change::RenameKey { path, name: as_yaml(name) };
        Self { title: format!("rename it to `{name}`"), applicability: Applicability::Suggested, changes: vec![change] }
    }
}

/// Renders a string as YAML.
fn as_yaml(text: &str) -> String {
    if is_plain(text) { text.to_owned() } else { quoted(text) }
}
