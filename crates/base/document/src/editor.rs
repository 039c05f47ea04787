//! Changes to fields and list items, as text edits.

mod comments;
mod edit;
pub(crate) mod extent;
mod fragment;
mod items;
mod last_block;
mod levels;
pub(crate) mod lines;
mod moved;
mod obstacle;
mod patch;
mod removal;
mod repeated;
mod scalars;
mod style;
mod writer;

pub use edit::{Edit, apply_edits};
pub use fragment::{CopyAction, Field, Fragment, Item, ListItem};
pub use obstacle::EditObstacle;

use std::collections::HashSet;

use crate::editor::extent::{
    beginning, begins_line, content_end, is_flow, is_written_in, leading_comments, own_fields,
};
use crate::editor::lines::{column, content, is_comment, line_end, line_number, line_start, trailing_comment};
use crate::editor::style::Style;
use crate::editor::writer::{Layout, Writer, line_indent};
use crate::{NodeKind, NodeRef, Tree};

/// The keys after which a new field is inserted: after the last of them in the object, or at the end if the object has none of
/// them.
#[derive(Debug, Clone, Copy)]
pub struct After<'k>(pub &'k [&'k str]);

/// A field to replace.
#[derive(Debug, Clone, Copy)]
pub struct Replaced<'k> {
    /// The key of the field.
    pub key: &'k str,
    /// Whether the comments above the field are removed, because the caller puts them somewhere else.
    pub with_comments: bool,
}

const REPEATED: &str = "an alias (`*…`) or merge key (`<<`) repeats this value; write it out where it is repeated";

/// An editor that collects the edits of one document.
#[derive(Debug)]
pub struct Editor<'a> {
    text: &'a str,
    style: Style,
    /// The byte ranges that aliases repeat.
    repeated: Vec<std::ops::Range<usize>>,
    /// The edit that preserves the value of a block scalar at the end of the file when lines are appended.
    last_block: Option<Edit>,
    edits: Vec<Edit>,
}

impl<'a> Editor<'a> {
    /// Creates an editor for the document of a tree that was read from text.
    #[must_use]
    pub fn new(tree: &'a Tree) -> Self {
        let repeated = tree.repeated().map(crate::Span::range).collect();
        Self {
            text: tree.source(),
            style: Style::of(tree),
            repeated,
            last_block: last_block::preserving_edit(tree),
            edits: Vec::new(),
        }
    }

    /// Returns the edits in text order.
    #[must_use]
    pub fn finish(mut self) -> Vec<Edit> {
        self.take()
    }

    /// Returns the edits so far, in text order, and starts over. For independent changes to one document that may fail
    /// individually. A failed change may leave some of its edits behind.
    #[must_use]
    pub fn take(&mut self) -> Vec<Edit> {
        let mut edits = std::mem::take(&mut self.edits);
        edits.sort_by_key(|edit| (edit.span.start, edit.span.end));
        edits
    }

    /// Returns the comment lines directly above a field or item.
    #[must_use]
    pub fn comments_above(&self, node: NodeRef<'_>) -> Vec<String> {
        let Some(start) = beginning(node, self.text).filter(|start| begins_line(self.text, *start)) else {
            return Vec::new();
        };
        let above = self.text.get(leading_comments(self.text, start)..line_start(self.text, start));
        above.unwrap_or_default().lines().map(|line| line.trim().to_owned()).filter(|line| is_comment(line)).collect()
    }

    /// Returns the comment after a value on one line, or after the key of a value on several lines.
    #[must_use]
    pub fn comment_after(&self, field: NodeRef<'_>) -> Option<String> {
        let end = content_end(field, self.text);
        let key = field.key_span().map(|key| key.end as usize);
        let at = match key {
            Some(key) if self.has_line_break(key..end.saturating_sub(1)) => key + self.text.get(key..)?.find(':')? + 1,
            _ => end,
        };
        trailing_comment(self.text, at).map(str::to_owned)
    }

    /// Adds a field to an object, or replaces it if the object already has it.
    ///
    /// # Errors
    ///
    /// Returns an error if an alias repeats the object, or if the node is not an object.
    pub fn add_field(
        &mut self,
        object: NodeRef<'a>,
        after: After<'_>,
        key: &str,
        value: Fragment<'a>,
    ) -> Result<(), EditObstacle> {
        self.add_field_with_comments(object, after, Field::new(key, value))
    }

