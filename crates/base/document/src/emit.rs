//! YAML output for Kubernetes: block style, with quotes around every string that some client would take for another type.
//!
//! ```
//! use std::collections::BTreeMap;
//! use rootstock_document::emit;
//! let labels = BTreeMap::from([("on", "yes"), ("version", "1.30"), ("mode", "0777"), ("zone", "eu-1a")]);
//! let text = emit::to_yaml(&BTreeMap::from([("labels", labels)]))?;
//! assert_eq!(text, "labels:\n  mode: \"0777\"\n  \"on\": \"yes\"\n  version: \"1.30\"\n  zone: eu-1a\n");
//! # Ok::<(), emit::EmitError>(())
//! ```

pub(crate) mod kyaml;
mod quoting;

use std::fmt::Write as _;

use serde::Serialize;

use crate::printable;
use crate::tree::json_float;
use crate::{FieldPath, NodeKind, NodeRef, RawObject, Scalar, Segment};

pub use self::kyaml::{node_to_kyaml_with_comments, to_kyaml};
pub use crate::tree::EmitError;
pub use quoting::{is_plain, quoted};

/// Serializes any value as a YAML document.
///
/// # Errors
///
/// Returns an error if a key is not a string, number or boolean, or if the value exceeds the limits for reading it back.
pub fn to_yaml(value: &impl Serialize) -> Result<String, EmitError> {
    Ok(node_to_yaml(RawObject::from_serialize(value)?.node()))
}

/// Renders a node with all its content as a YAML document: values as Kubernetes reads them, aliases expanded.
#[must_use]
pub fn node_to_yaml(node: NodeRef<'_>) -> String {
    node_to_yaml_with_comments(node, &[])
}

/// A comment on a value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Comment {
    /// The path of the value. A comment on a missing value is not written.
    pub path: FieldPath,
    /// The comment without `#`, on one line. Control characters become blanks.
    pub text: String,
}

/// Like [`node_to_yaml`], but with comments: at the end of the line on which a value starts, or above it if it is a list item that
/// spans several lines.
///
/// ```
/// use rootstock_document::emit::{self, Comment};
/// use rootstock_document::{FieldPath, RawObject};
/// let raw: RawObject = serde_json::from_str(r#"{"versions": [{"version": "1.33.1", "classification": "supported"}]}"#)?;
/// let item = FieldPath::root().field("versions").index(0);
/// let comments = [
///     Comment { path: item.clone(), text: "added".to_owned() },
///     Comment { path: item.field("classification"), text: "child.yaml:9".to_owned() },
/// ];
/// assert_eq!(
///     emit::node_to_yaml_with_comments(raw.node(), &comments),
///     "versions:\n# added\n- version: 1.33.1\n  classification: supported # child.yaml:9\n",
/// );
/// # Ok::<(), serde_json::Error>(())
/// ```
#[must_use]
pub fn node_to_yaml_with_comments(node: NodeRef<'_>, comments: &[Comment]) -> String {
    let mut emitter = Emitter { out: String::new() };
    let notes = Notes { depth: 0, comments: comments.iter().collect() };
    if node.kind() != NodeKind::Scalar && !node.is_empty() {
        emitter.note_line(&notes, 0);
    }
    emitter.value(node, 0, After::Nothing, &notes);
    if !emitter.out.ends_with('\n') {
        emitter.out.push('\n');
    }
    emitter.out
}

/// The comments on a value and its content.
struct Notes<'c> {
    depth: usize,
    comments: Vec<&'c Comment>,
}

impl<'c> Notes<'c> {
    /// Returns the comments on the value itself.
    fn own(&self) -> impl Iterator<Item = &'c str> {
        let depth = self.depth;
        self.comments
            .iter()
            .copied()
            .filter(move |comment| comment.path.segments().len() == depth)
            .map(|comment| comment.text.as_str())
    }

    fn below(&self, is_step: impl Fn(&Segment) -> bool) -> Self {
        let is_below = |comment: &&Comment| comment.path.segments().get(self.depth).is_some_and(&is_step);
        Self { depth: self.depth + 1, comments: self.comments.iter().copied().filter(is_below).collect() }
    }

    fn field(&self, key: &str) -> Self {
        self.below(|step| matches!(step, Segment::Field(name) if name == key))
    }

    fn item(&self, position: usize) -> Self {
        self.below(|step| *step == Segment::Index(position))
    }
}

/// The text that precedes a value on its line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum After {
    Nothing,
    /// `key:`
    Key,
    /// `-`
    Dash,
}

struct Emitter {
    out: String,
}

