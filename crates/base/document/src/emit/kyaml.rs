//! KYAML: YAML in brackets, with quotes around all strings, one entry per line, and commas after all of them.

use std::fmt::Write as _;

use serde::Serialize;

use super::{Comment, EmitError, Notes, json_float, printable};
use crate::emit::{is_plain, quoted};
use crate::{NodeKind, NodeRef, RawObject, Scalar};

/// Serializes any value as a KYAML document.
///
/// ```
/// use std::collections::BTreeMap;
/// use rootstock_document::emit;
/// let text = emit::to_kyaml(&BTreeMap::from([("versions", [BTreeMap::from([("version", "1.34")])])]))?;
/// assert_eq!(text, "---\n{\n  versions: [{\n    version: \"1.34\",\n  }],\n}\n");
/// # Ok::<(), emit::EmitError>(())
/// ```
///
/// # Errors
///
/// Returns an error if a key is not a string, number or boolean, or if the value exceeds the limits for reading it back.
pub fn to_kyaml(value: &impl Serialize) -> Result<String, EmitError> {
    Ok(node_to_kyaml_with_comments(RawObject::from_serialize(value)?.node(), &[]))
}

/// Renders a node as a KYAML document, like [`node_to_yaml_with_comments`](super::node_to_yaml_with_comments); a comment is at the end of
/// the line on which its value starts.
#[must_use]
pub fn node_to_kyaml_with_comments(node: NodeRef<'_>, comments: &[Comment]) -> String {
    let mut out = "---\n".to_owned();
    let notes = Notes { depth: 0, comments: comments.iter().collect() };
    value(node, 0, &notes, "", &mut out);
    out
}

/// Returns a key, with quotes only if it needs them in brackets.
pub(crate) fn key(text: &str) -> String {
    if is_plain(text) && !text.contains([',', '[', ']', '{', '}', '?', ':']) { text.to_owned() } else { quoted(text) }
}

/// Writes a value and `after`, the text behind it, up to the end of the line. `indent` is the indentation of the line on which it starts.
fn value(node: NodeRef<'_>, indent: usize, notes: &Notes<'_>, after: &str, out: &mut String) {
    let margin = " ".repeat(indent);
    match node.kind() {
        NodeKind::Object if !node.is_empty() => {
            open("{", notes, out);
            for (name, inner) in node.entries() {
                let _ = write!(out, "{margin}  {}: ", key(name));
                value(inner, indent + 2, &notes.field(name), ",", out);
            }
            let _ = writeln!(out, "{margin}}}{after}");
        }
        NodeKind::List
            if !node.is_empty() && node.items().all(|item| item.kind() == NodeKind::Object && !item.is_empty()) =>
        {
            out.push('[');
            let last = node.len() - 1;
            for (position, item) in node.items().enumerate() {
                let mut text = String::new();
                let end = if position == last { format!("]{after}") } else { ", ".to_owned() };
                value(item, indent, &notes.item(position), &end, &mut text);
                // The next item begins on the line on which this one ends.
                out.push_str(if position == last { &text } else { text.trim_end_matches('\n') });
            }
        }
        NodeKind::List if !node.is_empty() => {
            open("[", notes, out);
            for (position, item) in node.items().enumerate() {
                let _ = write!(out, "{margin}  ");
                value(item, indent + 2, &notes.item(position), ",", out);
            }
            let _ = writeln!(out, "{margin}]{after}");
        }
        NodeKind::Object => line("{}", after, notes, out),
        NodeKind::List => line("[]", after, notes, out),
        NodeKind::Scalar => line(&scalar(node.as_scalar().unwrap_or(Scalar::Null)), after, notes, out),
    }
}

fn open(bracket: &str, notes: &Notes<'_>, out: &mut String) {
    line(bracket, "", notes, out);
}

fn line(text: &str, after: &str, notes: &Notes<'_>, out: &mut String) {
    let own: Vec<String> = notes.own().map(|note| printable(note).to_string()).collect();
    let comment = if own.is_empty() { String::new() } else { format!(" # {}", own.join(", ")) };
    let _ = writeln!(out, "{text}{after}{comment}");
}

fn scalar(value: Scalar<'_>) -> String {
    match value {
        Scalar::Null => "null".to_owned(),
        Scalar::Bool(value) => value.to_string(),
        Scalar::Int(value) => value.to_string(),
        Scalar::Uint(value) => value.to_string(),
        Scalar::Float(value) if value.is_nan() => ".nan".to_owned(),
        Scalar::Float(value) if value.is_infinite() => if value > 0.0 { ".inf" } else { "-.inf" }.to_owned(),
        Scalar::Float(value) => json_float(value),
        Scalar::Text(text) => quoted(text),
    }
}
