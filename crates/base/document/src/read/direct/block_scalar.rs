//! Block scalars: texts after `|` and `>`.

use super::bytes::span;
use super::{Accepted, Declined, Reader};
use crate::tree::Text;

/// The treatment of trailing line breaks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Chomping {
    Strip,
    Clip,
    Keep,
}

struct Header {
    is_literal: bool,
    chomping: Chomping,
    /// The indentation, if specified.
    indent: Option<usize>,
}

impl Reader<'_, '_> {
    /// Reads a block scalar as a value, and moves to the line after it.
    pub(super) fn block_scalar(&mut self) -> Accepted {
        let start = self.at;
        let around = self.levels.last().ok_or(Declined)?.column;
        let header = self.header(around)?;
        let (indent, leading) = match header.indent {
            Some(indent) => (indent, 0),
            None => self.indentation()?,
        };
        if indent <= around {
            return Err(Declined);
        }
        let mut decoded = std::mem::take(&mut self.scratch);
        decoded.clear();
        decoded.extend(std::iter::repeat_n('\n', leading));
        self.lines(&header, indent, &mut decoded)?;
        let text = if decoded.is_empty() { Text::Source(span(0, 0)) } else { Text::Decoded(&decoded) };
        let end = self.at + self.indented_by();
        self.builder.text(span(start, end), text, 0)?;
        self.scratch = decoded;
        self.saw_comment = false;
        self.breaks = 0;
        self.seek_line()
    }

    /// Reads the line of the `|` or `>`.
    fn header(&mut self, around: usize) -> Accepted<Header> {
        let is_literal = self.peek() == Some(b'|');
        let mut header = Header { is_literal, chomping: Chomping::Clip, indent: None };
        self.at += 1;
        for _ in 0..2 {
            match self.peek() {
                Some(b'-') if header.chomping == Chomping::Clip => header.chomping = Chomping::Strip,
                Some(b'+') if header.chomping == Chomping::Clip => header.chomping = Chomping::Keep,
                Some(digit @ b'1'..=b'9') if header.indent.is_none() => {
                    header.indent = Some(around + usize::from(digit - b'0'));
                }
                _ => break,
            }
            self.at += 1;
        }
        let behind = self.at;
        self.skip_spaces();
        if self.peek() == Some(b'#') && self.at > behind {
            self.skip_line();
        }
        if self.skip_line_break() { Ok(header) } else { Err(Declined) }
    }

    /// Returns the indentation of the first line that is not empty, and the number of empty lines before it.
    fn indentation(&mut self) -> Accepted<(usize, usize)> {
        let mut leading = 0;
        let mut longest = 0;
        loop {
            let indent = self.indented_by();
            match self.peek_at(self.at + indent) {
                Some(b'\n' | b'\r') => {
                    longest = longest.max(indent);
                    leading += 1;
                    self.at += indent;
                    self.skip_line_break();
                }
                None | Some(b'\t') => return Err(Declined),
                Some(_) if longest > indent => return Err(Declined),
                Some(_) => return Ok((indent, leading)),
            }
        }
    }

    /// Reads the lines of the text; afterwards `at` is the start of the first line that does not belong to it.
    fn lines(&mut self, header: &Header, indent: usize, decoded: &mut String) -> Accepted {
        let mut is_first = true;
        // Whether any line contains more than blanks.
        let mut has_content = false;
        let mut was_indented = false;
        // The number of empty lines since the last other one.
        let mut empty = 0;
        let mut ends_in_break = false;
        loop {
            let blanks = self.indented_by();
            let next = self.peek_at(self.at + blanks);
            match next {
                None if blanks > 0 => return Err(Declined),
                None => break,
                Some(b'\n' | b'\r') if blanks > indent => return Err(Declined),
                Some(b'\n' | b'\r') => {
                    self.at += blanks;
                    self.skip_line_break();
                    empty += 1;
                    continue;
                }
                Some(_) if blanks < indent => break,
                Some(_) => {}
            }
            let is_indented = blanks > indent || next == Some(b'\t');
            if is_first {
                // With a specified indentation, empty lines may come first.
                decoded.extend(std::iter::repeat_n('\n', empty));
            } else if !header.is_literal && !was_indented && !is_indented {
                super::plain::fold(decoded, empty + 1);
            } else {
                decoded.extend(std::iter::repeat_n('\n', empty + 1));
            }
            is_first = false;
            was_indented = is_indented;
            empty = 0;
            let from = self.at + indent;
            self.at = from;
            self.skip_line();
            decoded.push_str(self.slice(from, self.at));
            let end = self.trimmed(from, self.at);
            if end > from {
                has_content = true;
                self.content_end = end;
            }
            ends_in_break = self.skip_line_break();
        }
        if !has_content || (self.peek().is_none() && !ends_in_break && empty > 0) {
            return Err(Declined);
        }
        if header.chomping != Chomping::Strip && ends_in_break {
            decoded.push('\n');
        }
        if header.chomping == Chomping::Keep {
            decoded.extend(std::iter::repeat_n('\n', empty));
        }
        Ok(())
    }

    /// Returns the number of spaces at the start of the line.
    fn indented_by(&self) -> usize {
        let rest = self.bytes.get(self.at..).unwrap_or_default();
        rest.iter().take_while(|byte| **byte == b' ').count()
    }
}
