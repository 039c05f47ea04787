//! The extent of a field or list item in the text.

use crate::{NodeKind, NodeRef};

use crate::editor::lines::{before, column, content, is_comment, line_end, line_start};

/// Returns whether a list or object is in flow style, that is, in brackets.
pub(crate) fn is_flow(node: NodeRef<'_>, text: &str) -> bool {
    let Some(written) = text.get(node.span().range()) else { return false };
    match node.kind() {
        NodeKind::Object => written.starts_with('{'),
        // The span of a list in block style may begin at the first item.
        NodeKind::List => {
            written.starts_with('[') && node.items().next().is_none_or(|first| first.span().start > node.span().start)
        }
        NodeKind::Scalar => false,
    }
}

/// Returns the start of a field or list item: the key of a field, the dash of an item, or the value of an item in brackets.
///
/// Returns `None` for an item whose dash cannot be found, because an anchor or a tag precedes it.
pub(crate) fn beginning(node: NodeRef<'_>, text: &str) -> Option<usize> {
    if let Some(key) = node.key_span() {
        return Some(key.start as usize);
    }
    let start = node.span().start as usize;
    let mut line = line_start(text, start);
    let mut head = text.get(line..start)?;
    // The position of an omitted value is after the comment.
    if node.span().is_empty() {
        head = without_comment(head);
    }
    loop {
        if let Some(rest) = head.trim_end_matches([' ', '\t']).strip_suffix('-') {
            return (rest.is_empty() || rest.ends_with([' ', '-'])).then_some(line + rest.len());
        }
        if !head.trim().is_empty() {
            return head.trim_end().ends_with(['[', ',', '{']).then_some(start);
        }
        // The dash is on a line further up, perhaps with a comment after it.
        let above = line_start(text, line.checked_sub(1)?);
        if above == line {
            return None;
        }
        line = above;
        let above = content(text.get(line..line_end(text, line))?);
        if is_comment(above) {
            head = "";
            continue;
        }
        head = without_comment(above);
    }
}

/// Strips the comment from a line of dashes.
fn without_comment(line: &str) -> &str {
    line.split_once(" #").map_or(line, |(dashes, _)| dashes)
}

/// Returns the end of the value itself, without trailing comments and line breaks.
pub(crate) fn content_end(node: NodeRef<'_>, text: &str) -> usize {
    let span = node.span();
    if node.is_alias() || is_flow(node, text) {
        return span.end as usize;
    }
    let last = match node.kind() {
        // Merged fields are elsewhere in the text.
        NodeKind::Object => node.entries().map(|(_, value)| value).filter(|value| is_written_in(*value, node)).last(),
        NodeKind::List => node.items().last(),
        NodeKind::Scalar => None,
    };
    if let Some(last) = last {
        return content_end(last, text);
    }
    if span.is_empty() {
        // An omitted value.
        let key = node.key_span().map_or(span.start as usize, |key| key.end as usize);
        return match text.get(key..).and_then(|rest| rest.find(':')).filter(|_| node.key_span().is_some()) {
            Some(colon) => key + colon + 1 + usize::from(ends_with_blank(text, key + colon + 1)),
            None => beginning(node, text).map_or(key, |dash| dash + 1),
        };
    }
    let written = text.get(span.range()).unwrap_or_default();
    span.start as usize + written.trim_end().len()
}

/// Returns whether a single blank is the last of an entry in brackets: without it, the colon before would belong to the key.
fn ends_with_blank(text: &str, at: usize) -> bool {
    let rest = text.get(at..).unwrap_or_default();
    rest.starts_with([' ', '\n']) && rest.trim_start().starts_with([',', '}', ']'])
}

/// Returns whether a value is written inside its object, as opposed to merged into it by a merge key.
pub(crate) fn is_written_in(value: NodeRef<'_>, object: NodeRef<'_>) -> bool {
    let (Some(key), around) = (value.key_span(), object.span()) else { return false };
    around.start <= key.start && key.end <= around.end
}

/// Returns whether only blanks precede an offset on its line.
pub(crate) fn begins_line(text: &str, offset: usize) -> bool {
    // A line may be as long as the text.
    let head = before(text, offset).trim_end_matches(|char: char| char != '\n' && char.is_whitespace());
    head.is_empty() || head.ends_with('\n') || head == "\u{feff}"
}

/// Returns the start of the comment lines that belong to the node at `start`: those directly above it with the same indentation.
pub(crate) fn leading_comments(text: &str, start: usize) -> usize {
    let own = column(text, start);
    let mut from = line_start(text, start);
    while let Some(before) = from.checked_sub(1) {
        let above = line_start(text, before);
        let line = content(text.get(above..from).unwrap_or_default());
        let blanks = line.len() - line.trim_start_matches(' ').len();
        if !is_comment(line) || blanks != own {
            break;
        }
        from = above;
    }
    from
}

/// Returns the fields that are written inside an object, in text order.
pub(crate) fn own_fields(object: NodeRef<'_>) -> Vec<NodeRef<'_>> {
    let mut fields: Vec<NodeRef<'_>> =
        object.entries().map(|(_, value)| value).filter(|value| is_written_in(*value, object)).collect();
    fields.sort_by_key(|field| field.key_span());
    fields
}
