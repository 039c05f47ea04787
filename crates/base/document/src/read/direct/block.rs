//! Lists and objects in block style.

use super::bytes::span;
use super::{Accepted, Declined, Kind, Level, MAX_KEY_LENGTH, Pending, Reader};
use crate::tree::Text;

/// A scalar that may turn out to be a key.
pub(super) struct Scalar {
    pub(super) start: usize,
    pub(super) end: usize,
    pub(super) is_quoted: bool,
    /// Whether the text is in `scratch` instead of the source between `start` and `end`.
    pub(super) is_decoded: bool,
    pub(super) is_one_line: bool,
}

impl Reader<'_, '_> {
    /// Parses the entire document.
    pub(super) fn document(&mut self) -> Accepted {
        match self.bytes.get(self.at..self.at + 3) {
            Some(b"---") if self.is_separate(self.at + 3) => {
                self.at += 3;
                self.end_line()?;
            }
            Some(b"...") => return Err(Declined),
            _ => self.seek_line()?,
        }
        while let Some(column) = self.column {
            self.line(column)?;
        }
        self.add_omitted_value()?;
        while self.levels.pop().is_some() {
            self.builder.close(self.content_end as u32)?;
        }
        if self.builder.is_complete() { Ok(()) } else { Err(Declined) }
    }

    fn line(&mut self, column: usize) -> Accepted {
        let is_dash = self.is_dash();
        let top = self.levels.last().copied();
        match (self.pending, top) {
            (Pending::Root, None) => {
                self.pending = Pending::Nothing;
                return self.node(column, true);
            }
            (Pending::Value(_) | Pending::Item(_), Some(top)) if column > top.column => {
                self.pending = Pending::Nothing;
                return self.node(column, false);
            }
            (Pending::Value(_), Some(top)) if is_dash && column == top.column => {
                self.pending = Pending::Nothing;
                return self.list_below_key(column);
            }
            _ => self.add_omitted_value()?,
        }
        loop {
            let Some(top) = self.levels.last().copied() else { return Err(Declined) };
            if top.column > column || (top.column == column && top.kind == Kind::ListBelowKey && !is_dash) {
                self.levels.pop();
                self.builder.close(self.content_end as u32)?;
                continue;
            }
            return match top.kind {
                _ if top.column < column => Err(Declined),
                Kind::Object if !is_dash => self.entry(),
                Kind::List | Kind::ListBelowKey if is_dash => self.item(column),
                _ => Err(Declined),
            };
        }
    }

    /// Adds a null for an omitted value.
    fn add_omitted_value(&mut self) -> Accepted {
        let pending = std::mem::replace(&mut self.pending, Pending::Nothing);
        if let Pending::Value(at) | Pending::Item(at) = pending {
            self.builder.plain(span(at, at), Text::Source(span(at, at)), 0)?;
        }
        Ok(())
    }

    fn list_below_key(&mut self, column: usize) -> Accepted {
        let dash = self.at;
        let is_on_same_line = self.skip_dash();
        // Like the complete parser, let such a list start at its first value.
        self.builder.open_list(span(self.at, self.at), 0)?;
        self.levels.push(Level { column, kind: Kind::ListBelowKey });
        self.item_after_dash(is_on_same_line, column + self.at - dash)
    }

    fn item(&mut self, column: usize) -> Accepted {
        let dash = self.at;
        let is_on_same_line = self.skip_dash();
        self.item_after_dash(is_on_same_line, column + self.at - dash)
    }

    /// Skips a dash; returns whether the item starts on the same line.
    fn skip_dash(&mut self) -> bool {
        self.at += 1;
        self.skip_spaces();
        if self.peek() == Some(b'#') {
            self.skip_line();
        }
        !matches!(self.peek(), None | Some(b'\n' | b'\r'))
    }

    /// Reads the item after a dash.
    fn item_after_dash(&mut self, is_on_same_line: bool, column: usize) -> Accepted {
        if is_on_same_line {
            return self.node(column, false);
        }
        self.pending = Pending::Item(self.at);
        self.end_line()
    }

