//! Text for a terminal: wrapped paragraphs, and the rendering of rule pages from Markdown.

use anstyle::{AnsiColor, Style};
use rootstock_document::is_plain;

/// The style of titles.
pub(crate) const TITLE: Style = Style::new().bold();
/// The style of minor remarks.
pub(crate) const DIM: Style = Style::new().dimmed();
const BAD: Style = AnsiColor::Red.on_default();
const POOR: Style = AnsiColor::Yellow.on_default();

/// The styles of a text.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Styles {
    pub(crate) title: Style,
    pub(crate) dim: Style,
    /// Of states and outcomes that need an action.
    pub(crate) bad: Style,
    /// Of states and outcomes that will need one.
    pub(crate) poor: Style,
}

impl Styles {
    pub(crate) const STYLED: Self = Self { title: TITLE, dim: DIM, bad: BAD, poor: POOR };
    pub(crate) const PLAIN: Self =
        Self { title: Style::new(), dim: Style::new(), bad: Style::new(), poor: Style::new() };

    /// Returns the style of a state of versions or an outcome of updates, if it has one.
    pub(crate) fn of_state(self, word: &str) -> Option<Style> {
        match word {
            "expired" | "failed" | "FAILS" | "fails" | "rejected" | "not" => Some(self.bad),
            "deprecated" | "preview" | "forced" => Some(self.poor),
            _ => None,
        }
    }
}

/// Wraps `text` to lines of at most `width` characters, each indented by `indent` blanks; words are never split.
pub(crate) fn wrap(text: &str, width: usize, indent: usize) -> String {
    let mut lines = String::with_capacity(indent + text.len());
    // Fast path for text that fits on one line.
    let is_short = indent + text.len() <= width && text.trim_ascii() == text && !text.is_empty();
    let next = text.as_bytes().get(1..).unwrap_or_default();
    let has_gap = || text.bytes().zip(next).fold(false, |found, (one, next)| found | (one == b' ') & (*next == b' '));
    if is_short && is_plain(text) && !has_gap() {
        lines.extend(std::iter::repeat_n(' ', indent));
        lines.push_str(text);
        return lines;
    }
    let margin = " ".repeat(indent);
    let mut used = 0;
    for word in text.split_whitespace() {
        let length = word.chars().count();
        if used == 0 {
            lines.push_str(&margin);
            used = indent;
        } else if used + 1 + length > width {
            lines.push('\n');
            lines.push_str(&margin);
            used = indent;
        } else {
            lines.push(' ');
            used += 1;
        }
        lines.push_str(word);
        used += length;
    }
    lines
}

/// Renders a rule page: title, wrapped paragraphs and lists, and examples with a caption each.
pub(crate) fn page(markdown: &str, width: usize) -> String {
    let mut out = String::new();
    let mut paragraph = String::new();
    let mut lines = markdown.lines();
    while let Some(line) = lines.next() {
        if let Some(info) = line.strip_prefix("```") {
            flush(&mut paragraph, &mut out, width);
            example(info, lines.by_ref().take_while(|line| !line.starts_with("```")), &mut out);
        } else if let Some(title) = line.strip_prefix('#') {
            flush(&mut paragraph, &mut out, width);
            out.push_str(&format!("{TITLE}{}{TITLE:#}\n\n", title.trim_start_matches('#').trim()));
        } else if line.trim().is_empty() {
            flush(&mut paragraph, &mut out, width);
        } else if line.trim_start().starts_with("- ") || line.starts_with('|') {
            flush_as(&mut paragraph, &mut out, width, "\n");
            if line.starts_with('|') {
                out.push_str(line);
                out.push('\n');
            } else {
                paragraph.push_str(line.trim_start());
            }
        } else {
            paragraph.push(' ');
            paragraph.push_str(line);
        }
    }
    flush(&mut paragraph, &mut out, width);
    if markdown.lines().any(|line| line.starts_with("```yaml") && !line.contains("base=none")) {
        let remark = "Each example is part of an otherwise valid object.";
        out.push_str(&format!("{DIM}{}{DIM:#}\n", wrap(remark, width, 0)));
    }
    out.truncate(out.trim_end().len());
    out.push('\n');
    out
}

