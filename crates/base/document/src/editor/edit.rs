//! Text edits: what a fix does to the bytes of a file. Comments and order survive, because nothing is re-serialised.

use std::ops::Range;

/// Replaces the bytes of `span` by `text`.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Edit {
    /// The bytes to replace, in file coordinates; empty to insert.
    pub span: Range<usize>,
    /// What takes their place.
    pub text: String,
}

impl Edit {
    /// The shortest edit that makes one text of another.
    ///
    /// ```
    /// use rootstock_document::Edit;
    /// assert_eq!(Edit::between("name: a\n", "name: abc\n"), Edit { span: 7..7, text: "bc".to_owned() });
    /// ```
    #[must_use]
    pub fn between(before: &str, after: &str) -> Self {
        let (old, new) = (before.as_bytes(), after.as_bytes());
        // A character of which only the first bytes are the same is another one.
        let start = before.floor_char_boundary(same_at_start(old, new));
        let most = old.len().min(new.len()) - start;
        let end = before.ceil_char_boundary(before.len() - same_at_end(old, new).min(most));
        let end_after = after.len() - (before.len() - end);
        Self { span: start..end, text: after.get(start..end_after).unwrap_or_default().to_owned() }
    }
}

/// So many bytes are compared at once: most texts that are compared are long, and differ in a word.
const BLOCK: usize = 4096;

fn same_at_start(one: &[u8], other: &[u8]) -> usize {
    let blocks = one.chunks(BLOCK).zip(other.chunks(BLOCK)).take_while(|(one, other)| one == other);
    let same: usize = blocks.map(|(block, _)| block.len()).sum();
    let pairs = one.iter().skip(same).zip(other.iter().skip(same));
    same + pairs.take_while(|(one, other)| one == other).count()
}

fn same_at_end(one: &[u8], other: &[u8]) -> usize {
    let blocks = one.rchunks(BLOCK).zip(other.rchunks(BLOCK)).take_while(|(one, other)| one == other);
    let same: usize = blocks.map(|(block, _)| block.len()).sum();
    let pairs = one.iter().rev().skip(same).zip(other.iter().rev().skip(same));
    same + pairs.take_while(|(one, other)| one == other).count()
}

/// The text after all edits, `None` when two of them overlap or one lies outside the text.
///
/// ```
/// use rootstock_document::{Edit, apply_edits};
/// let edits = [Edit { span: 3..4, text: "2".to_owned() }, Edit { span: 0..1, text: "b".to_owned() }];
/// assert_eq!(apply_edits("a: 1", &edits).as_deref(), Some("b: 2"));
/// ```
#[must_use]
pub fn apply_edits(text: &str, edits: &[Edit]) -> Option<String> {
    let mut sorted: Vec<&Edit> = edits.iter().collect();
    sorted.sort_by_key(|edit| (edit.span.start, edit.span.end));
    let mut result = String::with_capacity(text.len() + edits.iter().map(|edit| edit.text.len()).sum::<usize>());
    let mut done = 0;
    for edit in sorted {
        result.push_str(text.get(done..edit.span.start)?);
        result.push_str(&edit.text);
        // A span that ends before it starts, or outside the text, is refused here.
        text.get(edit.span.clone())?;
        done = edit.span.end;
    }
    result.push_str(text.get(done..)?);
    Some(result)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        /// Also where they differ in a part of a character, and where blocks of them are the same.
        #[test]
        fn what_is_between_two_texts_makes_one_of_the_other(
            start in "[aäöé€😀😁]{0,6}", before in "[aäöé€😀😁]{0,4}", after in "[aäöé€😀😁]{0,4}", end in "[aäöé€😀😁]{0,6}",
            repeat in prop_oneof![Just(1_usize), Just(400)],
        ) {
            let (start, end) = (start.repeat(repeat), end.repeat(repeat));
            let (old, new) = (format!("{start}{before}{end}"), format!("{start}{after}{end}"));
            let edit = Edit::between(&old, &new);
            prop_assert!(edit.span.len() <= before.len() && edit.text.len() <= after.len());
            prop_assert_eq!(apply_edits(&old, &[edit]), Some(new));
        }
    }

    #[test]
    fn overlapping_and_outlying_edits_are_refused() {
        let edit = |span: Range<usize>| Edit { span, text: String::new() };
        assert_eq!(apply_edits("abcd", &[edit(0..2), edit(1..3)]), None);
        assert_eq!(apply_edits("abcd", &[edit(3..9)]), None);
        assert_eq!(apply_edits("abcd", &[edit(1..2), edit(3..4)]).as_deref(), Some("ac"));
    }
}
