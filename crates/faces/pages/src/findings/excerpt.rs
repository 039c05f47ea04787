//! Excerpts: the source lines around a place, and the lines that a fix changes.

use std::ops::Range;

use rootstock_document::{Edit, apply_edits};
use rootstock_report::{EditAnswer, Location, SourceText};

/// The number of lines before the marked one.
const BEFORE: u32 = 2;
/// The longest excerpt of a line, in characters.
const WIDEST: usize = 160;
/// The largest fix that is shown, in lines.
const MAX_FIX_LENGTH: u32 = 30;

/// A source line, split at its mark.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct ExcerptLine {
    /// The line number.
    pub(crate) number: u32,
    /// The text before the mark; the whole line if nothing is marked.
    pub(crate) before: String,
    /// The marked text.
    pub(crate) marked: String,
    /// The text after the mark.
    pub(crate) after: String,
}

/// A line that a fix removes or adds.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct FixLine {
    pub(crate) sign: char,
    pub(crate) text: String,
}

/// Returns the line of a location and some before it; nothing if the location is a whole file.
pub(super) fn lines(text: &SourceText, location: &Location) -> Vec<ExcerptLine> {
    let (Some(start), Some(place)) = (location.start, location.bytes()) else { return Vec::new() };
    let number = start.at.line;
    let before = (number.saturating_sub(BEFORE).max(1)..number).filter_map(|number| {
        let line = text.line(number)?;
        Some(ExcerptLine { number, before: cut(text.slice(&line)), marked: String::new(), after: String::new() })
    });
    let mut lines: Vec<ExcerptLine> = before.collect();
    if let Some(line) = text.line(number) {
        lines.push(marked(text, number, &line, &place));
    }
    lines
}

/// Marks a place in a line, and shortens the line around the mark.
fn marked(text: &SourceText, number: u32, line: &Range<usize>, place: &Range<usize>) -> ExcerptLine {
    let from = place.start.clamp(line.start, line.end);
    let to = place.end.clamp(from, line.end);
    let before = text.slice(&(line.start..from));
    let skipped = before.chars().count().saturating_sub(WIDEST / 2);
    let before: String = before.chars().skip(skipped).collect();
    ExcerptLine {
        number,
        before: if skipped > 0 { format!("…{before}") } else { before },
        marked: cut(text.slice(&(from..to)).trim_end()),
        after: cut(text.slice(&(to..line.end))),
    }
}

/// Returns the lines that a fix changes; nothing if there are more than [`MAX_FIX_LENGTH`].
pub(super) fn fix(text: &SourceText, edits: &[EditAnswer]) -> Vec<FixLine> {
    changed(text, edits).unwrap_or_default()
}

fn changed(text: &SourceText, edits: &[EditAnswer]) -> Option<Vec<FixLine>> {
    let start = edits.iter().map(|edit| edit.start.byte).min()?;
    let end = edits.iter().map(|edit| edit.end.byte).max()?;
    let (first, last) = (text.line_column(start).line, text.line_column(end).line);
    if last - first >= MAX_FIX_LENGTH {
        return None;
    }
    let whole = text.line(first)?.start..text.line(last)?.end.max(end);
    let shifted: Vec<Edit> = edits
        .iter()
        .map(|edit| Edit { span: edit.start.byte - whole.start..edit.end.byte - whole.start, text: edit.text.clone() })
        .collect();
    let before = text.slice(&whole);
    let after = apply_edits(before, &shifted)?;
    let (old, new): (Vec<&str>, Vec<&str>) = (before.lines().collect(), after.lines().collect());
    // Skip the common lines at both ends.
    let same = old.iter().zip(&new).take_while(|(a, b)| a == b).count();
    let tail = old.iter().skip(same).rev().zip(new.iter().skip(same).rev()).take_while(|(a, b)| a == b).count();
    let part = |lines: &[&str], sign| -> Vec<FixLine> {
        let changed = lines.iter().take(lines.len() - tail).skip(same);
        changed.map(|line| FixLine { sign, text: cut(line) }).collect()
    };
    Some(part(&old, '-').into_iter().chain(part(&new, '+')).collect())
}

/// Shortens a line to [`WIDEST`] characters.
fn cut(line: &str) -> String {
    match line.char_indices().nth(WIDEST) {
        Some((end, _)) => format!("{}…", line.get(..end).unwrap_or_default()),
        None => line.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rootstock_core_model::LineColumn;
    use rootstock_report::Point;

    fn point(text: &SourceText, byte: usize) -> Point {
        Point { at: text.line_column(byte), byte }
    }

    #[test]
    fn the_place_is_marked_and_long_lines_are_cut() {
        let text = SourceText::new("a.yaml", "a: 1\nb: 2\nc: three # why\n");
        let place = text.text().find("three").unwrap();
        let location = Location {
            file: "a.yaml".to_owned(),
            start: Some(point(&text, place)),
            end: Some(point(&text, place + 5)),
            exact: Some(true),
        };
        assert_eq!(location.start.map(|start| start.at), Some(LineColumn { line: 3, column: 4 }));
        let lines = lines(&text, &location);
        let actual: Vec<_> =
            lines.iter().map(|line| (line.number, line.before.as_str(), line.marked.as_str())).collect();
        assert_eq!(actual, [(1, "a: 1", ""), (2, "b: 2", ""), (3, "c: ", "three")]);
        assert_eq!(cut(&"x".repeat(500)).chars().count(), WIDEST + 1);
    }

    #[test]
    fn fix_shows_the_changed_lines() {
        let text = SourceText::new("a.yaml", "a: 1\nb: 2\nc: 3\n");
        let at = text.text().find('2').unwrap();
        let edit = EditAnswer { start: point(&text, at), end: point(&text, at + 1), text: "two".to_owned() };
        let lines: Vec<String> = fix(&text, &[edit]).iter().map(|line| format!("{}{}", line.sign, line.text)).collect();
        assert_eq!(lines, ["-b: 2", "+b: two"]);
    }
}
