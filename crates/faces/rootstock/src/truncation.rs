//! The truncation of long text answers: their first and last lines, and a hint how to get the rest.

use std::collections::VecDeque;
use std::io::{self, Write};

/// The default limit of lines on a terminal.
pub(crate) const DEFAULT_LINES: usize = 200;
/// The number of last lines to keep, because they hold totals and next steps.
const TAIL_LINES: usize = 20;

/// A writer of an answer that may be too long.
pub(crate) struct TruncatingWriter {
    out: Box<dyn Write>,
    /// The limit of text lines; `None` means no limit.
    limit: Option<usize>,
    /// The number of complete lines that were written.
    written: usize,
    /// The current, incomplete line.
    line: Vec<u8>,
    /// The lines held back, because they may be the last ones.
    last: VecDeque<Vec<u8>>,
    omitted: usize,
    /// The error of a write that could not report it.
    failed: Option<io::Error>,
}

impl TruncatingWriter {
    pub(crate) fn new(out: Box<dyn Write>) -> Self {
        Self { out, limit: None, written: 0, line: Vec::new(), last: VecDeque::new(), omitted: 0, failed: None }
    }

    /// Sets the limit of text lines.
    pub(crate) const fn set_limit(&mut self, limit: Option<usize>) {
        self.limit = limit;
    }

    /// Returns the limit of text lines.
    pub(crate) const fn limit(&self) -> Option<usize> {
        self.limit
    }

    /// Sends everything from now on to another writer.
    pub(crate) fn redirect(&mut self, out: Box<dyn Write>) {
        self.out = out;
    }

    /// Returns the writer for machine-readable output, which has no limit. Flushes held-back lines first.
    pub(crate) fn raw(&mut self) -> &mut dyn Write {
        if let Err(error) = self.flush_tail() {
            self.failed = Some(error);
        }
        &mut *self.out
    }

    /// Writes the lines held back, and the number of omitted ones.
    pub(crate) fn flush_tail(&mut self) -> io::Result<()> {
        if self.omitted > 0 {
            let omitted = self.omitted;
            writeln!(self.out, "... {omitted} lines omitted; --limit 0 or `| less` shows all")?;
        }
        for line in self.last.drain(..) {
            self.out.write_all(&line)?;
        }
        self.out.write_all(&self.line)?;
        self.line.clear();
        self.omitted = 0;
        self.failed.take().map_or(Ok(()), Err)
    }

    fn end_line(&mut self, limit: usize) -> io::Result<()> {
        let line = std::mem::take(&mut self.line);
        let last = TAIL_LINES.min(limit / 2);
        if self.written < limit - last {
            self.written += 1;
            return self.out.write_all(&line);
        }
        self.last.push_back(line);
        if self.last.len() > last {
            self.last.pop_front();
            self.omitted += 1;
        }
        Ok(())
    }
}

impl Write for TruncatingWriter {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let Some(limit) = self.limit else { return self.out.write(bytes) };
        for piece in bytes.split_inclusive(|byte| *byte == b'\n') {
            self.line.extend_from_slice(piece);
            if piece.ends_with(b"\n") {
                self.end_line(limit)?;
            }
        }
        Ok(bytes.len())
    }

    /// Lines held back may still be omitted, and stay.
    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

#[cfg(test)]
mod tests {
    use std::cell::RefCell;
    use std::rc::Rc;

    use proptest::prelude::*;

    use super::*;

    #[derive(Clone, Default)]
    struct Shared(Rc<RefCell<Vec<u8>>>);

    impl Write for Shared {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0.borrow_mut().extend_from_slice(bytes);
            Ok(bytes.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    fn shown(limit: Option<usize>, pieces: &[String]) -> String {
        let shared = Shared::default();
        let mut answer = TruncatingWriter::new(Box::new(shared.clone()));
        answer.set_limit(limit);
        for piece in pieces {
            answer.write_all(piece.as_bytes()).unwrap();
        }
        answer.flush_tail().unwrap();
        String::from_utf8(shared.0.take()).unwrap()
    }

    #[test]
    fn middle_lines_are_omitted() {
        let all: String = (1..=9).map(|line| format!("{line}\n")).collect();
        let expected = "1\n2\n... 5 lines omitted; --limit 0 or `| less` shows all\n8\n9\n";
        assert_eq!(shown(Some(4), &[all]), expected);
        assert_eq!(shown(Some(1), &["1\n2\n".to_owned()]).lines().count(), 2);
    }

    proptest! {
        /// However the text is split into writes, a short answer is complete; a longer one has as many lines as allowed, plus the
        /// number of omitted lines.
        #[test]
        fn shown_and_omitted_lines_add_up(
            pieces in prop::collection::vec("[a-c\n]{0,6}", 0..20),
            limit in 1_usize..12,
        ) {
            let all = pieces.concat();
            let whole = all.matches('\n').count();
            let shown = shown(Some(limit), &pieces);
            if whole <= limit {
                prop_assert_eq!(shown, all);
            } else {
                let (head, tail) = shown.split_once("... ").unwrap();
                let (note, tail) = tail.split_once('\n').unwrap();
                let omitted: usize = note.split(' ').next().unwrap().parse().unwrap();
                prop_assert!(all.starts_with(head) && all.ends_with(tail));
                prop_assert_eq!(head.matches('\n').count() + tail.matches('\n').count(), limit);
                prop_assert_eq!(omitted, whole - limit);
            }
        }
    }
}
