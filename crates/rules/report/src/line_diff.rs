//! Line-based diffs.

use std::convert::Infallible;
use std::ops::{Index, Range};

use rootstock_document::{Edit, line_starts};
use similar::DiffOp;
use similar::algorithms::{Capture, Compact, DiffHook as _, NoFinishHook, Replace, myers};

/// Two texts split into lines, including line breaks, and the differences between them.
pub(crate) struct LineDiff<'t> {
    pub(crate) before: Lines<'t>,
    pub(crate) after: Lines<'t>,
    pub(crate) changes: Vec<DiffOp>,
}

/// The distance, in lines, up to which edits are compared together: this gives shorter diffs for moved text.
const MERGE_DISTANCE: usize = 200;

/// Lines of the old text, and those that replace them.
type Region = [Range<usize>; 2];

impl<'t> LineDiff<'t> {
    pub(crate) fn of(before: &'t str, after: &'t str) -> Self {
        let (before, after) = (Lines::of(before), Lines::of(after));
        // Skip the common lines at both ends, because the library looks at every line, and usually only a few change.
        let least = before.len().min(after.len());
        let first = (0..least).take_while(|line| before[*line] == after[*line]).count();
        let ends = (1..=least - first).map(|from_end| (before.len() - from_end, after.len() - from_end));
        let last = ends.take_while(|(old, new)| before[*old] == after[*new]).count();
        let region = [first..before.len() - last, first..after.len() - last];
        Self::within(before, after, &[region])
    }

    /// Like [`of`](Self::of), but with the edits that turn one text into the other, in order: only their lines are
    /// compared.
    pub(crate) fn of_edits(before: &'t str, after: &'t str, edits: &[Edit]) -> Self {
        let (old_lines, new_lines) = (Lines::of(before), Lines::of(after));
        let mut regions: Vec<Region> = Vec::new();
        // The bytes added and removed so far, which shift positions in the new text.
        let (mut added, mut removed) = (0, 0);
        for edit in edits {
            let shifted = |at: usize| (at + added).saturating_sub(removed);
            let (start, new_start) = (edit.span.start, shifted(edit.span.start));
            added += edit.text.len();
            removed += edit.span.len();
            let new_end = (edit.span.end + added).saturating_sub(removed);
            let [old, new] = [old_lines.around(start..edit.span.end), new_lines.around(new_start..new_end)];
            match regions.last_mut().filter(|[known, _]| old.start <= known.end + MERGE_DISTANCE) {
                Some([known_old, known_new]) => {
                    known_old.end = known_old.end.max(old.end);
                    known_new.end = known_new.end.max(new.end);
                }
                None => regions.push([old, new]),
            }
        }
        // An edit that begins or ends within a line can change more than its own lines.
        let (mut old_end, mut new_end) = (0, 0);
        let end = [old_lines.len()..old_lines.len(), new_lines.len()..new_lines.len()];
        let stays_between = regions.iter().chain([&end]).all(|[old, new]| {
            let stays = old_lines.text_of(old_end..old.start) == new_lines.text_of(new_end..new.start);
            (old_end, new_end) = (old.end, new.end);
            stays
        });
        if stays_between {
            return Self::within(old_lines, new_lines, &regions);
        }
        Self::of(before, after)
    }

    /// Compares the regions; everything outside of them must be equal.
    fn within(before: Lines<'t>, after: Lines<'t>, regions: &[Region]) -> Self {
        // The library's functions for texts would link all of its algorithms: a quarter of a megabyte.
        let mut found = NoFinishHook::new(Compact::new(Replace::new(Capture::new()), &before, &after));
        let done: Result<_, Infallible> = (|| {
            let (mut old_end, mut new_end) = (0, 0);
            for [old, new] in regions {
                if old.start > old_end {
                    found.equal(old_end, new_end, old.start - old_end)?;
                }
                myers::diff(&mut found, &before, old.clone(), &after, new.clone())?;
                (old_end, new_end) = (old.end, new.end);
            }
            let mut found = found.into_inner();
            if before.len() > old_end {
                found.equal(old_end, new_end, before.len() - old_end)?;
            }
            found.finish()?;
            Ok(found)
        })();
        let Ok(found) = done;
        let changes = found.into_inner().into_inner().into_ops();
        Self { before, after, changes }
    }
}

