//! Plain scalars, that is, without quotes.

use super::block::Scalar;
use super::bytes::{Run, is_flow_mark};
use super::{Accepted, Declined, Reader};

impl Reader<'_, '_> {
    /// Reads the part of a plain scalar that is on one line. It ends before a blank, a line break, the colon of a key or, within
    /// brackets, a comma or bracket.
    pub(super) fn plain(&mut self, in_flow: bool) -> Accepted<Scalar> {
        let start = self.at;
        match self.peek() {
            Some(b'-') => {
                let next = self.peek_at(start + 1);
                if self.is_separate(start + 1) || (in_flow && next.is_some_and(is_flow_mark)) {
                    return Err(Declined);
                }
            }
            None
            | Some(
                b' ' | b'\t' | b'\n' | b'\r' | b',' | b'[' | b']' | b'{' | b'}' | b'#' | b'&' | b'*' | b'!' | b'|'
                | b'>' | b'\'' | b'"' | b'%' | b'@' | b'`' | b'?' | b':',
            ) => return Err(Declined),
            Some(_) => {}
        }
        let end = self.plain_segment(in_flow)?;
        Ok(Scalar { start, end, is_quoted: false, is_decoded: false, is_one_line: true })
    }

    /// Moves to the end of a plain scalar on the current line.
    fn plain_segment(&mut self, in_flow: bool) -> Accepted<usize> {
        let start = self.at;
        let run = Run::plain(in_flow);
        loop {
            self.skip_run(run);
            let at = self.at;
            let continues = match self.peek() {
                Some(b':') => {
                    let next = self.peek_at(at + 1);
                    !(self.is_separate(at + 1) || (in_flow && next.is_some_and(is_flow_mark)))
                }
                Some(b'#') => at == start || self.peek_at(at - 1) != Some(b' '),
                Some(b'\t') => return Err(Declined),
                _ => false,
            };
            if !continues {
                break;
            }
            self.at += 1;
        }
        let mut end = self.at;
        while end > start && self.peek_at(end - 1) == Some(b' ') {
            end -= 1;
        }
        self.at = end;
        Ok(end)
    }

    /// Reads a plain scalar of several lines, after its first line, at the start of the second.
    pub(super) fn multi_line_plain(&mut self, first: &Scalar) -> Accepted {
        let mut decoded = std::mem::take(&mut self.scratch);
        decoded.clear();
        decoded.push_str(self.slice(first.start, first.end));
        let mut end = first.end;
        while self.continues() {
            if self.saw_comment {
                return Err(Declined);
            }
            fold(&mut decoded, self.breaks);
            let from = self.at;
            end = self.plain_segment(false)?;
            if end == from {
                return Err(Declined);
            }
            decoded.push_str(self.slice(from, end));
            // Every parser rejects the colon of a key here.
            self.end_line()?;
        }
        self.scratch = decoded;
        self.add(&Scalar { end, is_decoded: true, is_one_line: false, ..*first })
    }
}

/// Appends the result of folding line breaks.
pub(super) fn fold(decoded: &mut String, breaks: usize) {
    if breaks <= 1 {
        decoded.push(' ');
    } else {
        decoded.extend(std::iter::repeat_n('\n', breaks - 1));
    }
}
