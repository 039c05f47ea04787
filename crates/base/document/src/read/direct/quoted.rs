//! Quoted scalars.

use super::block::Scalar;
use super::bytes::Run;
use super::plain::fold;
use super::{Accepted, Declined, Reader};

impl Reader<'_, '_> {
    pub(super) fn double_quoted(&mut self) -> Accepted<Scalar> {
        self.quoted(b'"', Run::DoubleQuoted)
    }

    pub(super) fn single_quoted(&mut self) -> Accepted<Scalar> {
        self.quoted(b'\'', Run::SingleQuoted)
    }

    fn quoted(&mut self, quote: u8, run: Run) -> Accepted<Scalar> {
        let start = self.at;
        self.at += 1;
        self.skip_in_line(run);
        let mut is_one_line = true;
        let is_decoded = self.peek() != Some(quote) || (quote == b'\'' && self.peek_at(self.at + 1) == Some(quote));
        if is_decoded {
            let mut decoded = std::mem::take(&mut self.scratch);
            decoded.clear();
            is_one_line = self.rest_of_quoted(start + 1, quote, run, &mut decoded)?;
            self.scratch = decoded;
        }
        self.at += 1;
        Ok(Scalar { start, end: self.at, is_quoted: true, is_decoded, is_one_line })
    }

    /// Skips a run including tabs, which are ordinary characters here.
    fn skip_in_line(&mut self, run: Run) {
        self.skip_run(run);
        while self.peek() == Some(b'\t') {
            self.at += 1;
            self.skip_run(run);
        }
    }

    /// Reads a text with escapes or line breaks up to the closing quote; returns whether it is on one line.
    fn rest_of_quoted(&mut self, mut from: usize, quote: u8, run: Run, decoded: &mut String) -> Accepted<bool> {
        let mut is_one_line = true;
        loop {
            match self.peek() {
                Some(b'\'') if quote == b'\'' => {
                    decoded.push_str(self.slice(from, self.at));
                    if self.peek_at(self.at + 1) != Some(b'\'') {
                        return Ok(is_one_line);
                    }
                    decoded.push('\'');
                    self.at += 2;
                }
                Some(b'"') if quote == b'"' => {
                    decoded.push_str(self.slice(from, self.at));
                    return Ok(is_one_line);
                }
                Some(b'\\') => {
                    decoded.push_str(self.slice(from, self.at));
                    self.at += 1;
                    if matches!(self.peek(), Some(b'\n' | b'\r')) {
                        is_one_line = false;
                        if self.next_quoted_line()? != 1 {
                            return Err(Declined);
                        }
                    } else {
                        self.escape(decoded)?;
                    }
                }
                Some(b'\n' | b'\r') => {
                    let end = self.trimmed(from, self.at);
                    decoded.push_str(self.slice(from, end));
                    is_one_line = false;
                    fold(decoded, self.next_quoted_line()?);
                }
                _ => return Err(Declined),
            }
            from = self.at;
            self.skip_in_line(run);
        }
    }

    /// Moves to the first character of the next line that is not empty; returns the number of line breaks before it.
    fn next_quoted_line(&mut self) -> Accepted<usize> {
        let mut breaks = 0;
        let mut start = self.at;
        while self.skip_line_break() {
            breaks += 1;
            start = self.at;
            self.skip_spaces();
        }
        let around = self.levels.last().map_or(0, |level| level.column);
        // Tabs as indentation, and insufficiently indented lines.
        if self.peek() == Some(b'\t') || self.at - start <= around {
            return Err(Declined);
        }
        Ok(breaks)
    }
}
