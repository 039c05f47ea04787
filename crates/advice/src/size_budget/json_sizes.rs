//! What a value and its parts take as compact JSON, told without writing it.
//!
//! A profile near the limit is sized whenever somebody applies it: serde_json looks at each byte of each string to escape it, and took
//! a seventh of the instructions of its review.

mod serializer;

use std::fmt::{self, Display, Write as _};

use serde::Serialize;

type Done = Result<(), fmt::Error>;

/// So many levels of fields are told apart: `spec.machineTypes` has two.
const LEVELS: usize = 2;

/// The bytes of a value as compact JSON.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct JsonSizes {
    pub(super) all: u64,
    /// Those of its fields and of their fields, by path.
    pub(super) fields: Vec<(String, u64)>,
}

impl JsonSizes {
    pub(super) fn of(value: &impl Serialize) -> Self {
        let mut sizer = Sizer::default();
        match value.serialize(&mut sizer) {
            Ok(()) => Self { all: sizer.bytes, fields: sizer.fields },
            // What cannot be written takes no room.
            Err(_) => Self::default(),
        }
    }
}

#[derive(Default)]
struct Sizer {
    bytes: u64,
    /// The fields that are being written, as long as they are told apart.
    path: Vec<&'static str>,
    /// How many lists and objects are open.
    depth: usize,
    fields: Vec<(String, u64)>,
}

/// What is between brackets.
struct Inside<'s> {
    sizer: &'s mut Sizer,
    is_empty: bool,
}

impl Sizer {
    fn open(&mut self) -> Inside<'_> {
        self.depth += 1;
        self.bytes += 2;
        Inside { sizer: self, is_empty: true }
    }

    /// The braces around a variant with a value, its name and the colon.
    fn add_variant(&mut self, name: &str) {
        self.bytes += 2 + in_quotes(name) + 1;
    }
}

impl Inside<'_> {
    fn comma(&mut self) {
        self.sizer.bytes += u64::from(!self.is_empty);
        self.is_empty = false;
    }

    fn field<T: ?Sized + Serialize>(&mut self, key: &'static str, value: &T) -> Done {
        self.comma();
        self.sizer.bytes += in_quotes(key) + 1;
        let before = self.sizer.bytes;
        let is_told = self.sizer.depth <= LEVELS && self.sizer.path.len() + 1 == self.sizer.depth;
        if is_told {
            self.sizer.path.push(key);
        }
        value.serialize(&mut *self.sizer)?;
        if is_told {
            let path = self.sizer.path.join(".");
            self.sizer.path.pop();
            self.sizer.fields.push((path, self.sizer.bytes - before));
        }
        Ok(())
    }

    fn close(self) -> Done {
        self.sizer.depth -= 1;
        Ok(())
    }
}

/// A string with its quotes and escapes.
fn in_quotes(text: &str) -> u64 {
    let is_escaped = |byte: u8| (byte == b'"') | (byte == b'\\') | (byte < b' ');
    // Without a branch several bytes are looked at together.
    let escapes = text.bytes().fold(false, |any, byte| any | is_escaped(byte));
    let longer = if escapes { text.bytes().map(beyond_one).sum::<u64>() } else { 0 };
    text.len() as u64 + longer + 2
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

/// A text as it comes.
struct Pieces(u64);

impl fmt::Write for Pieces {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.0 += in_quotes(text) - 2;
        Ok(())
    }
}

fn displayed(value: &(impl Display + ?Sized)) -> Result<u64, fmt::Error> {
    let mut pieces = Pieces(0);
    write!(pieces, "{value}")?;
    Ok(pieces.0)
}

#[cfg(test)]
mod tests;