/// The lines of a text.
pub(crate) struct Lines<'t> {
    text: &'t str,
    /// The start of each line. A line break at the end of the text does not start another line.
    starts: Vec<u32>,
}

impl<'t> Lines<'t> {
    fn of(text: &'t str) -> Self {
        let mut starts: Vec<u32> = line_starts(text).collect();
        starts.pop_if(|last| *last as usize == text.len());
        Self { text, starts }
    }

    fn len(&self) -> usize {
        self.starts.len()
    }

    /// Returns the text of a range of lines; empty if there are no such lines.
    pub(crate) fn text_of(&self, lines: Range<usize>) -> &'t str {
        let start = |line: usize| self.starts.get(line).map_or(self.text.len(), |start| *start as usize);
        self.text.get(start(lines.start)..start(lines.end)).unwrap_or_default()
    }

    /// Returns the lines that overlap a byte range; for an empty range between two lines, an empty range at that line
    /// number.
    fn around(&self, bytes: Range<usize>) -> Range<usize> {
        let starts = &self.starts;
        let first = starts.partition_point(|start| *start as usize <= bytes.start).saturating_sub(1);
        let begins_line = starts.get(first).is_some_and(|start| *start as usize == bytes.start);
        let end = starts.partition_point(|start| (*start as usize) < bytes.end);
        if begins_line { first..end.max(first) } else { first..end.max(first + 1).min(starts.len()) }
    }
}

impl Index<usize> for Lines<'_> {
    type Output = str;

    /// Returns a line; empty after the last one.
    fn index(&self, line: usize) -> &str {
        self.text_of(line..line + 1)
    }
}

/// Returns the replacements that turn one text into another: byte ranges of whole lines, and the new text.
///
/// ```
/// use rootstock_report::replaced_lines;
///
/// assert_eq!(replaced_lines("a: 1\nb: 2\n", "a: 1\nb: 3\n"), [(5..10, "b: 3\n".to_owned())]);
/// ```
#[must_use]
pub fn replaced_lines(before: &str, after: &str) -> Vec<(Range<usize>, String)> {
    let diff = LineDiff::of(before, after);
    let mut at = 0;
    let mut replaced = Vec::new();
    for change in &diff.changes {
        let old = diff.before.text_of(change.old_range()).len();
        if !matches!(change, DiffOp::Equal { .. }) {
            replaced.push((at..at + old, diff.after.text_of(change.new_range()).to_owned()));
        }
        at += old;
    }
    replaced
}

#[cfg(test)]
mod tests {
    #![allow(clippy::string_slice, reason = "tests")]

    use proptest::prelude::*;

    use super::*;

    /// Returns both texts as the diff represents them.
    fn shown(diff: &LineDiff<'_>) -> [String; 2] {
        let [mut old, mut new] = [String::new(), String::new()];
        for change in &diff.changes {
            let (before, after) = (diff.before.text_of(change.old_range()), diff.after.text_of(change.new_range()));
            assert!(!matches!(change, DiffOp::Equal { .. }) || before == after);
            old.push_str(before);
            new.push_str(after);
        }
        [old, new]
    }

    proptest! {
        #[test]
        fn diff_of_edits_represents_both_texts(
            before in "([a-c]{0,2}\n){0,12}[a-c]?|([a-c]{0,2}\n){450}",
            edits in proptest::collection::vec((0..400_usize, 0..6_usize, "([a-c]?\n?){0,4}"), 0..4),
        ) {
            let mut at = 0;
            let mut made = Vec::new();
            for (distance, length, text) in edits {
                let start = (at + distance).min(before.len());
                at = (start + length).min(before.len());
                made.push(Edit { span: start..at, text });
            }
            let after = rootstock_document::apply_edits(&before, &made).unwrap();
            let diff = LineDiff::of_edits(&before, &after, &made);
            prop_assert_eq!(shown(&diff), [before.clone(), after.clone()]);
        }

        #[test]
        fn replacements_produce_the_other_text(before in "([a-c]?\r?\n?){0,12}", after in "([a-c]?\r?\n?){0,12}") {
            let mut text = String::new();
            let mut at = 0;
            for (span, new) in replaced_lines(&before, &after) {
                prop_assert!(at <= span.start, "replaced lines follow each other");
                text.push_str(&before[at..span.start]);
                text.push_str(&new);
                at = span.end;
            }
            text.push_str(&before[at..]);
            prop_assert_eq!(text, after);
        }
    }
}
