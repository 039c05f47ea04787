//! Strings of JSON: which bytes of them are written as escapes.

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
    run + rest.iter().position(|byte| matches!(byte, b'"' | b'\\' | ..b' ')).unwrap_or(rest.len())
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
