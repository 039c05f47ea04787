//! Navigation between lines with content.

use super::{Accepted, Declined, Reader};

impl Reader<'_, '_> {
    /// Finishes a line after its last token and moves to the next line with content.
    pub(super) fn end_line(&mut self) -> Accepted {
        let behind = self.at;
        self.skip_spaces();
        self.saw_comment = false;
        match self.peek() {
            None | Some(b'\n' | b'\r') => self.content_end = self.trimmed(0, behind),
            Some(b'#') if self.at > behind => {
                self.saw_comment = true;
                self.skip_line();
                self.content_end = self.trimmed(behind, self.at);
            }
            Some(_) => return Err(Declined),
        }
        self.breaks = 0;
        self.seek_line()
    }

    /// Moves to the next line that is neither empty nor a comment. Before that, `at` is at the line break of the current line, or
    /// at the start of a line.
    pub(super) fn seek_line(&mut self) -> Accepted {
        loop {
            if self.skip_line_break() {
                self.breaks += 1;
            }
            let start = self.at;
            self.skip_spaces();
            match self.peek() {
                None => {
                    self.column = None;
                    return Ok(());
                }
                Some(b'\n' | b'\r') => {}
                Some(b'#') => {
                    self.saw_comment = true;
                    self.skip_line();
                }
                Some(b'\t') => return Err(Declined),
                Some(_) => {
                    self.column = Some(self.at - start);
                    return Ok(());
                }
            }
        }
    }

    /// Returns the end of a range without its trailing blanks.
    pub(super) fn trimmed(&self, from: usize, to: usize) -> usize {
        let stretch = self.bytes.get(from..to).unwrap_or_default();
        let blanks = stretch.iter().rev().take_while(|byte| matches!(byte, b' ' | b'\t' | b'\n' | b'\r')).count();
        to - blanks
    }
}
