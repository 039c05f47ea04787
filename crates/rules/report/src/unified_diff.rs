//! What a change of a text looks like to people and to `patch`.

use std::fmt::Write as _;
use std::ops::Range;

use rootstock_document::Edit;
use similar::{DiffOp, group_diff_ops};

use crate::line_diff::LineDiff;

/// How many lines are shown around what changes.
const CONTEXT: usize = 3;

/// A unified diff with three lines of context, as `git apply` and `patch -p1` take it; empty if nothing differs. `path` is the
/// file as the bytes that the file system knows it by; `-` is standard input.
///
/// ```
/// let diff = rootstock_report::unified_diff(b"p.yaml", "a: 1\nb: 2\n", "a: 1\nb: 3\n");
/// assert_eq!(diff, "--- a/p.yaml\n+++ b/p.yaml\n@@ -1,2 +1,2 @@\n a: 1\n-b: 2\n+b: 3\n");
/// ```
#[must_use]
pub fn unified_diff(path: &[u8], before: &str, after: &str) -> String {
    if before == after { String::new() } else { written(path, LineDiff::of(before, after)) }
}

/// The same where it is known which edits, in the order of the text, made the one of the other: of a large text only what they touch is
/// compared.
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
    if before == after { String::new() } else { written(path, LineDiff::of_edits(before, after, edits)) }
}

fn written(path: &[u8], diff: LineDiff<'_>) -> String {
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
        // Writing to a string does not fail.
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

/// Lines as the head of a hunk names them: an empty range by the line before it.
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

/// A path as git writes it: in quotes when it has bytes that are not printable ASCII, a quote or a backslash; with a tab behind
/// it when it has a blank, so that `patch` knows where it ends.
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
            // Writing to a string does not fail.
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
    fn ends_without_a_line_break_are_told() {
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
    fn equal_texts_have_none() {
        assert_eq!(unified_diff(b"a", "x\n", "x\n"), "");
    }
}
