//! Taking fields out of an object.

use crate::NodeRef;

use crate::Edit;
use crate::editor::extent::{begins_line, content_end, is_flow, own_fields};
use crate::editor::lines::{line_end, line_start};

/// The edits that take the fields out which `goes` names, with the lines they stand on.
///
/// `None` when nothing would be left but in brackets, or when a comment would be lost that stands between a field on the line of a dash
/// and the next one.
pub(crate) fn of_fields(object: NodeRef<'_>, text: &str, goes: impl Fn(&str) -> bool) -> Option<Vec<Edit>> {
    let fields = own_fields(object);
    let goes = |field: &NodeRef<'_>| field.key().is_some_and(&goes);
    let flow = is_flow(object, text);
    // Without brackets `key:` or `- ` would be left, which means something else.
    if !flow && fields.iter().all(goes) {
        return None;
    }
    let mut edits = Vec::new();
    let mut position = 0;
    while let Some(field) = fields.get(position) {
        if !goes(field) {
            position += 1;
            continue;
        }
        let length = fields.iter().skip(position).take_while(|field| goes(field)).count();
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
            edits.push(behind_dash(start, content_end(last, text), next?, text)?);
        }
        position += length;
    }
    Some(edits)
}

/// Everything in the brackets of an object or list, from its first part on.
pub(crate) fn all(first: usize, around: NodeRef<'_>, text: &str) -> Option<std::ops::Range<usize>> {
    let span = first..(around.span().end as usize).checked_sub(1)?;
    // A comment behind the last part would be lost.
    (!text.get(span.clone())?.contains(" #")).then_some(span)
}

/// Takes out what shares its line with a dash, which stays; what stands between it and the next one would be lost.
pub(crate) fn behind_dash(start: usize, end: usize, next: usize, text: &str) -> Option<Edit> {
    let between = text.get(line_end(text, end)..next)?;
    between.trim().is_empty().then(|| Edit { span: start..next, text: String::new() })
}
