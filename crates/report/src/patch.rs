//! From a fix, which speaks of fields, to edits, which speak of bytes.
//!
//! Every fix is tried on the text it is for; one that cannot be made without guessing yields no edits, and the report
//! then says in words what to do.

use rootstock_core_model::{Change, FieldPath, Fix, NodeKind, NodeRef};

use crate::{Edit, Locator, SourceText};

/// The edits that make `fix` in the document of `locator`; `None` when one of its steps cannot be made.
#[must_use]
pub fn edits(fix: &Fix, locator: &mut Locator<'_>, source: &SourceText) -> Option<Vec<Edit>> {
    let mut edits = Vec::new();
    for change in &fix.changes {
        match change {
            Change::Replace { path, text } => edits.push(replace(locate(locator, path)?, text, source)?),
            Change::RenameKey { path, name } => edits.push(rename(locate(locator, path)?, name, source)?),
            Change::Remove { path } => edits.push(remove(locator, path, source)?),
            Change::Unwrap { path, child } => unwrap(locate(locator, path)?, child, source, &mut edits)?,
        }
    }
    (!edits.is_empty()).then_some(edits)
}

/// The node at a path that exists in full.
fn locate<'a>(locator: &mut Locator<'a>, path: &FieldPath) -> Option<NodeRef<'a>> {
    let located = locator.locate(path);
    located.place.exact.then_some(located.node)
}

fn replace(node: NodeRef<'_>, text: &str, source: &SourceText) -> Option<Edit> {
    let span = node.span().range();
    let old = source.slice(&span);
    // A block scalar, or a value that was left out, is not replaced by a scalar on the same line.
    if node.kind() != NodeKind::Scalar || old.is_empty() || old.contains('\n') {
        return None;
    }
    Some(Edit { span, text: in_the_style_of(old, text) })
}

fn rename(node: NodeRef<'_>, name: &str, source: &SourceText) -> Option<Edit> {
    let span = node.key_span()?.range();
    let text = in_the_style_of(source.slice(&span), name);
    Some(Edit { span, text })
}

/// JSON wants its quotes: what takes the place of a double-quoted scalar is double-quoted.
fn in_the_style_of(old: &str, new: &str) -> String {
    if old.starts_with('"') && !new.starts_with(['"', '\'', '[', '{']) {
        serde_json::to_string(new).unwrap_or_else(|_| new.to_owned())
    } else {
        new.to_owned()
    }
}

/// Takes a field or a list item out, with the lines it stands on.
fn remove(locator: &mut Locator<'_>, path: &FieldPath, source: &SourceText) -> Option<Edit> {
    let node = locate(locator, path)?;
    let parent = locate(locator, &path.parent()?)?;
    let siblings: Vec<NodeRef<'_>> = match parent.kind() {
        NodeKind::Object => parent.entries().map(|(_, value)| value).collect(),
        NodeKind::List => parent.items().collect(),
        NodeKind::Scalar => return None,
    };
    let position = siblings.iter().position(|sibling| sibling.span() == node.span())?;
    let start = beginning(node, source)?;
    if source.text().get(parent.span().range())?.starts_with(['{', '[']) {
        let next = siblings.get(position + 1).and_then(|next| beginning(*next, source));
        return Some(match (next, position.checked_sub(1).and_then(|before| siblings.get(before))) {
            (Some(next), _) => Edit { span: start..next, text: String::new() },
            (None, Some(before)) => {
                Edit { span: before.span().range().end..node.span().range().end, text: String::new() }
            }
            (None, None) => Edit { span: start..node.span().range().end, text: String::new() },
        });
    }
    // An only child leaves `key:` or `- ` behind, which means something else.
    if siblings.len() == 1 {
        return None;
    }
    let line_start = source.line(source.line_column(start).line)?.start;
    let indent = source.slice(&(line_start..start));
    let end = last_line_end(node, source)?;
    // A node with lines of its own goes with these and no others: comments above what follows stay.
    if indent.trim().is_empty() {
        return Some(Edit { span: line_start..end, text: String::new() });
    }
    // The first field of a list item shares its line with the dash, which stays; what stands between it and the next one
    // would be lost.
    let next = beginning(*siblings.get(position + 1)?, source)?;
    let between = source.text().get(end..next)?;
    between.trim().is_empty().then(|| Edit { span: start..next, text: String::new() })
}

/// Where a field or list item begins: at its key, or at its dash.
fn beginning(node: NodeRef<'_>, source: &SourceText) -> Option<usize> {
    if let Some(key) = node.key_span() {
        return Some(key.range().start);
    }
    let start = node.span().range().start;
    let line = source.line(source.line_column(start).line)?;
    let before = source.slice(&(line.start..start));
    match before.trim_end().strip_suffix('-') {
        Some(rest) => Some(line.start + rest.len()),
        None => Some(start),
    }
}

/// The byte behind the line end of the last line that a node has content on.
fn last_line_end(node: NodeRef<'_>, source: &SourceText) -> Option<usize> {
    let span = node.span().range();
    let content = source.slice(&span).trim_end();
    let line = source.line(source.line_column(span.start + content.len()).line)?;
    let rest = source.text().get(line.end..)?;
    let line_break = if rest.starts_with("\r\n") { 2 } else { usize::from(rest.starts_with('\n')) };
    Some(line.end + line_break)
}

/// Puts the content of the only child in the place of its parent, moving its lines to the left.
fn unwrap(parent: NodeRef<'_>, child: &str, source: &SourceText, edits: &mut Vec<Edit>) -> Option<()> {
    let child = parent.get(child)?;
    if parent.len() != 1 {
        return None;
    }
    let key = child.key_span()?.range();
    let value = child.span().range();
    let text = source.slice(&value);
    if text.starts_with(['{', '['])
        || !text.trim_end().contains('\n') && source.line_column(key.start).line == source.line_column(value.start).line
    {
        // `- capabilities: {architecture: [amd64]}`; in flow style the surrounding braces go, too.
        let outer = parent.span().range();
        if source.slice(&outer).starts_with('{') {
            edits.push(Edit { span: outer, text: text.to_owned() });
        } else {
            edits.push(Edit { span: key.start..value.start, text: String::new() });
        }
        return Some(());
    }
    let first = child.entries().next()?.1.key_span()?.range().start;
    let shift = source.line_column(first).column.checked_sub(source.line_column(key.start).column)? as usize;
    let first_line = source.line_column(first).line;
    // A comment behind the key stays where it is, and the content stays below it.
    let comment = source.slice(&(key.end..first)).find('#');
    let moved_from = match comment {
        Some(comment) => {
            edits.push(Edit { span: key.start..key.end + comment, text: String::new() });
            first_line
        }
        None => {
            edits.push(Edit { span: key.start..first, text: String::new() });
            first_line + 1
        }
    };
    let end = value.start + text.trim_end().len();
    let lines = moved_from..=source.line_column(end).line;
    for line in lines.filter_map(|number| source.line(number)) {
        let blanks = source.slice(&line).bytes().take_while(|byte| *byte == b' ').count();
        if blanks < shift && blanks < line.len() {
            return None;
        }
        edits.push(Edit { span: line.start..line.start + shift.min(blanks), text: String::new() });
    }
    Some(())
}
