//! Template filters: sentences with code spans, long names and lists of names.

use askama::filters::{Escaper as _, Safe};

use crate::escape::HostileTextEscaper;
use crate::picture::shortened;

/// Renders backtick-quoted parts of a sentence as code, and escapes everything.
///
/// Templates apply it as `{{ sentence|prose }}`.
#[expect(clippy::unnecessary_wraps, reason = "askama's form of a filter")]
pub(crate) fn prose(sentence: impl std::fmt::Display, _: &dyn askama::Values) -> askama::Result<Safe<String>> {
    Ok(Safe(marked_up(&sentence.to_string())))
}

/// Shortens a name as in a picture.
#[expect(clippy::unnecessary_wraps, reason = "askama's form of a filter")]
pub(crate) fn short(name: impl std::fmt::Display, _: &dyn askama::Values) -> askama::Result<String> {
    Ok(shortened(&name.to_string()))
}

/// Joins names with commas.
#[expect(clippy::unnecessary_wraps, reason = "askama's form of a filter")]
pub(crate) fn names(names: &[String], _: &dyn askama::Values) -> askama::Result<String> {
    Ok(names.join(", "))
}

fn marked_up(sentence: &str) -> String {
    let mut html = String::with_capacity(sentence.len() + 16);
    let mut rest = sentence;
    while let Some((before, from)) = rest.split_once('`')
        && let Some((code, after)) = from.split_once('`')
    {
        escape(before, &mut html);
        html.push_str("<code>");
        escape(code, &mut html);
        html.push_str("</code>");
        rest = after;
    }
    escape(rest, &mut html);
    html
}

fn escape(text: &str, html: &mut String) {
    // Writing to a string cannot fail.
    _ = HostileTextEscaper.write_escaped_str(&mut *html, text);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn backticked_text_is_escaped_code() {
        let cases = [
            ("no `a` here, and no `b`", "no <code>a</code> here, and no <code>b</code>"),
            ("`<script>`", "<code>&lt;script&gt;</code>"),
            ("one ` alone", "one &#96; alone"),
            ("`a` and ` alone", "<code>a</code> and &#96; alone"),
            ("", ""),
        ];
        for (sentence, expected) in cases {
            assert_eq!(marked_up(sentence), expected);
        }
    }
}
