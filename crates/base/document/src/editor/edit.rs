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
    use super::*;

    #[test]
    fn overlapping_and_outlying_edits_are_refused() {
        let edit = |span: Range<usize>| Edit { span, text: String::new() };
        assert_eq!(apply_edits("abcd", &[edit(0..2), edit(1..3)]), None);
        assert_eq!(apply_edits("abcd", &[edit(3..9)]), None);
        assert_eq!(apply_edits("abcd", &[edit(1..2), edit(3..4)]).as_deref(), Some("ac"));
    }
}
