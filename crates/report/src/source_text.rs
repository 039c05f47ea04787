//! A text that findings point into, and the way from byte offsets to lines and columns.

use std::ops::Range;
use std::sync::{Arc, OnceLock};

/// A line and a column, both counted from 1; the column counts characters, not bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize)]
pub struct LineColumn {
    /// The line in the file, from 1.
    pub line: usize,
    /// The character in the line, from 1.
    pub column: usize,
}

/// A stretch of a source text.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Place {
    /// The bytes, in file coordinates.
    pub span: Range<usize>,
    /// Whether the field itself stands there; otherwise it does not exist, and this is what surrounds it.
    pub exact: bool,
}

/// One input: its name as the user gave it, and its text.
///
/// The index of lines is made when the first finding asks for it, so that a clean file never pays for it.
#[derive(Debug, Clone)]
pub struct SourceText {
    name: String,
    text: Arc<str>,
    line_starts: OnceLock<Vec<usize>>,
}

impl SourceText {
    /// A text under a name; `-` reads as standard input.
    #[must_use]
    pub fn new(name: impl Into<String>, text: impl Into<Arc<str>>) -> Self {
        Self { name: name.into(), text: text.into(), line_starts: OnceLock::new() }
    }

    /// The name as given on the command line.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The name for people: standard input by its name.
    #[must_use]
    pub fn display_name(&self) -> &str {
        if self.name == "-" { "<stdin>" } else { &self.name }
    }

    /// The whole text.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The bytes of a span; what reaches beyond the text or cuts a character is moved inwards.
    #[must_use]
    pub fn slice(&self, span: &Range<usize>) -> &str {
        let start = self.floor(span.start);
        let end = self.floor(span.end).max(start);
        self.text.get(start..end).unwrap_or_default()
    }

    /// Line and column of a byte offset.
    #[must_use]
    pub fn line_column(&self, offset: usize) -> LineColumn {
        let offset = self.floor(offset);
        let line = self.line_of(offset);
        let start = self.line_starts().get(line).copied().unwrap_or_default();
        let column = self.text.get(start..offset).unwrap_or_default().chars().filter(|c| *c != '\u{feff}').count() + 1;
        LineColumn { line: line + 1, column }
    }

    /// The bytes of a line without its end (`\n` or `\r\n`); lines are counted from 1.
    #[must_use]
    pub fn line(&self, number: usize) -> Option<Range<usize>> {
        let starts = self.line_starts();
        let start = *starts.get(number.checked_sub(1)?)?;
        let end = starts.get(number).map_or(self.text.len(), |next| next - 1);
        let content = self.text.get(start..end)?;
        Some(start..start + content.strip_suffix('\r').unwrap_or(content).len())
    }

    /// The line of an offset, counted from 0.
    fn line_of(&self, offset: usize) -> usize {
        self.line_starts().partition_point(|start| *start <= offset).saturating_sub(1)
    }

    fn line_starts(&self) -> &[usize] {
        self.line_starts.get_or_init(|| {
            let ends = self.text.bytes().enumerate().filter(|(_, byte)| *byte == b'\n').map(|(at, _)| at + 1);
            std::iter::once(0).chain(ends).collect()
        })
    }

    /// The nearest character boundary at or before an offset, inside the text.
    fn floor(&self, offset: usize) -> usize {
        let mut offset = offset.min(self.text.len());
        while !self.text.is_char_boundary(offset) {
            offset -= 1;
        }
        offset
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_count_characters_and_lines_survive_crlf() {
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
    fn offsets_beyond_the_text_are_moved_inwards() {
        let source = SourceText::new("-", "ä");
        assert_eq!(source.display_name(), "<stdin>");
        assert_eq!(source.line_column(1), LineColumn { line: 1, column: 1 });
        assert_eq!(source.line_column(99), LineColumn { line: 1, column: 2 });
        assert_eq!(source.slice(&(5..7)), "");
    }

    #[test]
    fn a_byte_order_mark_is_no_column() {
        let source = SourceText::new("a", "\u{feff}kind: X");
        assert_eq!(source.line_column(3), LineColumn { line: 1, column: 1 });
    }
}
