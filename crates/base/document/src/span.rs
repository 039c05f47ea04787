//! Positions in a text: byte spans, and the conversion of byte offsets to lines and columns.

use memchr::{memchr_iter, memrchr};

/// A range of a text, in bytes from the start of the file; `end` is exclusive.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, serde::Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Span {
    /// The offset of the first byte.
    pub start: u32,
    /// The offset after the last byte.
    pub end: u32,
}

impl Span {
    /// Creates a span from `start` to `end`, exclusive.
    #[must_use]
    pub const fn new(start: u32, end: u32) -> Self {
        Self { start, end }
    }

    /// Returns the span as a range, for slicing.
    #[must_use]
    pub const fn range(self) -> std::ops::Range<usize> {
        self.start as usize..self.end as usize
    }

    /// Returns whether the span is empty.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.start >= self.end
    }

    /// Returns the span from the start of this one to the end of the other.
    #[must_use]
    pub const fn to(self, end: Self) -> Self {
        Self { start: self.start, end: end.end }
    }
}

/// A line and a column, starting at 1; columns count Unicode characters.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LineColumn {
    /// The line number.
    pub line: u32,
    /// The number of the character in the line.
    pub column: u32,
}

/// The number of bytes per entry of a [`LineIndex`].
const STRIDE: usize = 4096;

/// An index from byte offsets to lines and columns. Each lookup scans only a few kilobytes, even if the text is one long line.
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
    /// One entry per [`STRIDE`] bytes, which saves memory: findings need only a few of many lines.
    blocks: Vec<Block>,
    /// Whether every character is a single byte.
    is_ascii: bool,
}

/// The counts before a block of the text.
#[derive(Debug, Clone, Copy, Default)]
struct Block {
    /// The number of line breaks.
    breaks: u32,
    /// The start of the last, incomplete line.
    line_start: u32,
    characters: u32,
}

impl LineIndex {
    /// Creates the index of a text.
    #[must_use]
    pub fn new(text: &str) -> Self {
        let is_ascii = text.is_ascii();
        let mut blocks = Vec::with_capacity(text.len() / STRIDE + 1);
        let (mut before, mut place) = (Block::default(), 0);
        for bytes in text.as_bytes().chunks(STRIDE) {
            blocks.push(before);
            before.breaks += memchr_iter(b'\n', bytes).count() as u32;
            before.line_start = memrchr(b'\n', bytes).map_or(before.line_start, |at| (place + at) as u32 + 1);
            before.characters += if is_ascii { bytes.len() as u32 } else { count_characters(bytes) };
            place += bytes.len();
        }
        // Offsets after a full last block need an entry, too.
        if place.is_multiple_of(STRIDE) {
            blocks.push(before);
        }
        Self { blocks, is_ascii }
    }

    /// Returns the line and column of a byte offset in the text that was indexed. Offsets beyond the end count as the end; a byte
    /// order mark at the start does not count as a column.
    #[must_use]
    pub fn line_column(&self, text: &str, offset: u32) -> LineColumn {
        let offset = offset.min(text.len() as u32);
        let (block, bytes) = self.before(text, offset);
        let line = block.breaks + memchr_iter(b'\n', bytes).count() as u32 + 1;
        let start = memrchr(b'\n', bytes).map_or(block.line_start, |at| offset - (bytes.len() - at) as u32 + 1);
        let mark = u32::from(line == 1 && offset > 0 && text.starts_with('\u{feff}'));
        let before = self.characters_before(text, offset) - self.characters_before(text, start);
        LineColumn { line, column: (before + 1).saturating_sub(mark) }
    }

    /// Returns the span of a line without its line break; line numbers start at 1.
    #[must_use]
    pub fn line(&self, text: &str, line: u32) -> Option<Span> {
        let start = self.line_start(text, line)?;
        let end = self.line_start(text, line.checked_add(1)?).map_or(text.len() as u32, |next| next - 1);
        let cut = text.get(start as usize..end as usize).is_some_and(|line| line.ends_with('\r'));
        Some(Span::new(start, end - u32::from(cut)))
    }

