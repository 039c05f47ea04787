//! Standard error: messages of the program.

use std::io::Write;

use rootstock_analysis::Notice;

use crate::garden::name::way_to_check;
use crate::terminal::{self, TextWriter};

/// The writer of messages. Ignores errors, because there is no other place to report them.
pub(super) struct Messages {
    to: Box<dyn Write>,
    is_watched: bool,
}

impl Messages {
    pub(super) fn new(to: Box<dyn Write>, is_watched: bool) -> Self {
        Self { to, is_watched }
    }

    /// Whether the stream is a terminal.
    pub(super) const fn is_watched(&self) -> bool {
        self.is_watched
    }

    pub(super) fn text(&mut self) -> impl Write + '_ {
        TextWriter::styled(&mut *self.to)
    }

    pub(super) fn write(&mut self, text: &str) {
        let _ = write!(self.to, "{text}");
    }

    pub(super) fn say_lines(&mut self, text: &str) {
        let _ = writeln!(self.to, "rootstock: {}", terminal::lines(text));
    }

    pub(super) fn say_notice(&mut self, notice: &Notice) {
        match notice.to_be_checked() {
            Some(input) => self.say_lines(&format!("{notice}; see `{}`", way_to_check(input))),
            None => self.say_lines(&notice.to_string()),
        }
    }

    /// Replaces the current line.
    pub(super) fn show_progress(&mut self, text: &str) {
        let _ = write!(self.to, "\r\u{1b}[K{text}").and_then(|()| self.to.flush());
    }
}
