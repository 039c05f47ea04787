//! What a value and its parts take as compact JSON, told without writing it.
//!
//! A profile near the limit is sized whenever somebody applies it: serde_json looks at each byte of each string to escape it, and took
//! a seventh of the instructions of its review.

mod serializer;

use std::fmt::{self, Display, Write as _};

use rootstock_core_model::in_json_quotes;
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
        Self::with_known(value, None)
    }

    /// The same where the size of a field that is told apart is known.
    pub(super) fn with_known(value: &impl Serialize, known: Option<(&'static str, u64)>) -> Self {
        let mut sizer = Sizer { known, ..Sizer::default() };
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
    /// A field that need not be written, and its size.
    known: Option<(&'static str, u64)>,
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
        self.bytes += 2 + in_json_quotes(name) + 1;
    }
}

impl Inside<'_> {
    fn comma(&mut self) {
        self.sizer.bytes += u64::from(!self.is_empty);
        self.is_empty = false;
    }

    fn field<T: ?Sized + Serialize>(&mut self, key: &'static str, value: &T) -> Done {
        self.comma();
        self.sizer.bytes += in_json_quotes(key) + 1;
        let sizer = &mut *self.sizer;
        let is_told = sizer.depth <= LEVELS && sizer.path.len() + 1 == sizer.depth;
        if !is_told {
            return value.serialize(sizer);
        }
        sizer.path.push(key);
        let path = sizer.path.join(".");
        let before = sizer.bytes;
        match sizer.known {
            Some((known, bytes)) if path == known => sizer.bytes += bytes,
            _ => value.serialize(&mut *sizer)?,
        }
        sizer.path.pop();
        sizer.fields.push((path, sizer.bytes - before));
        Ok(())
    }

    fn close(self) -> Done {
        self.sizer.depth -= 1;
        Ok(())
    }
}

/// A text as it comes.
struct Pieces(u64);

impl fmt::Write for Pieces {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.0 += in_json_quotes(text) - 2;
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
