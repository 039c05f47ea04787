//! The three streams of a run: inputs, the answer, and messages of the program.

mod messages;
mod output;

use std::fmt::Display;
use std::io::{self, IsTerminal as _, Read, Write};

use rootstock_analysis::Notice;
use rootstock_document::printable;

use self::messages::Messages;
pub(crate) use self::output::{Output, VERSION};
use crate::Status;
use crate::failure::Failure;
use crate::input::Inputs;
use crate::terminal;

/// The limit of messages that are listed individually.
const MAX_MESSAGES: usize = 40;

/// The three streams of a run.
pub struct Streams {
    pub(crate) input: Inputs,
    pub(crate) out: Output,
    messages: Messages,
    /// Whether messages besides errors are left out.
    is_quiet: bool,
}

impl Streams {
    /// Creates streams from those of the caller; styles are written as they are.
    #[must_use]
    pub fn new(input: Box<dyn Read + Send>, out: Box<dyn Write>, messages: Box<dyn Write>) -> Self {
        Self {
            input: Inputs::new(input),
            out: Output::new(out),
            messages: Messages::new(messages, false),
            is_quiet: false,
        }
    }

    /// Creates the standard streams. Colors go only to terminals, unless `NO_COLOR` is set.
    pub(crate) fn for_process() -> Self {
        let messages = Messages::new(Box::new(anstream::stderr()), io::stderr().is_terminal());
        Self { input: Inputs::new(Box::new(io::stdin())), out: Output::for_process(), messages, is_quiet: false }
    }

    /// Returns the writer of messages, and of the report when the answer is a text.
    pub(crate) fn messages(&mut self) -> impl Write + '_ {
        self.messages.text()
    }

    /// Leaves out messages besides errors from now on.
    pub(crate) const fn set_quiet(&mut self) {
        self.is_quiet = true;
    }

    /// Whether messages besides errors are left out.
    pub(crate) const fn is_quiet(&self) -> bool {
        self.is_quiet
    }

    /// Whether to show progress: standard error is a terminal, and the answer is buffered or does not go to a terminal.
    pub(crate) const fn is_interactive(&self, answer_waits: bool) -> bool {
        !self.is_quiet && self.messages.is_interactive() && (answer_waits || !self.out.is_interactive())
    }

    /// Shows the progress of a long run, replacing the previous message.
    pub(crate) fn show_progress(&mut self, text: &str) {
        self.messages.show_progress(text);
    }

    /// Writes a one-line message that is not part of the answer.
    pub(crate) fn say(&mut self, text: impl AsRef<str>) {
        if !self.is_quiet {
            self.messages.say_lines(&printable(text.as_ref()));
        }
    }

    /// Writes a message of several lines.
    pub(crate) fn say_lines(&mut self, text: &str) {
        self.messages.say_lines(text);
    }

    /// Writes up to [`MAX_MESSAGES`] items, indented below a sentence, and the number of omitted ones.
    pub(crate) fn say_each(&mut self, all: &[impl Display], more_of: &str) {
        for one in all.iter().take(MAX_MESSAGES) {
            self.say(format!("  {one}"));
        }
        if let Some(more) = all.len().checked_sub(MAX_MESSAGES).filter(|more| *more > 0) {
            self.say(format!("  and {more} more{more_of}; --format json lists all"));
        }
    }

    /// Writes the notices of an analysis, which are not findings.
    pub(crate) fn say_all(&mut self, notices: impl IntoIterator<Item = Notice>) {
        if !self.is_quiet {
            notices.into_iter().for_each(|notice| self.messages.say_notice(&notice));
        }
    }

    /// Reports a failure, and returns its exit status.
    pub(crate) fn fail(&mut self, failure: &Failure) -> Status {
        self.out.give_up();
        let status = failure.status();
        if status != Status::Clean {
            self.say_lines(&failure.to_string());
        }
        status
    }

    /// Writes the output of the argument parser: help and version to standard output, errors as messages.
    pub(crate) fn clap(&mut self, error: &clap::Error) -> Status {
        let text = error.render();
        if error.use_stderr() {
            // The message repeats the arguments, which may be file names that other people chose: their escape sequences are
            // indistinguishable from clap's styles.
            self.messages.write(&terminal::lines(&text.to_string()));
            return Status::UsageError;
        }
        self.write_info(&text.ansi().to_string())
    }

    /// Writes information about the program itself, without a limit of lines.
    pub(crate) fn write_info(&mut self, text: &str) -> Status {
        match self.out.write_unlimited(text) {
            Ok(()) => Status::Clean,
            Err(error) => self.fail(&Failure::Write(error)),
        }
    }
}
