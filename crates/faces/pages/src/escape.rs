//! Escaping of document strings, which are always treated as hostile.

use std::fmt::{self, Write};

use askama::filters::Escaper;
use rootstock_document::is_control;

/// Escapes a text for content and attributes: characters with a meaning in HTML become character references, and bidirectional
/// controls and invisible characters become visible escapes, as on a terminal.
///
/// `askama.toml` applies it to every expression of every template.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct HostileTextEscaper;

impl Escaper for HostileTextEscaper {
    fn write_escaped_str<W: Write>(&self, mut dest: W, string: &str) -> fmt::Result {
        let mut rest = string;
        while let Some(place) = rest.find(|c| matches!(c, '&' | '<' | '>' | '"' | '\'' | '`') || is_control(c)) {
            let (before, from) = rest.split_at(place);
            dest.write_str(before)?;
            let mut characters = from.chars();
            match characters.next() {
                Some('&') => dest.write_str("&amp;")?,
                Some('<') => dest.write_str("&lt;")?,
                Some('>') => dest.write_str("&gt;")?,
                Some('\n') => dest.write_str("\\n")?,
                Some(character @ ('"' | '\'' | '`')) => write!(dest, "&#{};", u32::from(character))?,
                Some(character) => write!(dest, "\\u{:04x}", u32::from(character))?,
                None => {}
            }
            rest = characters.as_str();
        }
        dest.write_str(rest)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn markup_and_invisible_characters_are_escaped() {
        let cases = [
            ("plain größer", "plain größer"),
            ("<script>alert('1')</script>", "&lt;script&gt;alert(&#39;1&#39;)&lt;/script&gt;"),
            ("\" onload=\"x", "&#34; onload=&#34;x"),
            ("a\u{202e}b\u{0}c\nd", "a\\u202eb\\u0000c\\nd"),
            ("a & b", "a &amp; b"),
        ];
        for (text, expected) in cases {
            let mut escaped = String::new();
            HostileTextEscaper.write_escaped_str(&mut escaped, text).unwrap();
            assert_eq!(escaped, expected);
        }
    }
}
