//! JSON with source positions, exactly as Go's parser accepts it.

use std::sync::Arc;

use crate::tree::{Builder, Collection, Fault, Parsed, Text};
use crate::{ReadLimits, Span};

/// The error that stopped the parser, and its position.
pub(super) struct JsonError {
    pub(super) fault: Box<Fault>,
    pub(super) at: u32,
}

/// The estimated number of bytes per value or key; in compact JSON, the average is ten or slightly fewer.
const BYTES_PER_NODE: usize = 8;
/// The maximum size that is assumed for a value after the first one, because most of the window may belong to further values.
const MAX_EXPECTED_BYTES: usize = 256 << 10;

/// Parses one JSON value at the start of `chunk`; returns the value and its end.
pub(super) fn parse(source: &Arc<String>, chunk: Span, limits: &ReadLimits) -> Result<(Parsed, u32), JsonError> {
    let bytes = source.as_bytes().get(..chunk.end as usize).unwrap_or_default();
    let most = if chunk.start == 0 { usize::MAX } else { MAX_EXPECTED_BYTES };
    let mut reader = Reader {
        bytes,
        at: chunk.start as usize,
        builder: Builder::new(source.clone(), chunk.range().len().min(most) / BYTES_PER_NODE, limits),
        scratch: String::new(),
    };
    reader.read().map_err(|fault| JsonError { fault, at: reader.at as u32 })?;
    let end = reader.at as u32;
    Ok((reader.builder.finish(), end))
}

struct Reader<'s, 'l> {
    bytes: &'s [u8],
    at: usize,
    builder: Builder<'l>,
    scratch: String,
}

impl Reader<'_, '_> {
    fn read(&mut self) -> Result<(), Box<Fault>> {
        loop {
            self.value()?;
            loop {
                let Some(inside) = self.builder.innermost() else { return Ok(()) };
                match (self.next()?, inside) {
                    (b',', Collection::Object) => {
                        self.at += 1;
                        if self.next()? == b'}' {
                            return Err(self.unexpected("a comma is not allowed before `}`"));
                        }
                        self.key()?;
                        break;
                    }
                    (b',', Collection::List) => {
                        self.at += 1;
                        if self.next()? == b']' {
                            return Err(self.unexpected("a comma is not allowed before `]`"));
                        }
                        break;
                    }
                    (b'}', Collection::Object) | (b']', Collection::List) => self.close()?,
                    (_, Collection::Object) => return Err(self.unexpected("expected `,` or `}`")),
                    (_, Collection::List) => return Err(self.unexpected("expected `,` or `]`")),
                }
            }
        }
    }

    /// Parses a scalar, an empty list or object, or the beginning of nested ones up to their first scalar.
    fn value(&mut self) -> Result<(), Box<Fault>> {
        loop {
            match self.next()? {
                b'{' => {
                    self.builder.open_object(self.here(1), 0)?;
                    self.at += 1;
                    if self.next()? == b'}' {
                        return self.close();
                    }
                    self.key()?;
                }
                b'[' => {
                    self.builder.open_list(self.here(1), 0)?;
                    self.at += 1;
                    if self.next()? == b']' {
                        return self.close();
                    }
                }
                first => return self.scalar(first),
            }
        }
    }

    /// Reads a key and its colon.
    fn key(&mut self) -> Result<(), Box<Fault>> {
        if self.peek() != Some(b'"') {
            return Err(self.unexpected("expected a key in double quotes"));
        }
        self.string()?;
        self.skip_blanks();
        if self.peek() != Some(b':') {
            return Err(self.unexpected("expected `:` after the key"));
        }
        self.at += 1;
        Ok(())
    }

    fn close(&mut self) -> Result<(), Box<Fault>> {
        self.at += 1;
        self.builder.close(self.at as u32)
    }

    /// Returns the next byte that is not blank.
    fn next(&mut self) -> Result<u8, Box<Fault>> {
        self.skip_blanks();
        self.peek().ok_or_else(|| self.unexpected_end())
    }

    fn scalar(&mut self, first: u8) -> Result<(), Box<Fault>> {
        match first {
            b'"' => self.string(),
            b'-' | b'0'..=b'9' => self.number(),
            b't' => self.word(b"true"),
            b'f' => self.word(b"false"),
            b'n' => self.word(b"null"),
            _ => Err(self.unexpected("expected a value")),
        }
    }

    fn word(&mut self, word: &[u8]) -> Result<(), Box<Fault>> {
        let span = self.here(word.len());
        if self.bytes.get(span.range()) != Some(word) {
            return Err(self.unexpected("expected a value; strings need double quotes"));
        }
        self.at += word.len();
        self.builder.plain(span, Text::Source(span), 0)
    }

    fn number(&mut self) -> Result<(), Box<Fault>> {
        let start = self.at;
        if self.peek() == Some(b'-') {
            self.at += 1;
        }
        match self.peek() {
            Some(b'0') => self.at += 1,
            Some(b'1'..=b'9') => self.digits(),
            _ => return Err(self.unexpected("expected a digit")),
        }
        if matches!(self.peek(), Some(b'0'..=b'9')) {
            return Err(self.unexpected("a number must not begin with 0"));
        }
        if self.peek() == Some(b'.') {
            self.at += 1;
            self.required_digits()?;
        }
        if matches!(self.peek(), Some(b'e' | b'E')) {
            self.at += 1;
            if matches!(self.peek(), Some(b'+' | b'-')) {
                self.at += 1;
            }
            self.required_digits()?;
        }
        self.builder.number(Span::new(start as u32, self.at as u32))
    }

