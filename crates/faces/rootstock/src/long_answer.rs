//! What is left of an answer that nobody would read to its end: its beginning and its last lines, and how to get the rest.

use std::collections::VecDeque;
use std::io::{self, Write};

/// How many lines an answer has on a terminal when nobody says otherwise.
pub(crate) const USUAL_LINES: usize = 200;
/// How many of them are the last ones: sums and ways on stand there.
const LAST: usize = 20;

/// Where an answer goes, which may be too long.
pub(crate) struct LongAnswer {
    out: Box<dyn Write>,
    /// The most lines of text; none if it may have any number.
    most: Option<usize>,
    /// How many whole lines have been written.
    written: usize,
    /// The line that is being written.
    line: Vec<u8>,
    /// What may be the last lines.
    last: VecDeque<Vec<u8>>,
    left_out: usize,
    /// Why something could not be written, until somebody asks.
    failed: Option<io::Error>,
}

impl LongAnswer {
    pub(crate) fn new(out: Box<dyn Write>) -> Self {
        Self { out, most: None, written: 0, line: Vec::new(), last: VecDeque::new(), left_out: 0, failed: None }
    }

    /// The most lines that a text may have.
    pub(crate) const fn set_most(&mut self, most: Option<usize>) {
        self.most = most;
    }

    /// Lets what is written from now on go elsewhere.
    pub(crate) fn redirect(&mut self, out: Box<dyn Write>) {
        self.out = out;
    }

    /// Where goes what is no text for people, however long it is. What was held back comes before it.
    pub(crate) fn raw(&mut self) -> &mut dyn Write {
        if let Err(error) = self.settle() {
            self.failed = Some(error);
        }
        &mut *self.out
    }

    /// Writes what was held back, and how much is left out.
    pub(crate) fn settle(&mut self) -> io::Result<()> {
        if self.left_out > 0 {
            let left_out = self.left_out;
            writeln!(self.out, "... {left_out} lines are left out here; --limit 0 shows all, and so does `| less`")?;
        }
        for line in self.last.drain(..) {
            self.out.write_all(&line)?;
        }
        self.out.write_all(&self.line)?;
        self.line.clear();
        self.left_out = 0;
        self.failed.take().map_or(Ok(()), Err)
    }

    fn end_line(&mut self, most: usize) -> io::Result<()> {
        let line = std::mem::take(&mut self.line);
        let last = LAST.min(most / 2);
        if self.written < most - last {
            self.written += 1;
            return self.out.write_all(&line);
        }
        self.last.push_back(line);
        if self.last.len() > last {
            self.last.pop_front();
            self.left_out += 1;
        }
        Ok(())
    }
}

impl Write for LongAnswer {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let Some(most) = self.most else { return self.out.write(bytes) };
        for piece in bytes.split_inclusive(|byte| *byte == b'\n') {
            self.line.extend_from_slice(piece);
            if piece.ends_with(b"\n") {
                self.end_line(most)?;
            }
        }
        Ok(bytes.len())
    }

    /// What is held back may still be left out, and stays.
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

    fn shown(most: Option<usize>, pieces: &[String]) -> String {
        let shared = Shared::default();
        let mut answer = LongAnswer::new(Box::new(shared.clone()));
        answer.set_most(most);
        for piece in pieces {
            answer.write_all(piece.as_bytes()).unwrap();
        }
        answer.settle().unwrap();
        String::from_utf8(shared.0.take()).unwrap()
    }

    #[test]
    fn the_middle_is_left_out() {
        let all: String = (1..=9).map(|line| format!("{line}\n")).collect();
        let expected = "1\n2\n... 5 lines are left out here; --limit 0 shows all, and so does `| less`\n8\n9\n";
        assert_eq!(shown(Some(4), &[all]), expected);
        assert_eq!(shown(Some(1), &["1\n2\n".to_owned()]).lines().count(), 2);
    }

    proptest! {
        /// However it is cut when it is written, an answer that is short enough is whole, and of a longer one so many lines are
        /// shown as may be, with the number of the others.
        #[test]
        fn what_is_shown_and_what_is_left_out_is_all(
            pieces in prop::collection::vec("[a-c\n]{0,6}", 0..20),
            most in 1_usize..12,
        ) {
            let all = pieces.concat();
            let whole = all.matches('\n').count();
            let shown = shown(Some(most), &pieces);
            if whole <= most {
                prop_assert_eq!(shown, all);
            } else {
                let (head, tail) = shown.split_once("... ").unwrap();
                let (told, tail) = tail.split_once('\n').unwrap();
                let left_out: usize = told.split(' ').next().unwrap().parse().unwrap();
                prop_assert!(all.starts_with(head) && all.ends_with(tail));
                prop_assert_eq!(head.matches('\n').count() + tail.matches('\n').count(), most);
                prop_assert_eq!(left_out, whole - most);
            }
        }
    }
}
