//! Conversion between the protocol's positions and the bytes of a text.

use std::ops::Range;

use lsp_types::{ClientCapabilities, Position, PositionEncodingKind};
use memchr::memchr2_iter;

/// The unit of columns in positions.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) enum Encoding {
    /// Bytes.
    Utf8,
    /// UTF-16 code units, which every client supports.
    #[default]
    Utf16,
}

impl Encoding {
    /// Chooses bytes if the client supports them, because they need no conversion.
    pub(crate) fn negotiated(client: &ClientCapabilities) -> Self {
        let offered = client.general.as_ref().and_then(|general| general.position_encodings.as_ref());
        match offered.is_some_and(|offered| offered.contains(&PositionEncodingKind::UTF8)) {
            true => Self::Utf8,
            false => Self::Utf16,
        }
    }

    pub(crate) const fn kind(self) -> PositionEncodingKind {
        match self {
            Self::Utf8 => PositionEncodingKind::UTF8,
            Self::Utf16 => PositionEncodingKind::UTF16,
        }
    }

    const fn width(self, character: char) -> usize {
        match self {
            Self::Utf8 => character.len_utf8(),
            Self::Utf16 => character.len_utf16(),
        }
    }
}

/// The line starts of a text. As in the protocol, a line ends with `\n`, `\r\n` or `\r`.
#[derive(Debug, Clone)]
pub(crate) struct Lines {
    starts: Vec<usize>,
    /// Whether the text is ASCII, so that columns are bytes in either encoding.
    is_ascii: bool,
}

impl Lines {
    pub(crate) fn new(text: &str) -> Self {
        let bytes = text.as_bytes();
        let breaks = memchr2_iter(b'\n', b'\r', bytes).filter_map(|at| {
            let is_cr_of_crlf = bytes.get(at..at + 2) == Some(b"\r\n");
            (!is_cr_of_crlf).then_some(at + 1)
        });
        Self { starts: std::iter::once(0).chain(breaks).collect(), is_ascii: text.is_ascii() }
    }

    /// Returns the bytes of a line, counted from 0, without its line end.
    fn line(&self, text: &str, line: usize) -> Option<Range<usize>> {
        let start = *self.starts.get(line)?;
        let end = self.starts.get(line + 1).copied().unwrap_or(text.len());
        let content = text.get(start..end)?;
        let without = content.strip_suffix('\n').unwrap_or(content);
        let without = without.strip_suffix('\r').unwrap_or(without);
        Some(start..start + without.len())
    }

    /// Returns the byte at a position. A position beyond a line or the text is clamped to its end, and one within a character to
    /// its start.
    pub(crate) fn offset(&self, text: &str, position: Position, encoding: Encoding) -> usize {
        let Some(line) = self.line(text, position.line as usize) else { return text.len() };
        let column = position.character as usize;
        if self.is_ascii {
            return (line.start + column).min(line.end);
        }
        let mut left = column;
        for (at, character) in text.get(line.clone()).unwrap_or_default().char_indices() {
            match left.checked_sub(encoding.width(character)) {
                Some(rest) if left > 0 => left = rest,
                _ => return line.start + at,
            }
        }
        line.end
    }

    /// Returns the bytes of a range; a range that ends before it begins is empty.
    pub(crate) fn offsets(&self, text: &str, range: lsp_types::Range, encoding: Encoding) -> Range<usize> {
        let start = self.offset(text, range.start, encoding);
        start..self.offset(text, range.end, encoding).max(start)
    }

    /// Returns the position of a byte. A byte within a character has the position of its start.
    pub(crate) fn position(&self, text: &str, offset: usize, encoding: Encoding) -> Position {
        let offset = text.floor_char_boundary(offset);
        let line = self.starts.partition_point(|start| *start <= offset).saturating_sub(1);
        let start = self.starts.get(line).copied().unwrap_or_default();
        let before = text.get(start..offset).unwrap_or_default();
        let column = match (self.is_ascii, encoding) {
            (true, _) | (_, Encoding::Utf8) => before.len(),
            (false, Encoding::Utf16) => before.chars().map(char::len_utf16).sum(),
        };
        let number = |number: usize| u32::try_from(number).unwrap_or(u32::MAX);
        Position::new(number(line), number(column))
    }

    pub(crate) fn range(&self, text: &str, span: &Range<usize>, encoding: Encoding) -> lsp_types::Range {
        lsp_types::Range::new(self.position(text, span.start, encoding), self.position(text, span.end, encoding))
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use rstest::rstest;

    use super::*;

    const TEXT: &str = "a: ä\r\nb😀: x\rc\n\nd";

    #[rstest]
    #[case::the_beginning(0, 0, 0)]
    #[case::behind_two_bytes(0, 4, 5)]
    #[case::beyond_the_line(0, 99, 5)]
    #[case::behind_crlf(1, 1, 8)]
    #[case::within_a_pair(1, 2, 8)]
    #[case::behind_the_pair(1, 3, 12)]
    #[case::behind_cr(2, 0, 16)]
    #[case::an_empty_line(3, 5, 18)]
    #[case::the_end(4, 1, 20)]
    #[case::beyond_the_text(9, 0, 20)]
    fn positions_lead_to_bytes(#[case] line: u32, #[case] character: u32, #[case] expected: usize) {
        let offset = Lines::new(TEXT).offset(TEXT, Position::new(line, character), Encoding::Utf16);
        assert_eq!(offset, expected);
    }

    #[test]
    fn columns_are_bytes_if_the_client_agrees() {
        let lines = Lines::new(TEXT);
        assert_eq!(lines.offset(TEXT, Position::new(1, 5), Encoding::Utf8), 12);
        assert_eq!(lines.offset(TEXT, Position::new(1, 3), Encoding::Utf8), 8);
        assert_eq!(lines.position(TEXT, 12, Encoding::Utf8), Position::new(1, 5));
    }

    proptest! {
        #[test]
        fn offsets_and_positions_round_trip(text in "[a-cäß😀\r\n]{0,40}", wide in any::<bool>()) {
            let encoding = if wide { Encoding::Utf16 } else { Encoding::Utf8 };
            let lines = Lines::new(&text);
            for (offset, _) in text.char_indices().chain([(text.len(), ' ')]) {
                // There is no position between `\r` and `\n`.
                if text.get(..offset).unwrap().ends_with('\r') && text.get(offset..).unwrap().starts_with('\n') {
                    continue;
                }
                let position = lines.position(&text, offset, encoding);
                prop_assert_eq!(lines.offset(&text, position, encoding), offset, "{:?} {:?}", text, position);
            }
        }
    }
}
