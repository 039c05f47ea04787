//! Escapes in double-quoted scalars.

use super::{Accepted, Declined, Reader};

impl Reader<'_, '_> {
    /// Appends the character of an escape, after its backslash.
    pub(super) fn escape(&mut self, decoded: &mut String) -> Accepted {
        let character = match self.peek().ok_or(Declined)? {
            b'0' => '\0',
            b'a' => '\u{7}',
            b'b' => '\u{8}',
            b't' => '\t',
            b'n' => '\n',
            b'v' => '\u{b}',
            b'f' => '\u{c}',
            b'r' => '\r',
            b'e' => '\u{1b}',
            b' ' => ' ',
            b'"' => '"',
            b'/' => '/',
            b'\\' => '\\',
            b'N' => '\u{85}',
            b'_' => '\u{a0}',
            b'L' => '\u{2028}',
            b'P' => '\u{2029}',
            b'x' => self.code(2)?,
            b'u' => self.code(4)?,
            b'U' => self.code(8)?,
            _ => return Err(Declined),
        };
        self.at += 1;
        decoded.push(character);
        Ok(())
    }

    /// Reads a character by its code point. Surrogates are left to the complete parser.
    fn code(&mut self, digits: usize) -> Accepted<char> {
        let mut value: u32 = 0;
        for _ in 0..digits {
            self.at += 1;
            let digit = self.peek().and_then(|byte| char::from(byte).to_digit(16)).ok_or(Declined)?;
            value = value.checked_mul(16).ok_or(Declined)? + digit;
        }
        char::from_u32(value).ok_or(Declined)
    }
}
