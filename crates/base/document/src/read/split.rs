//! Splitting of a stream into documents before parsing, so that a broken document does not affect the others.
//!
//! This is possible because in YAML, a line that starts with `---` or `...` always ends the document, even inside a string.

use std::iter::Peekable;
use std::ops::Range;

use memchr::memmem::{self, FindIter};

use super::InputText;
use super::syntax::check_characters;
use crate::Span;

/// A part of the stream with one YAML document, or one or more JSON values.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Chunk {
    /// The entire chunk, including its `---` line.
    pub(super) span: Span,
    /// Whether the chunk starts with a `---`.
    pub(super) is_marked: bool,
    /// Whether the chunk starts on the line of a `...`, where no document may start.
    pub(super) is_after_end: bool,
}

impl Chunk {
    /// Returns the text after the `---`.
    pub(super) fn content(self) -> Span {
        Span::new(self.span.start + if self.is_marked { 3 } else { 0 }, self.span.end)
    }
}

/// The start of a chunk.
#[derive(Debug, Clone, Copy)]
struct ChunkStart {
    at: usize,
    is_marked: bool,
    is_after_end: bool,
}

impl ChunkStart {
    /// Returns the start of a chunk, given the start of a line: skips `...` lines, but stops after a `...` that content follows on
    /// its line.
    fn of_line(source: &InputText, mut at: usize) -> Self {
        let text = source.text().as_str();
        while marker(text, at) == Some(Marker::End) {
            let behind = at + 3;
            let rest = text.get(behind..).unwrap_or_default();
            let length = rest.find('\n').map_or(rest.len(), |newline| newline + 1);
            if has_content(source, behind..behind + length) {
                return Self { at: behind, is_marked: false, is_after_end: true };
            }
            at = behind + length;
        }
        Self { at, is_marked: marker(text, at) == Some(Marker::Start), is_after_end: false }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Marker {
    Start,
    End,
}

/// Returns the chunks of a text, in order. Text before the first `---` or after a `...` is a chunk only if it contains more than
/// blanks and readable comments; a stream of only those is one empty chunk.
pub(super) fn chunks(source: &InputText) -> impl Iterator<Item = Chunk> {
    let text = source.text().as_str();
    let first = if text.starts_with('\u{feff}') { 3 } else { 0 };
    let mut state = Some(ChunkStart::of_line(source, first));
    let mut lines = MarkerLines::of(text);
    let mut any = false;
    std::iter::from_fn(move || {
        loop {
            let ChunkStart { at: start, is_marked, is_after_end } = state?;
            let (end, next) = end_of(source, start, &mut lines);
            let chunk = Chunk { span: Span::new(start as u32, end as u32), is_marked, is_after_end };
            state = next;
            let content = text.get(chunk.content().range()).unwrap_or_default();
            let first_byte = first_content(content);
            // A directive belongs to the document after the next `---`.
            if !is_marked
                && first_byte == Some(b'%')
                && let Some(ChunkStart { at: after, is_marked: true, .. }) = next
            {
                let (end, next) = end_of(source, after, &mut lines);
                state = next;
                any = true;
                return Some(Chunk { span: Span::new(start as u32, end as u32), is_marked: false, is_after_end });
            }
            if is_marked || has_content(source, chunk.content().range()) || (state.is_none() && !any) {
                any = true;
                return Some(chunk);
            }
        }
    })
}

/// The lines that may be markers, because they start with `-` or `.`. memchr checks many bytes at a time, regardless of the
/// optimization level.
struct MarkerLines<'t> {
    dashes: Peekable<FindIter<'t, 'static>>,
    dots: Peekable<FindIter<'t, 'static>>,
}

impl<'t> MarkerLines<'t> {
    fn of(text: &'t str) -> Self {
        let find = |line: &'static [u8; 2]| memmem::find_iter(text.as_bytes(), line).peekable();
        Self { dashes: find(b"\n-"), dots: find(b"\n.") }
    }

