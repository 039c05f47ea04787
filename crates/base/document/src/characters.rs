//! Characters that no YAML text of Kubernetes may contain.

/// Returns the first character that is not allowed in YAML, or is a line break other than LF and CRLF, and
/// its offset.
pub(crate) fn refused_character(text: &str) -> Option<(usize, char)> {
    // A fast pass over the bytes, which is sufficient for nearly every file.
    let is_suspect =
        |byte: &u8| (*byte < 0x20 && !matches!(byte, b'\t' | b'\n')) || matches!(byte, 0x7F | 0xC2 | 0xE2 | 0xEF);
    if !text.as_bytes().iter().any(is_suspect) {
        return None;
    }
    text.char_indices().find(|(at, character)| match character {
        '\t' | '\n' => false,
        '\r' => text.as_bytes().get(at + 1) != Some(&b'\n'),
        '\u{2028}' | '\u{2029}' | '\u{fffe}' | '\u{ffff}' => true,
        character => character.is_control(),
    })
}
