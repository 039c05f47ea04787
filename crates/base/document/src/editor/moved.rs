//! Text that moves to another place in the document.

use crate::{NodeKind, NodeRef};

use crate::editor::extent::{beginning, begins_line, content_end, is_flow, own_fields};
use crate::editor::fragment::ListItem;
use crate::editor::lines::{column, content, line_end, line_start};
use crate::editor::removal;
use crate::editor::style::Style;
use crate::{Edit, apply_edits};

/// The fields to leave out and to add when a value moves.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Change<'c> {
    pub(crate) without: &'static [&'static str],
    pub(crate) with: &'c [(String, String)],
}

/// Returns the lines of a list item in block style, with the comments and blank lines above it, and the column of its dash.
pub(crate) fn item_lines(item: &ListItem<'_>, change: Change<'_>, text: &str, style: Style) -> Option<(String, usize)> {
    let ListItem { list, previous, node: item } = *item;
    let dash = beginning(item, text)?;
    if !begins_line(text, dash) || item.is_alias() || is_flow(list, text) {
        return None;
    }
    let above = match previous {
        Some(previous) => line_end(text, content_end(previous, text)),
        None => list.key_span().map_or(line_start(text, dash), |key| line_end(text, key.end as usize)),
    };
    let end = line_end(text, content_end(item, text));
    let mut lines = changed(item, above..end, change, text, style)?;
    if !lines.ends_with('\n') {
        lines.push_str(style.newline);
    }
    Some((lines, column(text, dash)))
}

/// Returns the source of a value in brackets or of a scalar, with the change applied.
pub(crate) fn written(node: NodeRef<'_>, change: Change<'_>, text: &str, style: Style) -> Option<String> {
    let scalar = node.kind() == NodeKind::Scalar;
    let span = node.span().range();
    if span.is_empty() || !(scalar || is_flow(node, text)) {
        return None;
    }
    if scalar && text.get(span.clone())?.contains('\n') {
        return None;
    }
    changed(node, span, change, text, style)
}

/// Returns a part of the text that contains a value, with the change applied to the value.
fn changed(
    node: NodeRef<'_>,
    span: std::ops::Range<usize>,
    change: Change<'_>,
    text: &str,
    style: Style,
) -> Option<String> {
    let slice = text.get(span.clone())?;
    let mut edits = Vec::new();
    if change.without.iter().any(|key| node.get(key).is_some()) {
        edits = removal::of_fields(node, text, |key| change.without.contains(&key))?;
    }
    let missing: Vec<_> = change.with.iter().filter(|(key, _)| node.get(key).is_none()).collect();
    if let Some(last) = own_fields(node).last().filter(|_| !missing.is_empty()) {
        let flow = is_flow(node, text);
        let indent = own_fields(node).first().and_then(|first| first.key_span());
        let indent = indent.map_or(0, |key| column(text, key.start as usize));
        let at = if flow { content_end(*last, text) } else { line_end(text, content_end(*last, text)) };
        for (key, value) in missing {
            let (key, value) = (style.key(key, flow), style.scalar(value, flow));
            let added = if flow {
                format!(", {key}: {value}")
            } else {
                let before = if at == text.len() && !text.ends_with('\n') { style.newline } else { "" };
                format!("{before}{}{key}: {value}{}", " ".repeat(indent), style.newline)
            };
            edits.push(Edit { span: at..at, text: added });
        }
    }
    for edit in &mut edits {
        edit.span = edit.span.start.checked_sub(span.start)?..edit.span.end.checked_sub(span.start)?;
    }
    apply_edits(slice, &edits)
}

/// Shifts the indentation of lines from column `from` to column `to`; blank lines stay unchanged.
pub(crate) fn shifted(lines: &str, from: usize, to: usize) -> String {
    let mut out = String::with_capacity(lines.len());
    for line in lines.split_inclusive('\n') {
        if content(line).trim().is_empty() {
            out.push_str(line);
        } else if let Some(more) = to.checked_sub(from) {
            out.push_str(&" ".repeat(more));
            out.push_str(line);
        } else {
            let blanks = line.len() - line.trim_start_matches(' ').len();
            out.push_str(line.get(blanks.min(from - to)..).unwrap_or(line));
        }
    }
    out
}