    /// Returns the start of the first such line after `from`.
    fn next(&mut self, from: usize) -> Option<usize> {
        let first_of = |lines: &mut Peekable<FindIter<'t, 'static>>| {
            while lines.next_if(|end| *end < from).is_some() {}
            lines.peek().map(|end| end + 1)
        };
        let (dash, dot) = (first_of(&mut self.dashes), first_of(&mut self.dots));
        dash.into_iter().chain(dot).min()
    }
}

/// Returns the end of the chunk at `start`, and the start of the next one.
fn end_of(source: &InputText, start: usize, lines: &mut MarkerLines<'_>) -> (usize, Option<ChunkStart>) {
    let text = source.text().as_str();
    let mut from = start;
    // Skip the first line, which may be the chunk's own `---`.
    while let Some(line) = lines.next(from) {
        from = line;
        match marker(text, line) {
            Some(Marker::Start | Marker::End) => return (line, Some(ChunkStart::of_line(source, line))),
            None => {}
        }
    }
    (text.len(), None)
}

fn marker(text: &str, line: usize) -> Option<Marker> {
    let bytes = text.as_bytes().get(line..)?;
    let ends = matches!(bytes.get(3), None | Some(b' ' | b'\t' | b'\r' | b'\n'));
    match bytes.get(..3)? {
        b"---" if ends => Some(Marker::Start),
        b"..." if ends => Some(Marker::End),
        _ => None,
    }
}

/// Returns whether a part of the text contains more than blanks and readable comments.
fn has_content(source: &InputText, part: Range<usize>) -> bool {
    let text = source.text().get(part.clone()).unwrap_or_default();
    first_content(text).is_some()
        || check_characters(text, 0).is_err()
        || source.invalid.iter().any(|at| part.contains(&(*at as usize)))
}

/// Returns the first byte that is neither blank nor part of a comment.
pub(super) fn first_content(text: &str) -> Option<u8> {
    let mut rest = text;
    loop {
        rest = without_leading_blanks(rest);
        match rest.bytes().next()? {
            b'#' => rest = rest.get(rest.find(is_line_break)?..)?,
            first => return Some(first),
        }
    }
}

/// Strips the blanks and line breaks of JSON and YAML, which are fewer than those of Unicode.
pub(super) fn without_leading_blanks(text: &str) -> &str {
    text.trim_start_matches([' ', '\t', '\n', '\r'])
}

/// Returns whether Kubernetes' parser ends a line, and thus a comment, at a character.
const fn is_line_break(character: char) -> bool {
    matches!(character, '\n' | '\r' | '\u{85}' | '\u{2028}' | '\u{2029}')
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use rstest::rstest;

    use super::*;

    #[rstest]
    #[case("", &[""])]
    #[case("# nothing\n", &["# nothing\n"])]
    #[case("a: 1\n", &["a: 1\n"])]
    #[case("---\na: 1\n", &["---\na: 1\n"])]
    #[case("# head\n---\na: 1\n---\nb: 2\n", &["---\na: 1\n", "---\nb: 2\n"])]
    #[case("a: 1\n---\n", &["a: 1\n", "---\n"])]
    #[case("a: 1\r\n---\r\nb: 2\r\n", &["a: 1\r\n", "---\r\nb: 2\r\n"])]
    #[case("--- {a: 1}\n--- {b: 2}", &["--- {a: 1}\n", "--- {b: 2}"])]
    #[case("a: |\n  ---\n----\n", &["a: |\n  ---\n----\n"])]
    #[case("a: 1\n...\n", &["a: 1\n"])]
    #[case("a: 1\n...\n---\nb: 2\n", &["a: 1\n", "---\nb: 2\n"])]
    #[case("a: 1\n...\nb: 2\n", &["a: 1\n", "b: 2\n"])]
    #[case("a: 1\n...\n... \n---\nb: 2\n", &["a: 1\n", "---\nb: 2\n"])]
    #[case("... a: 1\n", &[" a: 1\n"])]
    #[case("a: 1\n... # over\nb: 2\n", &["a: 1\n", "b: 2\n"])]
    #[case("a: 1\n... b: 2\nc: 3\n---\nd: 4\n", &["a: 1\n", " b: 2\nc: 3\n", "---\nd: 4\n"])]
    #[case("%YAML 1.1\n---\na: 1\n", &["%YAML 1.1\n---\na: 1\n"])]
    #[case("---\n---\n", &["---\n", "---\n"])]
    #[case("\u{feff}---\na: 1\n", &["---\na: 1\n"])]
    #[case("# head\ra: 1\n---\nb: 2\n", &["# head\ra: 1\n", "---\nb: 2\n"])]
    #[case("# \u{1}\n---\nb: 2\n", &["# \u{1}\n", "---\nb: 2\n"])]
    #[case("a: 1\n... # over\rb: 2\n", &["a: 1\n", " # over\rb: 2\n"])]
    fn text_is_split_at_marker_lines(#[case] text: &str, #[case] expected: &[&str]) {
        let source = InputText::new("text", text);
        let cut: Vec<&str> = chunks(&source).map(|chunk| source.slice(chunk.span)).collect();
        assert_eq!(cut, expected);
    }

    proptest! {
        #[test]
        fn marker_lines_match_naive_search(
            text in "[-.a\n]{0,40}",
            steps in prop::collection::vec(0_usize..9, 0..9),
        ) {
            let mut lines = MarkerLines::of(&text);
            let mut from = 0;
            for step in steps {
                from += step;
                let line = |at: usize| text.get(..at)?.ends_with('\n').then(|| text.get(at..)?.chars().next())?;
                let naive = (from + 1..text.len()).find(|at| matches!(line(*at), Some('-' | '.')));
                prop_assert_eq!(lines.next(from), naive, "{} of {:?}", from, &text);
            }
        }
    }
}
