//! YAML for Kubernetes: block style, and quotes around everything that some client would take for something else.
//!
//! ```
//! use std::collections::BTreeMap;
//! use rootstock_core_model::emit;
//! let labels = BTreeMap::from([("on", "yes"), ("version", "1.30"), ("mode", "0777"), ("zone", "eu-1a")]);
//! let text = emit::to_yaml(&BTreeMap::from([("labels", labels)]))?;
//! assert_eq!(text, "labels:\n  mode: \"0777\"\n  \"on\": \"yes\"\n  version: \"1.30\"\n  zone: eu-1a\n");
//! # Ok::<(), emit::EmitError>(())
//! ```

mod quoting;

use std::fmt::Write as _;

use serde::Serialize;

use crate::tree::json_float;
use crate::{NodeKind, NodeRef, RawObject, Scalar};

pub use quoting::{is_plain, quoted};

/// A value that cannot be written: its keys are no strings, or it is beyond [`crate::ReadLimits::DEFAULT`].
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct EmitError(pub(crate) String);

/// Anything that can be serialised, as one YAML document.
///
/// # Errors
///
/// When keys are neither strings, numbers nor booleans, or the value is larger than the reader would read back.
pub fn to_yaml(value: &impl Serialize) -> Result<String, EmitError> {
    Ok(node_to_yaml(RawObject::from_serialize(value)?.node()))
}

/// A node and everything below it as one YAML document: values as Kubernetes reads them, aliases written out.
#[must_use]
pub fn node_to_yaml(node: NodeRef<'_>) -> String {
    let mut emitter = Emitter { out: String::new() };
    emitter.value(node, 0, After::Nothing);
    if !emitter.out.ends_with('\n') {
        emitter.out.push('\n');
    }
    emitter.out
}

/// What stands on the line already.
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
    /// Writes a value; `indent` is that of the line it begins on.
    fn value(&mut self, node: NodeRef<'_>, indent: usize, after: After) {
        match node.kind() {
            NodeKind::Object if node.is_empty() => self.inline("{}", after),
            NodeKind::List if node.is_empty() => self.inline("[]", after),
            NodeKind::Scalar => self.scalar(node, indent, after),
            NodeKind::Object => {
                let indent = self.block(indent, after, true);
                for (position, (key, value)) in node.entries().enumerate() {
                    self.begin_line(indent, position == 0 && after == After::Dash);
                    self.key(key, indent);
                    self.value(value, indent, After::Key);
                }
            }
            NodeKind::List => {
                // As kubectl does: the dashes stand below the key, not further in.
                let indent = self.block(indent, after, false);
                for (position, item) in node.items().enumerate() {
                    self.begin_line(indent, position == 0 && after == After::Dash);
                    self.out.push('-');
                    self.value(item, indent, After::Dash);
                }
            }
        }
    }

    /// Prepares for lines of a block, and tells how far they are indented.
    fn block(&mut self, indent: usize, after: After, is_object: bool) -> usize {
        match after {
            After::Nothing => indent,
            After::Dash => {
                self.out.push(' ');
                indent + 2
            }
            After::Key => {
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
        /// YAML gives up on longer keys without a `?` in front.
        const LONGEST: usize = 500;
        let is_long = key.len() > LONGEST;
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

    fn inline(&mut self, text: &str, after: After) {
        if after != After::Nothing {
            self.out.push(' ');
        }
        self.out.push_str(text);
        self.out.push('\n');
    }

    fn scalar(&mut self, node: NodeRef<'_>, indent: usize, after: After) {
        match node.as_scalar().unwrap_or(Scalar::Null) {
            Scalar::Null => self.inline("null", after),
            Scalar::Bool(value) => self.inline(if value { "true" } else { "false" }, after),
            Scalar::Int(value) => self.inline(&value.to_string(), after),
            Scalar::Uint(value) => self.inline(&value.to_string(), after),
            Scalar::Float(value) if value.is_nan() => self.inline(".nan", after),
            Scalar::Float(value) if value.is_infinite() => {
                self.inline(if value > 0.0 { ".inf" } else { "-.inf" }, after)
            }
            Scalar::Float(value) => self.inline(&json_float(value), after),
            Scalar::Text(text) if is_plain(text) => self.inline(text, after),
            Scalar::Text(text) if quoting::fits_block(text) => self.literal(text, indent, after),
            Scalar::Text(text) => self.inline(&quoted(text), after),
        }
    }

    /// Several lines as they are: certificates stay legible.
    fn literal(&mut self, text: &str, indent: usize, after: After) {
        self.inline(if text.ends_with('\n') { "|" } else { "|-" }, after);
        for line in text.lines() {
            if !line.is_empty() {
                self.begin_line(indent + 2, false);
            }
            // Writing to a string cannot fail.
            let _ = writeln!(self.out, "{line}");
        }
    }
}