    fn digits(&mut self) {
        while matches!(self.peek(), Some(b'0'..=b'9')) {
            self.at += 1;
        }
    }

    fn required_digits(&mut self) -> Result<(), Box<Fault>> {
        let start = self.at;
        self.digits();
        if self.at == start { Err(self.unexpected("expected a digit")) } else { Ok(()) }
    }

    fn string(&mut self) -> Result<(), Box<Fault>> {
        let start = self.at;
        self.at += 1;
        let content = self.at;
        self.plain_run();
        if self.peek() == Some(b'"') {
            self.at += 1;
            return self.builder.quoted(Span::new(start as u32, self.at as u32));
        }
        let mut decoded = std::mem::take(&mut self.scratch);
        decoded.clear();
        let mut run = content;
        loop {
            decoded.push_str(self.slice(run));
            match self.peek() {
                Some(b'"') => break,
                Some(b'\\') => self.escape(&mut decoded)?,
                Some(_) => return Err(self.unexpected("a control character in a string must be written as an escape")),
                None => {
                    let span = Span::new(start as u32, start as u32 + 1);
                    return Err(Fault::unreadable(span, "a string is opened and never closed"));
                }
            }
            run = self.at;
            self.plain_run();
        }
        self.at += 1;
        let result = self.builder.text(Span::new(start as u32, self.at as u32), Text::Decoded(&decoded), 0);
        self.scratch = decoded;
        result
    }

    /// Moves to the next quote, backslash or control character.
    fn plain_run(&mut self) {
        let rest = self.bytes.get(self.at..).unwrap_or_default();
        self.at += rest.iter().position(|byte| matches!(byte, b'"' | b'\\' | ..b' ')).unwrap_or(rest.len());
    }

    fn slice(&self, from: usize) -> &str {
        // The source is valid UTF-8, and runs are cut at ASCII characters only.
        std::str::from_utf8(self.bytes.get(from..self.at).unwrap_or_default()).unwrap_or_default()
    }

    fn escape(&mut self, decoded: &mut String) -> Result<(), Box<Fault>> {
        self.at += 1;
        let simple = match self.peek() {
            Some(byte @ (b'"' | b'\\' | b'/')) => char::from(byte),
            Some(b'b') => '\u{8}',
            Some(b'f') => '\u{c}',
            Some(b'n') => '\n',
            Some(b'r') => '\r',
            Some(b't') => '\t',
            Some(b'u') => {
                self.at += 1;
                let first = self.hex()?;
                decoded.push(self.character(first)?);
                return Ok(());
            }
            _ => return Err(self.unexpected("unknown escape after `\\`")),
        };
        self.at += 1;
        decoded.push(simple);
        Ok(())
    }

    /// Returns the character of an escape, including the second half of a surrogate pair. As in Go, a single surrogate becomes
    /// U+FFFD.
    fn character(&mut self, first: u32) -> Result<char, Box<Fault>> {
        if !(0xD800..0xE000).contains(&first) {
            return Ok(char::from_u32(first).unwrap_or(char::REPLACEMENT_CHARACTER));
        }
        if first < 0xDC00 && self.bytes.get(self.at..self.at + 2) == Some(b"\\u") {
            let before = self.at;
            self.at += 2;
            let second = self.hex()?;
            if (0xDC00..0xE000).contains(&second) {
                let code = 0x1_0000 + ((first - 0xD800) << 10) + (second - 0xDC00);
                return Ok(char::from_u32(code).unwrap_or(char::REPLACEMENT_CHARACTER));
            }
            self.at = before;
        }
        Ok(char::REPLACEMENT_CHARACTER)
    }

    fn hex(&mut self) -> Result<u32, Box<Fault>> {
        let mut value = 0;
        for _ in 0..4 {
            let digit = self.peek().and_then(|byte| char::from(byte).to_digit(16));
            let Some(digit) = digit else { return Err(self.unexpected("four hexadecimal digits must follow `\\u`")) };
            value = value * 16 + digit;
            self.at += 1;
        }
        Ok(value)
    }

    fn peek(&self) -> Option<u8> {
        self.bytes.get(self.at).copied()
    }

    fn skip_blanks(&mut self) {
        while matches!(self.peek(), Some(b' ' | b'\t' | b'\n' | b'\r')) {
            self.at += 1;
        }
    }

    fn here(&self, length: usize) -> Span {
        Span::new(self.at as u32, (self.at + length) as u32)
    }

    fn unexpected(&self, detail: &str) -> Box<Fault> {
        if self.at >= self.bytes.len() {
            return self.unexpected_end();
        }
        // Include the entire character, which may have several bytes.
        let rest = self.bytes.get(self.at + 1..).unwrap_or_default();
        let length = 1 + rest.iter().take_while(|byte| (**byte & 0xC0) == 0x80).count();
        Fault::unreadable(self.here(length), detail)
    }

    fn unexpected_end(&self) -> Box<Fault> {
        let end = match self.builder.innermost() {
            Some(Collection::Object) => "`{` is opened and never closed",
            Some(Collection::List) => "`[` is opened and never closed",
            None => "the text ends too early",
        };
        Fault::unreadable(Span::new(self.at as u32, self.at as u32), end).with_help("the file may have been cut off")
    }
}

#[cfg(test)]
mod tests;
