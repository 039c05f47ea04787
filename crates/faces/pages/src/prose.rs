//! What templates do with values: sentences with code in them, and names that are long or many.

use askama::filters::{Escaper as _, Safe};

use crate::escape::Hostile;
use crate::picture::shortened;

/// A sentence with what stands in backticks as code; everything in it is escaped as everywhere else.
///
/// Templates apply it as `{{ sentence|prose }}`.
#[expect(clippy::unnecessary_wraps, reason = "askama's form of a filter")]
pub(crate) fn prose(sentence: impl std::fmt::Display, _: &dyn askama::Values) -> askama::Result<Safe<String>> {
    Ok(Safe(marked_up(&sentence.to_string())))
}

/// A name as far as a picture has room for it.
#[expect(clippy::unnecessary_wraps, reason = "askama's form of a filter")]
pub(crate) fn short(name: impl std::fmt::Display, _: &dyn askama::Values) -> askama::Result<String> {
    Ok(shortened(&name.to_string()))
}

/// Names, one after another.
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
    // Writing to a string does not fail.
    _ = Hostile.write_escaped_str(&mut *html, text);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_stands_in_backticks_is_code_and_nothing_more() {
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
