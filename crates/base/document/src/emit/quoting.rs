//! Decisions about quotes around strings.

use std::fmt::Write as _;

use crate::tree::resolve;
use crate::{Scalar, is_control};

/// Returns whether every YAML parser reads the string as itself without quotes: as a key, as a value, and as a list item in block
/// style.
///
/// ```
/// use rootstock_document::emit::is_plain;
/// assert!(is_plain("16Gi") && is_plain("1.31.1") && is_plain("core.gardener.cloud/v1beta1"));
/// for text in ["", "yes", "y", "0777", "1_000", "0b1", "1.30", "2026-01-01", "12:30", "a: b", "a #b", "- a", "null"] {
///     assert!(!is_plain(text), "{text}");
/// }
/// ```
#[must_use]
pub fn is_plain(text: &str) -> bool {
    let Some(first) = text.chars().next() else { return false };
    let begins_well = first.is_alphanumeric() || matches!(first, '_' | '/' | '.' | '(' | '$' | '<' | '+' | ';' | '^');
    begins_well
        && !text.starts_with("...")
        && !text.starts_with("<<")
        && !text.ends_with([' ', ':'])
        && !text.contains(": ")
        && !text.contains(" #")
        && text.chars().all(is_printable)
        && matches!(resolve(text), Scalar::Text(_))
        && !is_time(text)
}

/// Returns whether a text is a date, a time, or a base-60 number: strings for Kubernetes, but not for older YAML parsers.
fn is_time(text: &str) -> bool {
    let first = text.as_bytes().first();
    let is_numeric = matches!(first, Some(b'0'..=b'9' | b'+' | b'-' | b'.'));
    let is_date =
        |bytes: &[u8]| matches!(bytes, [a, b, c, d, b'-', ..] if [a, b, c, d].iter().all(|b| b.is_ascii_digit()));
    is_numeric && (text.contains(':') || is_date(text.as_bytes()))
}

fn is_printable(character: char) -> bool {
    !is_control(character) && !matches!(character, '\u{fffe}' | '\u{ffff}')
}

/// Returns whether a text survives a round trip as a literal block (`|`).
pub(super) fn fits_block(text: &str) -> bool {
    let body = text.strip_suffix('\n').unwrap_or(text);
    body.contains('\n')
        && !body.ends_with('\n')
        && !body.starts_with([' ', '\n'])
        && body.split('\n').all(|line| line.chars().all(is_printable) && (line.is_empty() || !line.trim().is_empty()))
}

/// Returns the string in double quotes.
///
/// ```
/// assert_eq!(rootstock_document::emit::quoted("a\"b\n"), r#""a\"b\n""#);
/// ```
#[must_use]
pub fn quoted(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 2);
    out.push('"');
    for character in text.chars() {
        match character {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            character if is_printable(character) => out.push(character),
            // All characters beyond 16 bits are printable. Writing to a string cannot fail.
            character => {
                let _ = write!(out, "\\u{:04X}", u32::from(character));
            }
        }
    }
    out.push('"');
    out
}
