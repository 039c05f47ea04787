//! Removal of fields from an object.

use crate::NodeRef;

use crate::Edit;
use crate::editor::extent::{begins_line, content_end, is_flow, own_fields};
use crate::editor::lines::{line_end, line_start};

/// Returns the edits that remove the fields for which `is_removed` returns true, with their lines.
///
/// Returns `None` if an object in block style would become empty, or if a comment between a field on the line of a dash and the
/// next field would be lost.
pub(crate) fn of_fields(object: NodeRef<'_>, text: &str, is_removed: impl Fn(&str) -> bool) -> Option<Vec<Edit>> {
    let fields = own_fields(object);
    let is_removed = |field: &NodeRef<'_>| field.key().is_some_and(&is_removed);
    let flow = is_flow(object, text);
    // Outside of brackets, only `key:` or `- ` would remain, which has another meaning.
    if !flow && fields.iter().all(is_removed) {
        return None;
    }
    let mut edits = Vec::new();
    let mut position = 0;
    while let Some(field) = fields.get(position) {
        if !is_removed(field) {
            position += 1;
            continue;
        }
        let length = fields.iter().skip(position).take_while(|field| is_removed(field)).count();
        let last = *fields.get(position + length - 1)?;
        let next = fields.get(position + length).and_then(|next| next.key_span()).map(|key| key.start as usize);
        let start = field.key_span()?.start as usize;
        if flow {
            let before = position.checked_sub(1).and_then(|before| fields.get(before));
            let span = match (next, before) {
                (Some(next), _) => start..next,
                (None, Some(before)) => content_end(*before, text)..content_end(last, text),
                (None, None) => all(start, object, text)?,
            };
            edits.push(Edit { span, text: String::new() });
        } else if begins_line(text, start) {
            for field in fields.iter().skip(position).take(length) {
                let start = line_start(text, field.key_span()?.start as usize);
                edits.push(Edit { span: start..line_end(text, content_end(*field, text)), text: String::new() });
            }
        } else {
            edits.push(after_dash(start, content_end(last, text), next?, text)?);
        }
        position += length;
    }
    Some(edits)
}

/// Returns the range of all content in the brackets of an object or list, from its first entry on.
pub(crate) fn all(first: usize, around: NodeRef<'_>, text: &str) -> Option<std::ops::Range<usize>> {
    let span = first..(around.span().end as usize).checked_sub(1)?;
    // Do not lose a comment after the last entry.
    (!text.get(span.clone())?.contains(" #")).then_some(span)
}

/// Removes content on the line of a dash, which stays; `None` if other text before the next entry would be lost.
pub(crate) fn after_dash(start: usize, end: usize, next: usize, text: &str) -> Option<Edit> {
    let between = text.get(line_end(text, end)..next)?;
    between.trim().is_empty().then(|| Edit { span: start..next, text: String::new() })
}