    /// Like [`add_field`](Self::add_field), but with comments.
    ///
    /// # Errors
    ///
    /// See [`add_field`](Self::add_field).
    pub fn add_field_with_comments(
        &mut self,
        object: NodeRef<'a>,
        after: After<'_>,
        field: Field<'a>,
    ) -> Result<(), EditObstacle> {
        let key = field.key.as_str();
        if object.get(key).is_some_and(|old| is_written_in(old, object)) {
            return self.replace_fields(object, &[Replaced { key, with_comments: false }], field.clone());
        }
        let value = &field.value;
        self.check_object(object)?;
        let fields = own_fields(object);
        let named = fields.iter().rfind(|field| field.key().is_some_and(|key| after.0.contains(&key)));
        let Some(neighbour) = named.or(fields.last()).copied() else {
            return self.fill_empty(object, key, value);
        };
        let end = content_end(neighbour, self.text);
        if is_flow(object, self.text) {
            let text = self.flow_part(object, |writer, layout| writer.flow_field(key, value, layout));
            self.edits.push(Edit { span: end..end, text });
            return Ok(());
        }
        let mut lines = String::new();
        self.writer().field(&field, self.indent_of(&fields), &mut lines);
        self.insert_lines(line_end(self.text, end), lines);
        Ok(())
    }

    /// Adds a field before the first of the given fields and the comments above it, or at the end if the object has none of them.
    ///
    /// # Errors
    ///
    /// See [`add_field`](Self::add_field).
    pub fn add_field_before(
        &mut self,
        object: NodeRef<'a>,
        before: &[&str],
        key: &str,
        value: Fragment<'a>,
    ) -> Result<(), EditObstacle> {
        let fields = own_fields(object);
        let next = fields.iter().find(|field| field.key().is_some_and(|key| before.contains(&key)));
        let start = next.and_then(|next| next.key_span()).map(|key| key.start as usize);
        let start = start.filter(|start| !is_flow(object, self.text) && begins_line(self.text, *start));
        let Some(start) = start.filter(|_| object.get(key).is_none()) else {
            return self.add_field(object, After(&[]), key, value);
        };
        self.check_object(object)?;
        let mut lines = String::new();
        self.writer().field(&Field::new(key, value), self.indent_of(&fields), &mut lines);
        self.insert_lines(leading_comments(self.text, start), lines);
        Ok(())
    }

    /// Replaces the first of some fields by a new one, and removes the others.
    ///
    /// # Errors
    ///
    /// Returns an error if an alias repeats the object or a field to remove, if the object has none of the fields, or if a field
    /// cannot be removed without what surrounds it.
    pub fn replace_fields(
        &mut self,
        object: NodeRef<'a>,
        replaced: &[Replaced<'_>],
        field: Field<'a>,
    ) -> Result<(), EditObstacle> {
        self.check_object(object)?;
        let of = |key: &str| replaced.iter().find(|one| one.key == key);
        let fields = own_fields(object);
        let Some(first) = fields.iter().find(|field| field.key().and_then(of).is_some()).copied() else {
            return Err(self.obstacle(object, "the field to replace comes from a merge key (`<<`); write it out"));
        };
        for replaced in fields.iter().filter(|field| field.key().and_then(of).is_some()) {
            self.check_moved_along(*replaced, &field.value)?;
        }
        let is_removed = |key: &str| Some(key) != first.key() && of(key).is_some();
        let Some(removed) = removal::of_fields(object, self.text, is_removed) else {
            return Err(self.obstacle(object, "there is a comment between the fields to remove; move it"));
        };
        self.edits.extend(removed);
        let key = first.key_span().map_or(0, |key| key.start as usize);
        let end = content_end(first, self.text);
        if is_flow(object, self.text) {
            let layout = self.layout(object);
            let text = self.writer().flow_field(&field.key, &field.value, layout);
            self.edits.push(Edit { span: key..end, text });
            return Ok(());
        }
        for obsolete in fields.iter().filter(|field| field.key().is_some_and(is_removed)) {
            self.remove_comments(*obsolete, replaced);
        }
        self.remove_comments(first, replaced);
        let indent = self.indent_of(&fields);
        let mut lines = String::new();
        // The comments of a field on the line of a dash are above the dash.
        let field = if begins_line(self.text, key) { field } else { Field { above: Vec::new(), ..field } };
        self.writer().field(&field, indent, &mut lines);
        // The first line starts at the key, which is indented already.
        let text = lines.split_off(indent.min(lines.len()));
        let span_end = line_end(self.text, end);
        let text = if self.text.get(..span_end).is_some_and(|before| before.ends_with('\n')) {
            text
        } else {
            content(&text).to_owned()
        };
        self.edits.push(Edit { span: key..span_end, text });
        Ok(())
    }

    /// Removes fields; ignores missing ones.
    ///
    /// # Errors
    ///
    /// See [`replace_fields`](Self::replace_fields); also returns an error if an alias repeats a removed field, or if an object in
    /// block style would become empty.
    pub fn remove_fields(&mut self, object: NodeRef<'a>, keys: &[&str]) -> Result<(), EditObstacle> {
        let by_key = object.by_key();
        let keys: HashSet<&str> = keys.iter().copied().filter(|key| by_key.contains_key(key)).collect();
        if keys.is_empty() {
            return Ok(());
        }
        self.check_object(object)?;
        let obsolete = own_fields(object).into_iter().filter(|field| field.key().is_some_and(|key| keys.contains(key)));
        for field in obsolete {
            self.check_not_repeated_elsewhere(field)?;
        }
        match removal::of_fields(object, self.text, |key| keys.contains(key)) {
            Some(edits) => self.edits.extend(edits),
            None => {
                return Err(self.obstacle(
                    object,
                    "there is a comment between a field to remove and the next one, or no field would be left; move the comment",
                ));
            }
        }
        Ok(())
    }

    /// Replaces the value of a field, which keeps its comments.
    ///
    /// # Errors
    ///
    /// See [`replace_fields`](Self::replace_fields).
    pub fn replace_value(&mut self, object: NodeRef<'a>, key: &str, value: Fragment<'a>) -> Result<(), EditObstacle> {
        let behind = object.get(key).and_then(|old| self.comment_after(old));
        let field = Field { key: key.to_owned(), value, above: Vec::new(), behind };
        self.replace_fields(object, &[Replaced { key, with_comments: false }], field)
    }

    fn has_line_break(&self, span: std::ops::Range<usize>) -> bool {
        self.text.as_bytes().get(span).is_some_and(|bytes| bytes.contains(&b'\n'))
    }

    fn writer(&self) -> Writer<'a> {
        Writer { text: self.text, style: self.style }
    }

