//! The selection of texts for the direct parser.

/// Returns whether a text contains only characters and line breaks that both parsers treat in the same way.
///
/// The complete parser handles control characters, which it refuses; single `\r` as line breaks; U+0085, U+2028 and U+2029, which
/// are line breaks for some parsers; byte order marks; and non-characters.
pub(super) fn is_supported(text: &[u8]) -> bool {
    // Checks in blocks, which vectorizes for nearly every text.
    text.chunks(64).all(|block| !block.iter().fold(false, |any, byte| any | is_special(*byte)))
        || (is_harmless(text) && std::str::from_utf8(text).is_ok())
}

fn is_special(byte: u8) -> bool {
    (byte < 0x20 && byte != b'\t' && byte != b'\n') | (byte >= 0x7F)
}

fn is_harmless(text: &[u8]) -> bool {
    let mut rest = text;
    while let Some(at) = rest.iter().position(|byte| is_special(*byte)) {
        let Some(special) = rest.get(at..) else { return true };
        match special {
            [b'\r', b'\n', ..] => {}
            [0xC2, 0x80..=0x9F, ..]
            | [0xE2, 0x80, 0xA8 | 0xA9, ..]
            | [0xEF, 0xBB, 0xBF, ..]
            | [0xEF, 0xBF, 0xBE | 0xBF, ..] => return false,
            [0..=0x7F, ..] => return false,
            _ => {}
        }
        rest = special.get(1..).unwrap_or_default();
    }
    true
}
