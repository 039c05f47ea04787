//! Text that cannot control a terminal.

use std::borrow::Cow;
use std::fmt::Write as _;

/// Returns a text on one line, with everything that could control a terminal escaped: control characters (C0, DEL and C1), line
/// breaks, and characters that change the writing direction.
///
/// ```
/// use rootstock_document::printable;
///
/// assert_eq!(printable("a\u{1b}[2Jb\nc\u{202e}"), r"a\u001b[2Jb\nc\u202e");
/// assert_eq!(printable("größer"), "größer");
/// ```
#[must_use]
pub fn printable<'t>(text: impl Into<Cow<'t, str>>) -> Cow<'t, str> {
    let text = text.into();
    // Fast path: nearly every text is plain, and a fleet has many.
    if is_plain(&text) || !text.contains(is_control) {
        return text;
    }
    let mut escaped = String::with_capacity(text.len() + 16);
    for character in text.chars() {
        match character {
            '\n' => escaped.push_str("\\n"),
            '\r' => escaped.push_str("\\r"),
            '\t' => escaped.push_str("\\t"),
            // Writing to a string does not fail.
            _ if is_control(character) => _ = write!(escaped, "\\u{:04x}", u32::from(character)),
            _ => escaped.push(character),
        }
    }
    escaped.into()
}

/// Returns whether a text consists of printable ASCII only, without line breaks. It checks all bytes, because that vectorizes.
///
/// ```
/// assert!(rootstock_document::is_plain("a plain text") && !rootstock_document::is_plain("größer"));
/// ```
#[must_use]
pub fn is_plain(text: &str) -> bool {
    text.bytes().fold(true, |is_plain, byte| is_plain & is_printable_ascii(byte))
}

const fn is_printable_ascii(byte: u8) -> bool {
    matches!(byte, b' '..0x7f)
}

/// Returns the offset of the first character that could control a terminal, line feeds excluded, and the character.
///
/// ```
/// use rootstock_document::first_control_character;
///
/// assert_eq!(first_control_character("größer\n\u{1b}[2J"), Some((9, '\u{1b}')));
/// assert_eq!(first_control_character("größer\n"), None);
/// ```
#[must_use]
pub fn first_control_character(text: &str) -> Option<(usize, char)> {
    // Fast path: nearly every text is plain. Checking all bytes is faster than stopping early.
    let is_plain = |plain, byte| plain & (is_printable_ascii(byte) | (byte == b'\n'));
    if text.bytes().fold(true, is_plain) {
        return None;
    }
    text.char_indices().find(|(_, character)| *character != '\n' && is_control(*character))
}

/// Truncates a text to `longest` characters, with `…` for the rest.
///
/// ```
/// use rootstock_document::shortened;
///
/// assert_eq!(shortened("größer", 6), "größer");
/// assert_eq!(shortened("größer", 3), "grö…");
/// ```
#[must_use]
pub fn shortened(text: &str, longest: usize) -> Cow<'_, str> {
    match text.char_indices().nth(longest).and_then(|(end, _)| text.get(..end)) {
        None => text.into(),
        Some(start) => format!("{start}…").into(),
    }
}

/// Returns whether a character has an effect on a terminal other than showing itself.
#[must_use]
pub const fn is_control(character: char) -> bool {
    matches!(
        character,
        '\0'..='\u{1f}'
            | '\u{7f}'..='\u{9f}'
            | '\u{61c}'
            | '\u{200e}'
            | '\u{200f}'
            | '\u{2028}'..='\u{202e}'
            | '\u{2066}'..='\u{2069}'
            | '\u{feff}'
    )
}
