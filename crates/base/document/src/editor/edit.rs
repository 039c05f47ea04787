//! Text edits: the changes that a fix makes to the bytes of a file. Comments and order survive, because nothing is serialized anew.

use std::ops::Range;

/// A replacement of the bytes in `span` by `text`.
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Edit {
    /// The range of bytes to replace, relative to the file; empty for an insertion.
    pub span: Range<usize>,
    /// The new text.
    pub text: String,
}

/// Applies all edits to the text; `None` if two of them overlap or one is out of bounds.
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
        // Refuse a span that ends before it starts or is out of bounds.
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
    fn overlapping_and_out_of_bounds_edits_are_refused() {
        let edit = |span: Range<usize>| Edit { span, text: String::new() };
        assert_eq!(apply_edits("abcd", &[edit(0..2), edit(1..3)]), None);
        assert_eq!(apply_edits("abcd", &[edit(3..9)]), None);
        assert_eq!(apply_edits("abcd", &[edit(1..2), edit(3..4)]).as_deref(), Some("ac"));
    }
}
