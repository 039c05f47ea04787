//! Changes of a text in the format of unified diffs, for people and for `patch`.

use std::fmt::Write as _;
use std::ops::Range;

use rootstock_document::Edit;
use similar::{DiffOp, group_diff_ops};

use crate::line_diff::LineDiff;

/// The number of context lines around changes.
const CONTEXT: usize = 3;

/// Formats a unified diff with three lines of context, as `git apply` and `patch -p1` accept it; empty if there is no
/// difference. `path` is the file name as bytes of the file system; `-` is standard input.
///
/// ```
/// let diff = rootstock_report::unified_diff(b"p.yaml", "a: 1\nb: 2\n", "a: 1\nb: 3\n");
/// assert_eq!(diff, "--- a/p.yaml\n+++ b/p.yaml\n@@ -1,2 +1,2 @@\n a: 1\n-b: 2\n+b: 3\n");
/// ```
#[must_use]
pub fn unified_diff(path: &[u8], before: &str, after: &str) -> String {
    if before == after { String::new() } else { format_diff(path, LineDiff::of(before, after)) }
}

/// Like [`unified_diff`], but with the edits that turn one text into the other, in order: of a large text only the
/// lines that they touch are compared.
///
/// ```
/// use rootstock_document::Edit;
/// use rootstock_report::unified_diff_of_edits;
///
/// let edits = [Edit { span: 8..9, text: "3".to_owned() }];
/// let diff = unified_diff_of_edits(b"p.yaml", "a: 1\nb: 2\n", "a: 1\nb: 3\n", &edits);
/// assert_eq!(diff, "--- a/p.yaml\n+++ b/p.yaml\n@@ -1,2 +1,2 @@\n a: 1\n-b: 2\n+b: 3\n");
/// ```
#[must_use]
pub fn unified_diff_of_edits(path: &[u8], before: &str, after: &str, edits: &[Edit]) -> String {
    if before == after { String::new() } else { format_diff(path, LineDiff::of_edits(before, after, edits)) }
}

fn format_diff(path: &[u8], diff: LineDiff<'_>) -> String {
    let mut path = if path == b"-" { b"stdin" } else { path };
    while let Some(rest) = path.strip_prefix(b"./") {
        path = rest;
    }
    while let Some(rest) = path.strip_prefix(b"/") {
        path = rest;
    }
    let LineDiff { before, after, changes } = diff;
    let mut text = format!("--- {}\n+++ {}\n", quoted("a/", path), quoted("b/", path));
    for hunk in group_diff_ops(changes, CONTEXT) {
        let (Some(first), Some(last)) = (hunk.first(), hunk.last()) else { continue };
        let old = range(first.old_range().start..last.old_range().end);
        let new = range(first.new_range().start..last.new_range().end);
        // Writing to a string cannot fail.
        let _ = writeln!(text, "@@ -{old} +{new} @@");
        for change in &hunk {
            let removed = before.text_of(change.old_range());
            if matches!(change, DiffOp::Equal { .. }) {
                add(&mut text, ' ', removed);
            } else {
                add(&mut text, '-', removed);
                add(&mut text, '+', after.text_of(change.new_range()));
            }
        }
    }
    text
}

/// Formats a range of lines for the header of a hunk: an empty range by the line before it.
fn range(lines: Range<usize>) -> String {
    match lines.len() {
        0 => format!("{},0", lines.start),
        1 => (lines.start + 1).to_string(),
        count => format!("{},{count}", lines.start + 1),
    }
}

fn add(text: &mut String, mark: char, lines: &str) {
    for line in lines.split_inclusive('\n') {
        text.push(mark);
        text.push_str(line);
        if !line.ends_with('\n') {
            text.push_str("\n\\ No newline at end of file\n");
        }
    }
}

/// Formats a path as git does: in quotes if it contains bytes that are not printable ASCII, a quote or a backslash;
/// followed by a tab if it contains a blank, so that `patch` can find its end.
fn quoted(prefix: &str, path: &[u8]) -> String {
    let is_plain = |byte: &u8| matches!(byte, b' '..=b'~') && !matches!(byte, b'"' | b'\\');
    if path.iter().all(is_plain) {
        let end = if path.contains(&b' ') { "\t" } else { "" };
        return format!("{prefix}{}{end}", String::from_utf8_lossy(path));
    }
    let mut quoted = format!("\"{prefix}");
    for byte in path {
        match byte {
            b'"' | b'\\' => quoted.extend(['\\', char::from(*byte)]),
            0x07 => quoted.push_str("\\a"),
            0x08 => quoted.push_str("\\b"),
            b'\t' => quoted.push_str("\\t"),
            b'\n' => quoted.push_str("\\n"),
            0x0b => quoted.push_str("\\v"),
            0x0c => quoted.push_str("\\f"),
            b'\r' => quoted.push_str("\\r"),
            b' '..=b'~' => quoted.push(char::from(*byte)),
            // Writing to a string cannot fail.
            _ => _ = write!(quoted, "\\{byte:03o}"),
        }
    }
    quoted.push('"');
    quoted
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;

    #[test]
    fn missing_final_line_break_is_marked() {
        let diff = unified_diff(b"/x/./a.yaml", "a: 1", "a: 2");
        let expected = "--- a/x/./a.yaml\n+++ b/x/./a.yaml\n@@ -1 +1 @@\n-a: 1\n\\ No newline at end of file\n+a: 2\n\\ No newline at end of file\n";
        assert_eq!(diff, expected);
    }

    #[rstest]
    #[case(b"a b.yaml", "--- a/a b.yaml\t\n")]
    #[case(b"a\nb.yaml", "--- \"a/a\\nb.yaml\"\n")]
    #[case(b"a\"\\.yaml", "--- \"a/a\\\"\\\\.yaml\"\n")]
    #[case(b"a\xff.yaml", "--- \"a/a\\377.yaml\"\n")]
    #[case("ä.yaml".as_bytes(), "--- \"a/\\303\\244.yaml\"\n")]
    #[case(b"./-", "--- a/-\n")]
    #[case(b"-", "--- a/stdin\n")]
    fn names_are_quoted_as_git_does(#[case] path: &[u8], #[case] expected: &str) {
        let diff = unified_diff(path, "a\n", "b\n");
        assert!(diff.starts_with(expected), "{diff:?}");
    }

    #[test]
    fn equal_texts_have_no_diff() {
        assert_eq!(unified_diff(b"a", "x\n", "x\n"), "");
    }
}
