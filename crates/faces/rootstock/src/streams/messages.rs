//! Standard error: messages of the program.

use std::io::Write;

use rootstock_analysis::Notice;

use crate::garden::name::check_command;
use crate::terminal::{self, TextWriter};

/// The writer of messages. Ignores errors, because there is no other place to report them.
pub(super) struct Messages {
    to: Box<dyn Write>,
    is_interactive: bool,
}

impl Messages {
    pub(super) fn new(to: Box<dyn Write>, is_interactive: bool) -> Self {
        Self { to, is_interactive }
    }

    /// Whether the stream is a terminal.
    pub(super) const fn is_interactive(&self) -> bool {
        self.is_interactive
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
        match notice.input_to_check() {
            Some(input) => self.say_lines(&format!("{notice}; see `{}`", check_command(input))),
            None => self.say_lines(&notice.to_string()),
        }
    }

    /// Replaces the current line.
    pub(super) fn show_progress(&mut self, text: &str) {
        let _ = write!(self.to, "\r\u{1b}[K{text}").and_then(|()| self.to.flush());
    }
}