    /// Reads a value that may be a list or object in block style.
    fn node(&mut self, mut column: usize, is_root: bool) -> Accepted {
        while self.is_dash() {
            self.builder.open_list(span(self.at, self.at), 0)?;
            self.levels.push(Level { column, kind: Kind::List });
            let dash = self.at;
            if !self.skip_dash() {
                self.pending = Pending::Item(self.at);
                return self.end_line();
            }
            column += self.at - dash;
        }
        match self.peek() {
            Some(b'[' | b'{') => return self.flow_value(),
            // A document that is just a string.
            _ if is_root && self.levels.is_empty() && !self.begins_object() => return Err(Declined),
            Some(b'|' | b'>') => return self.block_scalar(),
            _ => {}
        }
        let scalar = self.scalar(false)?;
        if !self.is_key_end() {
            return self.take_value(&scalar);
        }
        self.builder.open_object(span(scalar.start, scalar.start), 0)?;
        self.levels.push(Level { column, kind: Kind::Object });
        self.take_key(&scalar)
    }

    /// Returns whether the scalar at this position is a key.
    fn begins_object(&mut self) -> bool {
        let start = self.at;
        let is_key = self.scalar(false).is_ok() && self.is_key_end();
        self.at = start;
        is_key
    }

    /// Reads a key and its value in an open object.
    fn entry(&mut self) -> Accepted {
        let scalar = self.scalar(false)?;
        if self.is_key_end() { self.take_key(&scalar) } else { Err(Declined) }
    }

    /// Skips blanks before the colon of a key; returns whether there is one.
    fn is_key_end(&mut self) -> bool {
        let end = self.at;
        self.skip_spaces();
        if self.peek() == Some(b':') && self.is_separate(self.at + 1) {
            return true;
        }
        self.at = end;
        false
    }

    /// Adds a key; the current byte is its colon.
    fn take_key(&mut self, key: &Scalar) -> Accepted {
        let colon = self.at;
        if !key.is_one_line || colon - key.start > MAX_KEY_LENGTH {
            return Err(Declined);
        }
        self.add(key)?;
        self.at += 1;
        let behind = self.at;
        self.skip_spaces();
        match self.peek() {
            None | Some(b'\n' | b'\r' | b'#') => {
                self.pending = Pending::Value(colon);
                self.at = behind;
                self.end_line()
            }
            Some(b'[' | b'{') => self.flow_value(),
            Some(b'|' | b'>') => self.block_scalar(),
            Some(_) => {
                let scalar = self.scalar(false)?;
                self.take_value(&scalar)
            }
        }
    }

    /// Reads a scalar with or without quotes, up to the end of the line or the colon after it.
    pub(super) fn scalar(&mut self, in_flow: bool) -> Accepted<Scalar> {
        match self.peek() {
            Some(b'"') => self.double_quoted(),
            Some(b'\'') => self.single_quoted(),
            _ => self.plain(in_flow),
        }
    }

    /// Adds a value, which may continue on the next line.
    fn take_value(&mut self, value: &Scalar) -> Accepted {
        if value.is_quoted {
            self.add(value)?;
            return self.end_line();
        }
        self.end_line()?;
        if self.continues() { self.multi_line_plain(value) } else { self.add(value) }
    }

    /// Returns whether the line belongs to the value of the innermost level.
    pub(super) fn continues(&self) -> bool {
        let around = self.levels.last().map(|level| level.column);
        self.column.is_some_and(|column| around.is_none_or(|around| column > around))
    }

    /// Adds a scalar to the tree.
    pub(super) fn add(&mut self, scalar: &Scalar) -> Accepted {
        let place = span(scalar.start, scalar.end);
        let quote = usize::from(scalar.is_quoted);
        let decoded;
        let text = if scalar.is_decoded {
            decoded = std::mem::take(&mut self.scratch);
            Text::Decoded(&decoded)
        } else {
            decoded = String::new();
            Text::Source(span(scalar.start + quote, scalar.end - quote))
        };
        if scalar.is_quoted {
            self.builder.text(place, text, 0)?;
        } else {
            self.builder.plain(place, text, 0)?;
        }
        if scalar.is_decoded {
            self.scratch = decoded;
        }
        Ok(())
    }

    fn flow_value(&mut self) -> Accepted {
        self.flow()?;
        self.end_line()
    }
}