fn flush(paragraph: &mut String, out: &mut String, width: usize) {
    flush_as(paragraph, out, width, "\n\n");
}

fn flush_as(paragraph: &mut String, out: &mut String, width: usize, end: &str) {
    if paragraph.trim().is_empty() {
        if end.len() > 1 && !out.is_empty() && !out.ends_with("\n\n") {
            out.push('\n');
        }
    } else {
        out.push_str(&wrap(paragraph, width, 0));
        out.push_str(end);
    }
    paragraph.clear();
}

/// Appends an example with its verdict, which depends on the findings that its lines announce and on the words of `info`.
fn example<'a>(info: &str, lines: impl Iterator<Item = &'a str>, out: &mut String) {
    let lines: Vec<&str> = lines.collect();
    let announced = |what: &str| lines.iter().any(|line| line.contains(what));
    let words: Vec<&str> = info.split_whitespace().collect();
    let value = |key: &str| words.iter().find_map(|word| word.strip_prefix(key)?.strip_prefix('='));
    let what = words.iter().find_map(|word| match *word {
        "shoot" => Some("a Shoot"),
        "ncp" => Some("a NamespacedCloudProfile"),
        _ => None,
    });
    let mut verdict = if words.contains(&"old") {
        "before the update"
    } else if words.contains(&"profile") {
        "the CloudProfile of the next example"
    } else if words.contains(&"user") {
        "a user of the profile"
    } else if announced("# error:") {
        "refused"
    } else if announced("# warning:") {
        "accepted with a warning"
    } else if announced("# note:") {
        "accepted with a note"
    } else {
        "accepted"
    }
    .to_owned();
    if let Some(what) = what {
        verdict = format!("{what}, {verdict}");
    }
    if !info.starts_with("yaml") {
        verdict = "for example".to_owned();
    }
    let mut conditions = Vec::new();
    match value("op") {
        Some("create") => conditions.push("when it is created".to_owned()),
        Some("update") => conditions.push("as an update".to_owned()),
        _ => {}
    }
    if value("semantics") == Some("gardener") {
        conditions.push("by Gardener".to_owned());
    }
    conditions.extend(value("gates").map(|gates| format!("with {gates}")));
    conditions.extend(value("at").map(|at| format!("at {at}")));
    if !conditions.is_empty() {
        verdict = format!("{verdict} {}", conditions.join(", "));
    }
    out.push_str(&format!("  {TITLE}{verdict}:{TITLE:#}\n\n"));
    for line in lines {
        out.push_str(&format!("    {DIM}|{DIM:#} {line}\n"));
    }
    out.push('\n');
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_never_split() {
        assert_eq!(wrap("one two three", 9, 2), "  one two\n  three");
        assert_eq!(wrap("incomprehensibilities", 5, 0), "incomprehensibilities");
        assert_eq!(wrap("  ", 5, 2), "");
    }

    #[test]
    fn pages_are_readable() {
        let markdown = "# a-rule\n\nA summary that\ngoes on.\n\n- one\n- two\n  more\n\n```yaml base=local op=create\na: 1 # error: a-rule\n```\n\n```yaml shoot\na: 2\n```\n";
        let plain = anstream::adapter::strip_str(&page(markdown, 40)).to_string();
        let expected = "a-rule\n\nA summary that goes on.\n\n- one\n- two more\n\n  refused when it is created:\n\n    | a: 1 # error: a-rule\n\n  a Shoot, accepted:\n\n    | a: 2\n\nEach example is part of an otherwise\nvalid object.\n";
        assert_eq!(plain, expected);
    }
}
