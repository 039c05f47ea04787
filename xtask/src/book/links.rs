//! The links of a Markdown text.

/// Replaces each link outside code by the result of `instead`.
pub(super) fn rewritten(text: &str, mut instead: impl FnMut(&str) -> String) -> String {
    let mut result = String::with_capacity(text.len());
    let mut fence: Option<&str> = None;
    for line in text.split_inclusive('\n') {
        let start = line.trim_start();
        let marks = ["```", "~~~"].into_iter().find(|marks| start.starts_with(marks));
        match (fence, marks) {
            (None, Some(marks)) => fence = Some(marks),
            (Some(open), Some(marks)) if open == marks => fence = None,
            (None, None) => {
                rewrite_line(line, &mut result, &mut instead);
                continue;
            }
            (Some(_), _) => {}
        }
        result.push_str(line);
    }
    result
}

fn rewrite_line(line: &str, result: &mut String, instead: &mut impl FnMut(&str) -> String) {
    // Every second piece is code between backticks.
    for (place, piece) in line.split('`').enumerate() {
        if place > 0 {
            result.push('`');
        }
        if place % 2 == 1 {
            result.push_str(piece);
            continue;
        }
        let mut rest = piece;
        while let Some((before, behind)) = rest.split_once("](") {
            let Some((link, after)) = behind.split_once(')') else { break };
            result.push_str(before);
            result.push_str("](");
            result.push_str(&instead(link));
            result.push(')');
            rest = after;
        }
        result.push_str(rest);
    }
}

/// Returns the file in the repository that a link on the page `from` leads to; `None` for external links and links within the
/// page.
pub(super) fn file(from: &str, link: &str) -> Option<String> {
    let path = link.split(['#', '?']).next().filter(|path| !path.is_empty())?;
    if path.contains("://") || path.starts_with("mailto:") {
        return None;
    }
    let mut parts: Vec<&str> = from.split('/').collect();
    parts.pop();
    for part in path.trim_end_matches('/').split('/') {
        match part {
            "." => {}
            ".." => {
                parts.pop();
            }
            part => parts.push(part),
        }
    }
    Some(parts.join("/"))
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;

    #[test]
    fn links_in_code_are_left_alone() {
        let text = "[a](b.md) `[c](d.md)` ![e](f.png)\n```\n[g](h.md)\n```\n[i](j.md#k)\n";
        let mut seen = Vec::new();
        let result = rewritten(text, |link| {
            seen.push(link.to_owned());
            format!("<{link}>")
        });
        assert_eq!(seen, ["b.md", "f.png", "j.md#k"]);
        assert_eq!(result, "[a](<b.md>) `[c](d.md)` ![e](<f.png>)\n```\n[g](h.md)\n```\n[i](<j.md#k>)\n");
    }

    #[rstest]
    #[case("README.md", "docs/ci.md#github", Some("docs/ci.md"))]
    #[case("docs/rules.md", "../crates/rules/advice/rules/a.md", Some("crates/rules/advice/rules/a.md"))]
    #[case("docs/ci.md", "#github", None)]
    #[case("docs/ci.md", "https://example.com/a.md", None)]
    fn link_is_resolved_to_file(#[case] from: &str, #[case] link: &str, #[case] expected: Option<&str>) {
        assert_eq!(file(from, link).as_deref(), expected);
    }
}
