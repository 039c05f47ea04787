//! Removal of levels: the content of an object's only field replaces the object.

use crate::{NodeKind, NodeRef};

use super::Editor;
use crate::editor::extent::{content_end, is_flow, own_fields};
use crate::editor::lines::{column, content, line_end, line_start};
use crate::{Edit, EditObstacle};

impl<'a> Editor<'a> {
    /// Replaces an object by the content of its only field, and unindents its lines.
    ///
    /// # Errors
    ///
    /// Returns an error if an alias repeats the object, if it has other fields, or if a line is indented less than the lines that
    /// move.
    pub fn unwrap(&mut self, object: NodeRef<'a>, child: &str) -> Result<(), EditObstacle> {
        self.check_object(object)?;
        let fields = own_fields(object);
        let only = match (fields.as_slice(), object.len()) {
            ([only], 1) if only.key() == Some(child) => *only,
            _ => return Err(self.obstacle(object, "the level has sibling fields; merge its content by hand")),
        };
        let Some(key) = only.key_span().map(crate::Span::range) else { return Ok(()) };
        let (value, end) = (only.span().range(), content_end(only, self.text));
        let is_on_the_line_of_its_key = end <= line_end(self.text, key.start);
        if is_flow(only, self.text) || (only.kind() == NodeKind::Scalar || only.is_alias()) && is_on_the_line_of_its_key
        {
            // `- capabilities: {architecture: [amd64]}`; in flow style, the surrounding braces are removed as well.
            let text = self.text.get(value.start..end).unwrap_or_default();
            self.edits.push(match is_flow(object, self.text) {
                true => Edit { span: object.span().range(), text: text.to_owned() },
                false => Edit { span: key.start..value.start, text: String::new() },
            });
            return Ok(());
        }
        let first = own_fields(only).first().and_then(|first| first.key_span()).map(|key| key.start as usize);
        let shift =
            first.and_then(|first| Some((first, column(self.text, first).checked_sub(column(self.text, key.start))?)));
        let Some((first, shift)) = shift else {
            return Err(self.obstacle(only, "this is not an object in block style"));
        };
        // A comment after the key stays where it is, and the content stays below it.
        let comment = self.text.get(key.end..first).and_then(|between| between.find('#'));
        let mut line = match comment {
            Some(_) => line_start(self.text, first),
            None => line_end(self.text, first),
        };
        let removed = key.start..comment.map_or(first, |comment| key.end + comment);
        let mut edits = vec![Edit { span: removed, text: String::new() }];
        while line < end {
            let next = line_end(self.text, line);
            let written = content(self.text.get(line..next).unwrap_or_default());
            let blanks = written.len() - written.trim_start_matches(' ').len();
            if blanks < shift && blanks < written.len() {
                return Err(self.obstacle(only, "a line is indented less than the lines to move; indent it"));
            }
            if blanks > 0 {
                edits.push(Edit { span: line..line + shift.min(blanks), text: String::new() });
            }
            line = next;
        }
        self.edits.extend(edits);
        Ok(())
    }
}