impl Emitter {
    /// Writes a value; `indent` is the indentation of the line on which it starts.
    fn value(&mut self, node: NodeRef<'_>, indent: usize, after: After, notes: &Notes<'_>) {
        match node.kind() {
            NodeKind::Object if node.is_empty() => self.inline("{}", after, notes),
            NodeKind::List if node.is_empty() => self.inline("[]", after, notes),
            NodeKind::Scalar => self.scalar(node, indent, after, notes),
            NodeKind::Object => {
                let indent = self.block(indent, after, true, notes);
                for (position, (key, value)) in node.entries().enumerate() {
                    self.begin_line(indent, position == 0 && after == After::Dash);
                    self.key(key, indent);
                    self.value(value, indent, After::Key, &notes.field(key));
                }
            }
            NodeKind::List => {
                // Dashes are aligned with the key, as kubectl does it.
                let indent = self.block(indent, after, false, notes);
                for (position, item) in node.items().enumerate() {
                    let is_begun = position == 0 && after == After::Dash;
                    let notes = notes.item(position);
                    let is_block = item.kind() != NodeKind::Scalar && !item.is_empty();
                    if is_block && !is_begun {
                        self.note_line(&notes, indent);
                    }
                    self.begin_line(indent, is_begun);
                    self.out.push('-');
                    self.value(item, indent, After::Dash, &notes);
                }
            }
        }
    }

    /// Writes the comments on a block, each on its own line.
    fn note_line(&mut self, notes: &Notes<'_>, indent: usize) {
        for note in notes.own() {
            self.begin_line(indent, false);
            let _ = writeln!(self.out, "# {}", printable(note));
        }
    }

    /// Writes the comments on a value at the end of its line.
    fn note(&mut self, notes: &Notes<'_>) {
        for (position, note) in notes.own().enumerate() {
            let _ = write!(self.out, "{}{}", if position == 0 { " # " } else { ", " }, printable(note));
        }
    }

    /// Prepares for the lines of a block and returns their indentation.
    fn block(&mut self, indent: usize, after: After, is_object: bool, notes: &Notes<'_>) -> usize {
        match after {
            After::Nothing => indent,
            After::Dash => {
                self.out.push(' ');
                indent + 2
            }
            After::Key => {
                self.note(notes);
                self.out.push('\n');
                if is_object { indent + 2 } else { indent }
            }
        }
    }

    fn begin_line(&mut self, indent: usize, is_begun: bool) {
        if !is_begun {
            self.out.extend(std::iter::repeat_n(' ', indent));
        }
    }

    fn key(&mut self, key: &str, indent: usize) {
        /// YAML parsers reject longer keys without a preceding `?`.
        const MAX_LENGTH: usize = 500;
        let is_long = key.len() > MAX_LENGTH;
        if is_long {
            self.out.push_str("? ");
        }
        if is_plain(key) {
            self.out.push_str(key);
        } else {
            self.out.push_str(&quoted(key));
        }
        if is_long {
            self.out.push('\n');
            self.begin_line(indent, false);
        }
        self.out.push(':');
    }

    fn inline(&mut self, text: &str, after: After, notes: &Notes<'_>) {
        if after != After::Nothing {
            self.out.push(' ');
        }
        self.out.push_str(text);
        self.note(notes);
        self.out.push('\n');
    }

    fn scalar(&mut self, node: NodeRef<'_>, indent: usize, after: After, notes: &Notes<'_>) {
        match node.as_scalar().unwrap_or(Scalar::Null) {
            Scalar::Null => self.inline("null", after, notes),
            Scalar::Bool(value) => self.inline(if value { "true" } else { "false" }, after, notes),
            Scalar::Int(value) => self.inline(&value.to_string(), after, notes),
            Scalar::Uint(value) => self.inline(&value.to_string(), after, notes),
            Scalar::Float(value) if value.is_nan() => self.inline(".nan", after, notes),
            Scalar::Float(value) if value.is_infinite() => {
                self.inline(if value > 0.0 { ".inf" } else { "-.inf" }, after, notes)
            }
            Scalar::Float(value) => self.inline(&json_float(value), after, notes),
            Scalar::Text(text) if is_plain(text) => self.inline(text, after, notes),
            Scalar::Text(text) if quoting::fits_block(text) => self.literal(text, indent, after, notes),
            Scalar::Text(text) => self.inline(&quoted(text), after, notes),
        }
    }

    /// Writes text of several lines as a block, so that certificates stay legible.
    fn literal(&mut self, text: &str, indent: usize, after: After, notes: &Notes<'_>) {
        self.inline(if text.ends_with('\n') { "|" } else { "|-" }, after, notes);
        for line in text.lines() {
            if !line.is_empty() {
                self.begin_line(indent + 2, false);
            }
            // Writing to a string cannot fail.
            let _ = writeln!(self.out, "{line}");
        }
    }
}
