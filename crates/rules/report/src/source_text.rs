//! A text that findings refer to: the reader's source, with the operations that renderers need.

use std::ops::Range;
use std::sync::Arc;

use rootstock_document::read::{self, InputText};
use rootstock_document::{LineColumn, Located, ReadLimits, Span};

/// A range of a source text.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Place {
    /// The byte range, in file coordinates.
    pub span: Range<usize>,
    /// Whether this is the field itself; otherwise the field does not exist, and this is the place around it.
    pub exact: bool,
}

/// An input of a [`Report`](crate::Report), by its position.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct SourceId(pub usize);

/// One input: its name as the user gave it, and its text.
#[derive(Debug, Clone)]
pub struct SourceText(Arc<InputText>);

impl Place {
    /// Creates the place of a field that exists.
    #[must_use]
    pub const fn exact(span: Span) -> Self {
        Self { span: span.range(), exact: true }
    }
}

impl From<&Located<'_>> for Place {
    fn from(located: &Located<'_>) -> Self {
        Self { span: located.span.range(), exact: located.exact }
    }
}

impl From<Arc<InputText>> for SourceText {
    fn from(source: Arc<InputText>) -> Self {
        Self(source)
    }
}

impl SourceText {
    /// Creates a text with a name, for callers that do not use the reader; the name `-` is shown as standard input.
    #[must_use]
    pub fn new(name: &str, text: &str) -> Self {
        Self(read::read(name, text.as_bytes(), &ReadLimits::DEFAULT).source)
    }

    /// Returns the name as given on the command line.
    #[must_use]
    pub fn name(&self) -> &str {
        self.0.name()
    }

    /// Returns the name for display, including one for standard input.
    #[must_use]
    pub fn display_name(&self) -> &str {
        shown(self.name())
    }

    /// Returns the whole text.
    #[must_use]
    pub fn text(&self) -> &str {
        self.0.text()
    }

    /// Returns the text of a span; bounds outside the text or within a character are moved inwards.
    #[must_use]
    pub fn slice(&self, span: &Range<usize>) -> &str {
        let start = self.floor(span.start);
        let end = self.floor(span.end).max(start);
        self.text().get(start..end).unwrap_or_default()
    }

    /// Returns the line and column of a byte offset.
    #[must_use]
    pub fn line_column(&self, offset: usize) -> LineColumn {
        self.0.line_column(u32::try_from(self.floor(offset)).unwrap_or(u32::MAX))
    }

    /// Returns the byte range of a line without its end (`\n` or `\r\n`); lines are counted from 1.
    #[must_use]
    pub fn line(&self, number: u32) -> Option<Range<usize>> {
        self.0.lines().line(self.text(), number).map(Span::range)
    }

    /// Returns the nearest character boundary at or before an offset, within the text.
    fn floor(&self, offset: usize) -> usize {
        let mut offset = offset.min(self.text().len());
        while !self.text().is_char_boundary(offset) {
            offset -= 1;
        }
        offset
    }
}

/// Returns the name of an input for display.
pub(crate) fn shown(name: &str) -> &str {
    if name == "-" { "<stdin>" } else { name }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_count_characters_and_crlf_ends_lines() {
        let source = SourceText::new("a.yaml", "a: 1\r\nä: ö2\r\n\r\nlast");
        assert_eq!(source.line_column(0), LineColumn { line: 1, column: 1 });
        let two = source.text().find('2').unwrap();
        assert_eq!(source.line_column(two), LineColumn { line: 2, column: 5 });
        assert_eq!(source.line(1).map(|span| source.slice(&span)), Some("a: 1"));
        assert_eq!(source.line(2).map(|span| source.slice(&span)), Some("ä: ö2"));
        assert_eq!(source.line(3).map(|span| source.slice(&span)), Some(""));
        assert_eq!(source.line(4).map(|span| source.slice(&span)), Some("last"));
        assert_eq!(source.line(5), None);
        assert_eq!(source.line(0), None);
    }

    #[test]
    fn out_of_range_offsets_are_clamped() {
        let source = SourceText::new("-", "ä");
        assert_eq!(source.display_name(), "<stdin>");
        assert_eq!(source.line_column(1), LineColumn { line: 1, column: 1 });
        assert_eq!(source.line_column(99), LineColumn { line: 1, column: 2 });
        assert_eq!(source.slice(&(5..7)), "");
    }

    #[test]
    fn byte_order_mark_takes_no_column() {
        let source = SourceText::new("a", "\u{feff}kind: X");
        assert_eq!(source.line_column(3), LineColumn { line: 1, column: 1 });
    }
}
