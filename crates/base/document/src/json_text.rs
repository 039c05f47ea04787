//! Strings of JSON: which bytes of them are written as escapes.

/// How many bytes a string takes as JSON, with its quotes and escapes.
///
/// ```
/// assert_eq!(rootstock_document::in_json_quotes("a\tb"), r#""a\tb""#.len() as u64);
/// ```
#[must_use]
pub fn in_json_quotes(text: &str) -> u64 {
    let longer = if has_escaped(text.as_bytes()) { text.bytes().map(beyond_one).sum::<u64>() } else { 0 };
    text.len() as u64 + longer + 2
}

/// Whether a byte is written as an escape. Most strings are a word or two of eight bytes, which are looked at together.
fn has_escaped(bytes: &[u8]) -> bool {
    let Some(last) = bytes.last_chunk() else { return bytes.iter().any(|byte| beyond_one(*byte) > 0) };
    let (words, _) = bytes.as_chunks();
    words.iter().chain([last]).any(|word| plain_bytes(*word) < word.len())
}

/// How many bytes more than one stand for a byte in a string.
const fn beyond_one(byte: u8) -> u64 {
    match byte {
        b'"' | b'\\' | b'\x08' | b'\x0c' | b'\n' | b'\r' | b'\t' => 1,
        // \u0000
        0..b' ' => 5,
        _ => 0,
    }
}

/// How many bytes come before the first quote, backslash or control character.
#[inline]
pub(crate) fn plain_run(bytes: &[u8]) -> usize {
    let mut run = 0;
    while let Some(word) = bytes.get(run..).and_then(|rest| rest.first_chunk()) {
        let plain = plain_bytes(*word);
        run += plain;
        if plain < word.len() {
            return run;
        }
    }
    let rest = bytes.get(run..).unwrap_or_default();
    run + rest.iter().position(|byte| beyond_one(*byte) > 0).unwrap_or(rest.len())
}

/// How many of eight bytes come before the first quote, backslash or control character.
const fn plain_bytes(bytes: [u8; 8]) -> usize {
    const ONES: u64 = u64::MAX / 255;
    const HIGH: u64 = ONES << 7;
    let word = u64::from_le_bytes(bytes);
    let (quote, backslash) = (word ^ (ONES * b'"' as u64), word ^ (ONES * b'\\' as u64));
    // A byte borrows from its own high bit where it is 0, or below a space; what is borrowed further up only lies behind such a byte.
    let found = (quote.wrapping_sub(ONES) & !quote)
        | (backslash.wrapping_sub(ONES) & !backslash)
        | (word.wrapping_sub(ONES * 0x20) & !word);
    (found & HIGH).trailing_zeros() as usize / 8
}
