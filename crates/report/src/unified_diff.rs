//! What a change of a text looks like to people and to `patch`.

use similar::TextDiff;

/// A unified diff with three lines of context, as `git apply` and `patch -p1` take it; empty if nothing differs.
///
/// ```
/// let diff = rootstock_report::unified_diff("p.yaml", "a: 1\nb: 2\n", "a: 1\nb: 3\n");
/// assert_eq!(diff, "--- a/p.yaml\n+++ b/p.yaml\n@@ -1,2 +1,2 @@\n a: 1\n-b: 2\n+b: 3\n");
/// ```
#[must_use]
pub fn unified_diff(name: &str, before: &str, after: &str) -> String {
    if before == after {
        return String::new();
    }
    let name = if name == "-" { "stdin" } else { name.trim_start_matches("./").trim_start_matches('/') };
    let diff = TextDiff::from_lines(before, after);
    diff.unified_diff().context_radius(3).header(&format!("a/{name}"), &format!("b/{name}")).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ends_without_a_line_break_are_told() {
        let diff = unified_diff("/x/./a.yaml", "a: 1", "a: 2");
        let expected = "--- a/x/./a.yaml\n+++ b/x/./a.yaml\n@@ -1 +1 @@\n-a: 1\n\\ No newline at end of file\n+a: 2\n\\ No newline at end of file\n";
        assert_eq!(diff, expected);
    }

    #[test]
    fn equal_texts_have_none() {
        assert_eq!(unified_diff("a", "x\n", "x\n"), "");
    }
}