    /// Writes the first field of an empty object.
    fn fill_empty(&mut self, object: NodeRef<'a>, key: &str, value: &Fragment<'a>) -> Result<(), EditObstacle> {
        if !is_flow(object, self.text) {
            return Err(self.obstacle(object, "the object has no fields of its own; write `{}`"));
        }
        let at = object.span().start as usize + 1;
        let text = self.writer().flow_field(key, value, Layout::Line);
        self.edits.push(Edit { span: at..at, text });
        Ok(())
    }

    /// Renders another entry of an object or list in brackets, with its comma.
    fn flow_part(&self, around: NodeRef<'_>, write: impl FnOnce(Writer<'a>, Layout) -> String) -> String {
        let part = write(self.writer(), self.layout(around));
        match self.writer().entry_column(around) {
            Some(indent) => format!(",{}{}{part}", self.style.newline, " ".repeat(indent)),
            None => format!(", {part}"),
        }
    }

    fn layout(&self, around: NodeRef<'_>) -> Layout {
        match self.writer().entry_column(around) {
            Some(column) => Layout::Lines(column),
            // Its items begin and end on the lines of the brackets.
            None if self.style.kyaml => Layout::Lines(line_indent(self.text, around.span().start as usize)),
            None => Layout::Line,
        }
    }

    /// Returns the indentation of an object's fields.
    fn indent_of(&self, fields: &[NodeRef<'_>]) -> usize {
        let first = fields.first().and_then(|first| first.key_span());
        first.map_or(0, |key| column(self.text, key.start as usize))
    }

    /// Inserts whole lines at the start of a line or at the end of the text.
    fn insert_lines(&mut self, at: usize, lines: String) {
        let text = if at == self.text.len() && !self.text.is_empty() && !self.text.ends_with('\n') {
            if let Some(preserving_edit) =
                self.last_block.as_ref().filter(|preserving_edit| !self.edits.contains(preserving_edit))
            {
                self.edits.push(preserving_edit.clone());
            }
            let lines = lines.strip_suffix(self.style.newline).unwrap_or(&lines);
            format!("{}{lines}", self.style.newline)
        } else {
            lines
        };
        self.edits.push(Edit { span: at..at, text });
    }

    /// Removes the comments above a field that the caller puts somewhere else.
    fn remove_comments(&mut self, field: NodeRef<'_>, replaced: &[Replaced<'_>]) {
        let carried = field.key().is_some_and(|key| replaced.iter().any(|one| one.key == key && one.with_comments));
        let Some(key) = field.key_span().map(|key| key.start as usize) else { return };
        let (start, end) = (leading_comments(self.text, key), line_start(self.text, key));
        if carried && begins_line(self.text, key) && start < end {
            self.edits.push(Edit { span: start..end, text: String::new() });
        }
    }

    fn check_object(&self, object: NodeRef<'_>) -> Result<(), EditObstacle> {
        self.check_shared(object)?;
        if object.kind() != NodeKind::Object {
            return Err(self.obstacle(object, "expected an object"));
        }
        Ok(())
    }

    fn obstacle(&self, node: NodeRef<'_>, reason: &str) -> EditObstacle {
        let at = node.key_span().map_or(node.span().start, |key| key.start);
        EditObstacle { line: line_number(self.text, at as usize), reason: reason.to_owned() }
    }
}
