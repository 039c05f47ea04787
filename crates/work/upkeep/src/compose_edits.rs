//! Composition of two rounds of edits.

use std::ops::Range;

use rootstock_document::{Edit, apply_edits};

/// A range of the text between the rounds that one of them touched.
struct Touched<'e> {
    between: Range<usize>,
    /// The edits of the second round in the range.
    later: Vec<&'e Edit>,
    /// The number of bytes that the first round removed and inserted.
    out: usize,
    put: usize,
}

/// Combines two rounds of edits into one. `between` is the text after the first round; both rounds are in text order.
pub(crate) fn compose_edits(first: &[Edit], then: &[Edit], between: &str) -> Option<Vec<Edit>> {
    let mut all: Vec<Touched<'_>> = Vec::new();
    let (mut old_end, mut end) = (0, 0);
    for edit in first {
        end += edit.span.start.checked_sub(old_end)?;
        let (out, put) = (edit.span.len(), edit.text.len());
        all.push(Touched { between: end..end + put, later: Vec::new(), out, put });
        (old_end, end) = (edit.span.end, end + put);
    }
    all.extend(then.iter().map(|edit| Touched { between: edit.span.clone(), later: vec![edit], out: 0, put: 0 }));
    all.sort_by_key(|one| (one.between.start, one.between.end));
    let mut joined: Vec<Touched<'_>> = Vec::new();
    for one in all {
        match joined.last_mut().filter(|last| one.between.start <= last.between.end) {
            Some(last) => {
                last.between.end = last.between.end.max(one.between.end);
                last.later.extend(one.later);
                (last.out, last.put) = (last.out + one.out, last.put + one.put);
            }
            None => joined.push(one),
        }
    }
    let (mut old_end, mut end) = (0, 0);
    let mut edits = Vec::new();
    for one in joined {
        let start = old_end + one.between.start.checked_sub(end)?;
        (old_end, end) = ((start + one.between.len() + one.out).checked_sub(one.put)?, one.between.end);
        let later: Option<Vec<Edit>> = one.later.iter().map(|edit| within(edit, one.between.start)).collect();
        edits.push(Edit { span: start..old_end, text: apply_edits(between.get(one.between)?, &later?)? });
    }
    Some(edits)
}

/// Returns an edit relative to the start of a range.
fn within(edit: &Edit, start: usize) -> Option<Edit> {
    let span = edit.span.start.checked_sub(start)?..edit.span.end.checked_sub(start)?;
    Some(Edit { span, text: edit.text.clone() })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// Returns non-overlapping edits of a text.
    fn edits(cuts: &[usize], length: usize, word: &str) -> Vec<Edit> {
        let mut at: Vec<usize> = cuts.iter().map(|cut| cut % (length + 1)).collect();
        at.sort_unstable();
        at.chunks_exact(2).map(|pair| Edit { span: pair[0]..pair[1], text: word.repeat(pair[1] % 3) }).collect()
    }

    proptest! {
        #[test]
        fn composed_edits_equal_both_rounds(
            first in prop::collection::vec(any::<usize>(), 0..9),
            then in prop::collection::vec(any::<usize>(), 0..9),
        ) {
            let text = "the quick brown fox";
            let first = edits(&first, text.len(), "abc");
            let between = apply_edits(text, &first).unwrap();
            let then = edits(&then, between.len(), "xyz");
            let both = compose_edits(&first, &then, &between).unwrap();
            prop_assert_eq!(apply_edits(text, &both), apply_edits(&between, &then));
        }
    }
}
