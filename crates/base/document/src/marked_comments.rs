//! Comments that begin with a mark, and the fields and list items they are about.

use std::cmp::Reverse;
use std::ops::Range;

use crate::editor::extent::is_written_in;
use crate::editor::lines::{before, is_comment, line_end, line_start};
use crate::{NodeRef, Span};

/// A comment that begins with a mark.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MarkedComment<'t> {
    /// The bytes of the comment, from its `#` to the end of its line.
    pub span: Range<usize>,
    /// The text after the mark, without blanks around it.
    pub text: &'t str,
    /// The bytes of the field or list item that begins on the line of the comment, or on the next line that is not a comment if
    /// the comment has its line to itself; `None` if none does.
    pub subject: Option<Range<usize>>,
}

/// Returns the comments of a text that begin with `mark`, in order. `roots` are the values of its readable documents.
///
/// ```
/// use rootstock_document::{marked_comments, read};
/// let text = "kind: X\nspec:\n  # todo: larger\n  size: 1 # todo: smaller\n  text: '# todo: nothing'\n";
/// let file = read::read("a.yaml", text.as_bytes(), &Default::default());
/// let roots = file.documents.iter().filter_map(|document| document.raw()).map(|raw| raw.node());
/// let comments = marked_comments(text, roots, "todo:");
/// let texts: Vec<&str> = comments.iter().map(|comment| comment.text).collect();
/// assert_eq!(texts, ["larger", "smaller"]);
/// assert_eq!(comments[0].subject.clone().and_then(|subject| text.get(subject)), Some("size: 1"));
/// ```
#[must_use]
pub fn marked_comments<'t, 'n>(
    text: &'t str,
    roots: impl IntoIterator<Item = NodeRef<'n>>,
    mark: &str,
) -> Vec<MarkedComment<'t>> {
    let mut marks: Vec<Mark> = text.match_indices(mark).filter_map(|(at, _)| Mark::at(text, at, mark)).collect();
    if marks.is_empty() {
        return Vec::new();
    }
    let mut subjects = Vec::new();
    for root in roots {
        visit(root, &mut marks, &mut subjects);
    }
    // Of those that begin at the same byte, the one around the others comes first.
    subjects.sort_by_key(|subject| (subject.start, Reverse(subject.end)));
    let mut comments: Vec<MarkedComment<'t>> = Vec::new();
    let mut block_end = 0;
    for mark in marks.into_iter().filter(|mark| !mark.is_content) {
        // The rest of a comment is not another one.
        if comments.last().is_some_and(|comment| mark.hash < comment.span.end) {
            continue;
        }
        let end = line_end(text, mark.hash);
        let span = mark.hash..mark.hash + text.get(mark.hash..end).unwrap_or_default().trim_end().len();
        let line = line_start(text, mark.hash);
        let line = if text.get(line..mark.hash).unwrap_or_default().trim().is_empty() {
            if end > block_end {
                block_end = end_of_comments(text, end);
            }
            block_end
        } else {
            line
        };
        let text = text.get(mark.content..span.end).unwrap_or_default().trim();
        comments.push(MarkedComment { span, text, subject: Some(line..line) });
    }
    for comment in &mut comments {
        comment.subject = comment.subject.take().and_then(|line| subject(text, line.start, &subjects));
    }
    comments
}

/// A place where the mark follows a `#`.
struct Mark {
    /// The `#`.
    hash: usize,
    /// The end of the mark.
    content: usize,
    /// Whether it is in a key or scalar, and not in a comment.
    is_content: bool,
}

impl Mark {
    fn at(text: &str, at: usize, mark: &str) -> Option<Self> {
        let head = before(text, at).trim_end_matches([' ', '\t']).strip_suffix('#')?;
        let is_separate = head.is_empty() || head.ends_with([' ', '\t', '\n', '\r', '\u{feff}']);
        is_separate.then_some(Self { hash: head.len(), content: at + mark.len(), is_content: false })
    }
}

/// Collects the spans of all fields and items of a value, and notes the marks in keys and scalars.
fn visit(root: NodeRef<'_>, marks: &mut [Mark], subjects: &mut Vec<Range<usize>>) {
    let mut open = vec![root];
    while let Some(node) = open.pop() {
        let span = node.span().range();
        let key = node.key_span().map(Span::range);
        let start = key.as_ref().map_or(span.start, |key| key.start);
        // The whole document is neither a field nor an item, but begins with its first one.
        if node.id() != root.id() {
            subjects.push(start..span.end.max(key.as_ref().map_or(0, |key| key.end)));
        }
        let is_scalar = node.is_alias() || node.as_scalar().is_some();
        for content in key.into_iter().chain(is_scalar.then_some(span)) {
            let first = marks.partition_point(|mark| mark.hash < content.start);
            let inside = marks.get_mut(first..).unwrap_or_default().iter_mut();
            inside.take_while(|mark| mark.hash < content.end).for_each(|mark| mark.is_content = true);
        }
        if !is_scalar {
            open.extend(node.entries().map(|(_, value)| value).filter(|value| is_written_in(*value, node)));
            open.extend(node.items());
        }
    }
}

/// Returns the start of the first line at or after `line` that is not a comment.
fn end_of_comments(text: &str, mut line: usize) -> usize {
    while text.get(line..line_end(text, line)).is_some_and(is_comment) {
        line = line_end(text, line);
    }
    line
}

/// Returns the first and outermost of the subjects that begin on a line, which may have only the dash of an item.
fn subject(text: &str, line: usize, subjects: &[Range<usize>]) -> Option<Range<usize>> {
    let end = line_end(text, line);
    let first = subjects.get(subjects.partition_point(|subject| subject.start < line))?;
    let head = text.get(line..end).unwrap_or_default();
    let dashes = head.split('#').next().unwrap_or_default().trim();
    let is_item = !dashes.is_empty() && dashes.chars().all(|char| char == '-' || char == ' ');
    (first.start < end || is_item && dashes != "---").then(|| first.clone())
}
