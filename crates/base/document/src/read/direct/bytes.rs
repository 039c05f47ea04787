//! Byte-level access, and the bytes at which runs end.

use super::Reader;
use crate::Span;

/// Bytes that end a run in a plain scalar.
const PLAIN: u8 = 1;
/// Bytes that end a run in a plain scalar within brackets.
const FLOW: u8 = 2;
/// Bytes that end a run in double quotes.
const DOUBLE: u8 = 4;
/// Bytes that end a run in single quotes.
const SINGLE: u8 = 8;

#[expect(clippy::indexing_slicing, reason = "the bounds are those of the table")]
static CLASSES: [u8; 256] = {
    let mut classes = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        classes[byte] = match byte as u8 {
            b'\n' | b'\r' | b'\t' => PLAIN | FLOW | DOUBLE | SINGLE,
            b':' | b'#' => PLAIN | FLOW,
            b',' | b'[' | b']' | b'{' | b'}' | b'?' => FLOW,
            b'"' | b'\\' => DOUBLE,
            b'\'' => SINGLE,
            _ => 0,
        };
        byte += 1;
    }
    classes
};

/// The context of a run of bytes.
#[derive(Debug, Clone, Copy)]
pub(super) enum Run {
    Plain,
    PlainInFlow,
    DoubleQuoted,
    SingleQuoted,
}

impl Run {
    pub(super) fn plain(in_flow: bool) -> Self {
        if in_flow { Self::PlainInFlow } else { Self::Plain }
    }

    const fn ends_at(self) -> u8 {
        match self {
            Self::Plain => PLAIN,
            Self::PlainInFlow => FLOW,
            Self::DoubleQuoted => DOUBLE,
            Self::SingleQuoted => SINGLE,
        }
    }
}

pub(super) fn is_flow_mark(byte: u8) -> bool {
    matches!(byte, b',' | b'[' | b']' | b'{' | b'}')
}

impl Reader<'_, '_> {
    pub(super) fn peek(&self) -> Option<u8> {
        self.bytes.get(self.at).copied()
    }

    pub(super) fn peek_at(&self, at: usize) -> Option<u8> {
        self.bytes.get(at).copied()
    }

    /// Moves to the next byte that ends the run, or to the end.
    pub(super) fn skip_run(&mut self, run: Run) {
        let rest = self.bytes.get(self.at..).unwrap_or_default();
        let mask = run.ends_at();
        let length = rest.iter().position(|byte| CLASSES.get(usize::from(*byte)).is_some_and(|it| it & mask != 0));
        self.at += length.unwrap_or(rest.len());
    }

    pub(super) fn skip_spaces(&mut self) {
        while self.peek() == Some(b' ') {
            self.at += 1;
        }
    }

    /// Returns whether there is a blank, a line break or the end at an offset.
    pub(super) fn is_separate(&self, at: usize) -> bool {
        matches!(self.peek_at(at), None | Some(b' ' | b'\t' | b'\n' | b'\r'))
    }

    /// Returns whether the current byte is the dash of a list item.
    pub(super) fn is_dash(&self) -> bool {
        self.peek() == Some(b'-') && self.is_separate(self.at + 1)
    }

    /// Skips a line break; returns whether there is one.
    pub(super) fn skip_line_break(&mut self) -> bool {
        match self.peek() {
            Some(b'\n') => self.at += 1,
            Some(b'\r') => self.at += 2,
            _ => return false,
        }
        true
    }

    /// Moves to the end of the line.
    pub(super) fn skip_line(&mut self) {
        let rest = self.bytes.get(self.at..).unwrap_or_default();
        let length = rest.iter().position(|byte| *byte == b'\n');
        self.at += length.unwrap_or(rest.len());
        if length.is_some() && self.at > 0 && self.peek_at(self.at - 1) == Some(b'\r') {
            self.at -= 1;
        }
    }

    /// Returns the text of a range that starts and ends at ASCII characters.
    pub(super) fn slice(&self, from: usize, to: usize) -> &str {
        std::str::from_utf8(self.bytes.get(from..to).unwrap_or_default()).unwrap_or_default()
    }
}

pub(super) fn span(from: usize, to: usize) -> Span {
    Span::new(from as u32, to as u32)
}
