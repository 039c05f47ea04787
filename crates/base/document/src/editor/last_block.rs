//! Block scalars that end at the end of the file, without a line break.

use crate::editor::extent::own_fields;
use crate::editor::lines::{content, line_start};
use crate::{Edit, NodeKind, NodeRef, Tree};

/// Returns the edit that preserves the value of the last block scalar when lines are appended: with `|` and `>`, the new line break
/// would become part of the value; with `|-` and `>-`, it does not.
pub(crate) fn preserving_edit(tree: &Tree) -> Option<Edit> {
    let text: &str = tree.source();
    // Trailing blank lines are already line breaks of the block.
    if text.get(line_start(text, text.len())..)?.trim().is_empty() {
        return None;
    }
    let block = last_scalar(tree.root())?.span().range();
    let written = text.get(block.clone())?;
    if !written.starts_with(['|', '>']) || !text.get(block.end..)?.trim().is_empty() {
        return None;
    }
    let header = content(written.split_inclusive('\n').next()?);
    let indicators = header.find([' ', '\t']).map_or(header, |end| header.get(..end).unwrap_or(header));
    if indicators.contains('-') {
        return None;
    }
    let stripped = format!("{}-", indicators.replace('+', ""));
    Some(Edit { span: block.start..block.start + indicators.len(), text: stripped })
}

/// Returns the last scalar in the text of a node.
fn last_scalar(node: NodeRef<'_>) -> Option<NodeRef<'_>> {
    let last = match node.kind() {
        NodeKind::Object => own_fields(node).pop()?,
        NodeKind::List => node.items().last()?,
        NodeKind::Scalar => return (!node.is_alias()).then_some(node),
    };
    if node.is_alias() { None } else { last_scalar(last) }
}
