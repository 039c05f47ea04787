//! Excerpts of a few lines around a place: the cost of a finding does not depend on the size of the file.

use std::borrow::Cow;
use std::ops::Range;

use annotate_snippets::{AnnotationKind, Group, Origin, Patch, Snippet};

use crate::{EditAnswer, Location, SourceText};
use rootstock_document::{Edit, apply_edits, is_control, printable};

/// The number of lines shown before the one with the caret.
const CONTEXT_LINES: u32 = 2;
/// The maximum number of characters shown of a line.
const MAX_WIDTH: usize = 160;
/// The maximum number of lines that a fix may touch to be shown.
const MAX_FIX_LINES: u32 = 12;

/// The amount of text shown around a place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Lines {
    /// The line and some lines before it.
    WithContext,
    /// The line only.
    Alone,
    /// No text: line and column only.
    None,
}

/// Adds the origin and the lines of a place to a group.
pub(super) fn add<'a>(
    group: Group<'a>,
    input: Option<&'a SourceText>,
    location: &'a Location,
    lines: Lines,
) -> Group<'a> {
    let file = printable(location.shown_file());
    let (Some(start), Some(span)) = (location.start, location.bytes()) else {
        return group.element(Origin::path(file));
    };
    let at = start.at;
    let origin = Origin::path(file.clone()).line(at.line as usize).char_column(at.column as usize);
    let Some(source) = input.filter(|_| lines != Lines::None) else { return group.element(origin) };
    let Some(line) = source.line(at.line) else { return group.element(origin) };
    let first = at.line.saturating_sub(if lines == Lines::WithContext { CONTEXT_LINES } else { 0 }).max(1);
    let mut text = String::new();
    for number in first..at.line {
        let shown = source.line(number).map(|span| source.slice(&span)).unwrap_or_default();
        text.push_str(&shown_text(cut(shown)));
        text.push('\n');
    }
    let window = Window::around(source, &line, &span);
    let base = text.len();
    text.push_str(&shown_text(window.text));
    let span = base + window.mark.start..base + window.mark.end;
    let snippet =
        Snippet::source(text).line_start(first as usize).fold(false).annotation(AnnotationKind::Primary.span(span));
    if window.starts_at_line_start {
        // The renderer computes the column itself.
        group.element(snippet.path(file.into_owned()))
    } else {
        group.element(origin).element(snippet)
    }
}

/// Returns the lines that a fix changes, before and after; `None` if they are too many or too long to read.
pub(super) fn patch<'a>(source: &'a SourceText, edits: &[EditAnswer]) -> Option<Snippet<'a, Patch<'a>>> {
    let start = edits.iter().map(|edit| edit.start.byte).min()?;
    let end = edits.iter().map(|edit| edit.end.byte).max()?;
    let (first, last) = (source.line_column(start).line, source.line_column(end).line);
    let whole = source.line(first)?.start..source.line(last)?.end.max(end);
    let text = source.slice(&whole);
    if text.contains(|c: char| c != '\n' && is_control(c))
        || last - first >= MAX_FIX_LINES
        || text.lines().any(|line| line.len() > MAX_WIDTH)
    {
        return None;
    }
    // Use one patch for all lines, because between several patches the renderer shows the remainders of lines only in
    // part.
    let shifted = edits.iter().map(|edit| {
        let span = edit.start.byte - whole.start..edit.end.byte - whole.start;
        Edit { span, text: edit.text.clone() }
    });
    let after = apply_edits(text, &shifted.collect::<Vec<_>>())?;
    Some(Snippet::source(text).line_start(first as usize).patch(Patch::new(0..text.len(), after)))
}

/// The visible part of a line, and the marked part of that.
struct Window<'a> {
    text: &'a str,
    starts_at_line_start: bool,
    mark: Range<usize>,
}

impl<'a> Window<'a> {
    fn around(source: &'a SourceText, line: &Range<usize>, place: &Range<usize>) -> Self {
        let whole = source.slice(line);
        // A place that spans lines is marked on the first; a line end is marked as the character after the line.
        let start = place.start.clamp(line.start, line.end) - line.start;
        let end = (place.end.clamp(line.start, line.end) - line.start).max(start);
        let end = start + whole.get(start..end).unwrap_or_default().trim_end().len();
        let from = if start > MAX_WIDTH / 2 { boundary(whole, start - MAX_WIDTH / 2) } else { 0 };
        let text = cut(whole.get(from..).unwrap_or_default());
        let start = (start - from).min(text.len());
        Self { text, starts_at_line_start: from == 0, mark: start..(end - from).clamp(start, text.len()) }
    }
}

/// Replaces C1 control characters, which the renderer passes through, by a harmless character of the same length in
/// bytes, so that positions stay valid. The renderer itself replaces other control characters.
fn shown_text(line: &str) -> Cow<'_, str> {
    let is_c1 = |character: char| ('\u{80}'..='\u{9f}').contains(&character);
    if line.contains(is_c1) { line.replace(is_c1, "\u{b7}").into() } else { line.into() }
}

/// Returns the visible beginning of a line.
fn cut(line: &str) -> &str {
    if line.len() <= MAX_WIDTH {
        return line;
    }
    line.char_indices().nth(MAX_WIDTH).and_then(|(end, _)| line.get(..end)).unwrap_or(line)
}

/// Returns the nearest character boundary at or before an offset.
fn boundary(line: &str, mut offset: usize) -> usize {
    while !line.is_char_boundary(offset) {
        offset -= 1;
    }
    offset
}
