//! Lists and objects in brackets.

use super::bytes::span;
use super::{Accepted, Declined, MAX_KEY_LENGTH, Reader};

/// The tokens that may come next.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Expect {
    /// A value, or the end of the list.
    Item,
    /// A key, or the end of the object.
    Key,
    Value,
    /// A comma, or the end of the list or object.
    Comma,
}

impl Reader<'_, '_> {
    /// Reads from an opening bracket to its counterpart.
    pub(super) fn flow(&mut self) -> Accepted {
        // The open lists and objects, innermost last; true for an object.
        let mut open: Vec<bool> = Vec::new();
        let mut expect = Expect::Value;
        loop {
            let byte = self.peek().ok_or(Declined)?;
            expect = match (expect, byte) {
                (Expect::Value | Expect::Item, b'[') => {
                    self.builder.open_list(span(self.at, self.at + 1), 0)?;
                    self.at += 1;
                    open.push(false);
                    Expect::Item
                }
                (Expect::Value | Expect::Item, b'{') => {
                    self.builder.open_object(span(self.at, self.at + 1), 0)?;
                    self.at += 1;
                    open.push(true);
                    Expect::Key
                }
                (Expect::Item, b']') | (Expect::Key, b'}') => self.close_flow(&mut open)?,
                (Expect::Comma, b']') if open.last() == Some(&false) => self.close_flow(&mut open)?,
                (Expect::Comma, b'}') if open.last() == Some(&true) => self.close_flow(&mut open)?,
                (Expect::Comma, b',') => {
                    self.at += 1;
                    if open.last() == Some(&true) { Expect::Key } else { Expect::Item }
                }
                (Expect::Comma, _) => return Err(Declined),
                (Expect::Key, _) => {
                    self.flow_key()?;
                    Expect::Value
                }
                (Expect::Value | Expect::Item, _) => {
                    let scalar = self.scalar(true)?;
                    self.add(&scalar)?;
                    Expect::Comma
                }
            };
            if open.is_empty() {
                return Ok(());
            }
            self.skip_in_flow()?;
        }
    }

    fn close_flow(&mut self, open: &mut Vec<bool>) -> Accepted<Expect> {
        self.at += 1;
        open.pop();
        self.builder.close(self.at as u32)?;
        Ok(Expect::Comma)
    }

    /// Reads a key with its colon.
    fn flow_key(&mut self) -> Accepted {
        let key = self.scalar(true)?;
        let end = self.at;
        self.skip_spaces();
        let is_separate = self.is_separate(self.at + 1) || (key.is_quoted && self.at == end);
        if self.peek() != Some(b':') || !is_separate || !key.is_one_line || self.at - key.start > MAX_KEY_LENGTH {
            return Err(Declined);
        }
        self.add(&key)?;
        self.at += 1;
        Ok(())
    }

    /// Skips blanks, line breaks and comments.
    fn skip_in_flow(&mut self) -> Accepted {
        loop {
            let start = self.at;
            self.skip_spaces();
            match self.peek() {
                Some(b'\n' | b'\r') => {
                    self.skip_line_break();
                }
                Some(b'#') if self.at > start || self.peek_at(start.saturating_sub(1)) == Some(b'\n') => {
                    self.skip_line();
                }
                Some(b'\t' | b'#') => return Err(Declined),
                _ => return Ok(()),
            }
        }
    }
}
