//! Places in a text: byte spans, and the way from a byte offset to line and column.

use memchr::memchr_iter;

/// A stretch of a text, in bytes from the beginning of the file; `end` is exclusive.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, serde::Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Span {
    /// The first byte.
    pub start: u32,
    /// The byte after the last.
    pub end: u32,
}

impl Span {
    /// From `start` to before `end`.
    #[must_use]
    pub const fn new(start: u32, end: u32) -> Self {
        Self { start, end }
    }

    /// The span as a range, for slicing.
    #[must_use]
    pub const fn range(self) -> std::ops::Range<usize> {
        self.start as usize..self.end as usize
    }

    /// Whether nothing lies in it.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.start >= self.end
    }

    /// From the beginning of the one to the end of the other.
    #[must_use]
    pub const fn to(self, end: Self) -> Self {
        Self { start: self.start, end: end.end }
    }
}

/// A line and a column, counted from 1; columns count Unicode characters.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LineColumn {
    /// The line.
    pub line: u32,
    /// The character in the line.
    pub column: u32,
}

/// How far apart the character counts of a [`LineIndex`] lie, in bytes.
const STRIDE: usize = 4096;

/// Turns byte offsets into lines and columns: logarithmic per question, also in a text that is one long line.
///
/// ```
/// use rootstock_document::{LineColumn, LineIndex};
/// let text = "a: ä\nb: 1\n";
/// let index = LineIndex::new(text);
/// assert_eq!(index.line_column(text, 5), LineColumn { line: 1, column: 5 });
/// assert_eq!(index.line_column(text, 6), LineColumn { line: 2, column: 1 });
/// ```
#[derive(Debug, Clone)]
pub struct LineIndex {
    /// Where each line begins.
    starts: Vec<u32>,
    /// Characters before each multiple of [`STRIDE`]; empty when the text is ASCII, where bytes are characters.
    characters: Vec<u32>,
}

impl LineIndex {
    /// The index of a text.
    #[must_use]
    pub fn new(text: &str) -> Self {
        let newlines = || memchr_iter(b'\n', text.as_bytes());
        let mut starts = Vec::with_capacity(newlines().count() + 1);
        starts.push(0);
        starts.extend(newlines().map(|at| at as u32 + 1));
        let mut characters = Vec::new();
        if !text.is_ascii() {
            let mut count = 0;
            for chunk in text.as_bytes().chunks(STRIDE) {
                characters.push(count);
                count += count_characters(chunk);
            }
        }
        Self { starts, characters }
    }

    /// Where each line begins: the first at 0, and each other one behind a line break, an empty one at the end, too.
    ///
    /// ```
    /// use rootstock_document::LineIndex;
    /// assert_eq!(LineIndex::new("a: 1\nb: 2\n").starts(), [0, 5, 10]);
    /// ```
    #[must_use]
    pub fn starts(&self) -> &[u32] {
        &self.starts
    }

    /// The line and column of a byte offset in the text that the index was made of. An offset beyond the end is the
    /// end; a byte order mark at the beginning takes no column.
    #[must_use]
    pub fn line_column(&self, text: &str, offset: u32) -> LineColumn {
        let offset = offset.min(text.len() as u32);
        let line = self.starts.partition_point(|start| *start <= offset);
        let start = self.starts.get(line.saturating_sub(1)).copied().unwrap_or_default();
        let mark = u32::from(line == 1 && offset > 0 && text.starts_with('\u{feff}'));
        let before = self.characters_before(text, offset) - self.characters_before(text, start);
        LineColumn { line: line as u32, column: (before + 1).saturating_sub(mark) }
    }

    /// The span of a line, counted from 1, without its line break.
    #[must_use]
    pub fn line(&self, text: &str, line: u32) -> Option<Span> {
        let start = *self.starts.get((line as usize).checked_sub(1)?)?;
        let end = self.starts.get(line as usize).map_or(text.len() as u32, |next| next - 1);
        let cut = text.get(start as usize..end as usize).is_some_and(|line| line.ends_with('\r'));
        Some(Span::new(start, end - u32::from(cut)))
    }

    fn characters_before(&self, text: &str, offset: u32) -> u32 {
        let Some(counted) = self.characters.get(offset as usize / STRIDE) else {
            // ASCII, or the very end of a text whose length is a multiple of the stride.
            let all = self.characters.last().zip(text.as_bytes().chunks(STRIDE).last());
            return all.map_or(offset, |(counted, chunk)| counted + count_characters(chunk));
        };
        let from = offset as usize / STRIDE * STRIDE;
        counted + count_characters(text.as_bytes().get(from..offset as usize).unwrap_or_default())
    }
}

/// Counts the bytes that begin a character.
fn count_characters(bytes: &[u8]) -> u32 {
    bytes.iter().filter(|byte| (**byte & 0xC0) != 0x80).count() as u32
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn naive(text: &str, offset: usize) -> LineColumn {
        let before: String = text.char_indices().take_while(|(at, _)| *at < offset).map(|(_, c)| c).collect();
        let line = before.matches('\n').count() as u32 + 1;
        let column = before.rsplit('\n').next().unwrap().trim_start_matches('\u{feff}').chars().count() as u32 + 1;
        LineColumn { line, column }
    }

    proptest! {
        #[test]
        fn agrees_with_counting(text in "[a-zäß😀\r\n]{0,60}", repeat in 1_usize..400) {
            let text = text.repeat(repeat);
            let index = LineIndex::new(&text);
            for (offset, _) in text.char_indices().step_by(101).chain([(text.len(), ' ')]) {
                prop_assert_eq!(index.line_column(&text, offset as u32), naive(&text, offset));
            }
        }
    }

    proptest! {
        /// Also beside characters with a byte that is a line break but for its highest bit.
        #[test]
        fn lines_begin_behind_line_breaks(text in "[a\n\u{8a}\u{10a}\u{74a}]{0,40}") {
            let naive: Vec<u32> = std::iter::once(0).chain(text.match_indices('\n').map(|(at, _)| at as u32 + 1)).collect();
            let index = LineIndex::new(&text);
            prop_assert_eq!(index.starts(), naive);
        }
    }

    #[test]
    fn lines_are_cut_without_their_breaks() {
        let text = "\u{feff}one\r\ntwo\n";
        let index = LineIndex::new(text);
        let line = |number| index.line(text, number).and_then(|span| text.get(span.range()));
        assert_eq!(line(1), Some("\u{feff}one"));
        assert_eq!(line(2), Some("two"));
        assert_eq!(line(3), Some(""));
        assert_eq!(line(4), None);
        assert_eq!(index.line_column(text, 3), LineColumn { line: 1, column: 1 });
        assert_eq!(index.line_column(text, 99), LineColumn { line: 3, column: 1 });
    }
}