    /// Returns the start of a line; line numbers start at 1. A trailing line break is followed by an empty line.
    fn line_start(&self, text: &str, line: u32) -> Option<u32> {
        let breaks = line.checked_sub(1)?;
        if breaks == 0 {
            return Some(0);
        }
        // The preceding line break is in the last block with fewer line breaks before it.
        let place = self.blocks.partition_point(|block| block.breaks < breaks).checked_sub(1)?;
        let in_block = breaks - self.blocks.get(place)?.breaks - 1;
        let bytes = text.as_bytes().get(place * STRIDE..)?;
        let bytes = bytes.get(..STRIDE).unwrap_or(bytes);
        memchr_iter(b'\n', bytes).nth(in_block as usize).map(|at| (place * STRIDE + at) as u32 + 1)
    }

    /// Returns the counts before the block of an offset, and the bytes of the block up to the offset.
    fn before<'t>(&self, text: &'t str, offset: u32) -> (Block, &'t [u8]) {
        let place = offset as usize / STRIDE;
        let bytes = text.as_bytes().get(place * STRIDE..offset as usize).unwrap_or_default();
        (self.blocks.get(place).copied().unwrap_or_default(), bytes)
    }

    fn characters_before(&self, text: &str, offset: u32) -> u32 {
        if self.is_ascii {
            return offset;
        }
        let (block, bytes) = self.before(text, offset);
        block.characters + count_characters(bytes)
    }
}

/// Returns the start of each line of a text: 0, and the offset after each line break, including a trailing one.
///
/// ```
/// use rootstock_document::line_starts;
/// assert_eq!(line_starts("a: 1\nb: 2\n").collect::<Vec<_>>(), [0, 5, 10]);
/// ```
pub fn line_starts(text: &str) -> impl Iterator<Item = u32> + '_ {
    let behind = memchr_iter(b'\n', text.as_bytes()).map(|at| at as u32 + 1);
    std::iter::once(0).chain(behind)
}

/// Counts the bytes that start a character.
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
        fn line_and_column_match_naive_count(text in "[a-zäß😀\r\n]{0,60}", repeat in 1_usize..400) {
            let text = text.repeat(repeat);
            let index = LineIndex::new(&text);
            for (offset, _) in text.char_indices().step_by(101).chain([(text.len(), ' ')]) {
                prop_assert_eq!(index.line_column(&text, offset as u32), naive(&text, offset));
            }
        }
    }

    proptest! {
        /// Includes characters with a byte that equals a line break except for its highest bit.
        #[test]
        fn lines_start_after_line_breaks(text in "[a\n\u{8a}\u{10a}\u{74a}]{0,40}") {
            let naive: Vec<u32> = std::iter::once(0).chain(text.match_indices('\n').map(|(at, _)| at as u32 + 1)).collect();
            prop_assert_eq!(line_starts(&text).collect::<Vec<_>>(), naive);
        }
    }

    proptest! {
        /// Tests lines that end around block boundaries, and longer ones.
        #[test]
        fn each_line_is_found(lengths in prop::collection::vec(prop_oneof![0..3_usize, 4080..4110_usize, 8180..8200_usize], 0..6)) {
            let lines: Vec<String> = lengths.iter().map(|length| "ab".repeat(length / 2) + &"c".repeat(length % 2)).collect();
            let text = lines.join("\n");
            let index = LineIndex::new(&text);
            let mut start = 0;
            for (number, line) in (1..).zip(text.split('\n')) {
                let span = Span::new(start, start + line.len() as u32);
                prop_assert_eq!(index.line(&text, number), Some(span));
                for (offset, column) in [(span.start, 1), (span.end, line.len() as u32 + 1)] {
                    prop_assert_eq!(index.line_column(&text, offset), LineColumn { line: number, column });
                }
                start = span.end + 1;
            }
            prop_assert_eq!(index.line(&text, text.split('\n').count() as u32 + 1), None);
        }
    }

    #[test]
    fn lines_exclude_their_line_breaks() {
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
