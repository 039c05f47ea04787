//! The three streams of a run: what is read, the answer, and what the program has to say about itself.

mod messages;
mod output;

use std::fmt::Display;
use std::io::{self, IsTerminal as _, Read, Write};

use rootstock_analysis::Notice;
use rootstock_document::printable;

use self::messages::Messages;
pub(crate) use self::output::{Output, USUAL_WIDTH, VERSION};
use crate::Status;
use crate::failure::Failure;
use crate::input::Inputs;
use crate::terminal;

/// The most things that are said one by one.
const MOST: usize = 40;

/// The three streams of a run.
pub struct Streams {
    pub(crate) input: Inputs,
    pub(crate) out: Output,
    messages: Messages,
}

impl Streams {
    /// Streams of the caller's own; nothing is stripped from what is written to them.
    #[must_use]
    pub fn new(input: Box<dyn Read + Send>, out: Box<dyn Write>, messages: Box<dyn Write>) -> Self {
        Self { input: Inputs::new(input), out: Output::new(out), messages: Messages::new(messages, false) }
    }

    /// The standard streams. Colours go to terminals only, and not where `NO_COLOR` forbids them.
    pub(crate) fn of_the_process() -> Self {
        let messages = Messages::new(Box::new(anstream::stderr()), io::stderr().is_terminal());
        Self { input: Inputs::new(Box::new(io::stdin())), out: Output::of_the_process(), messages }
    }

    /// Where messages go, and the report when the answer is a text.
    pub(crate) fn messages(&mut self) -> impl Write + '_ {
        self.messages.text()
    }

    /// Whether progress should be shown: where somebody sees it, and where the answer does not run through it.
    pub(crate) const fn is_watched(&self, answer_waits: bool) -> bool {
        self.messages.is_watched() && (answer_waits || !self.out.is_watched())
    }

    /// Says how far a long run has come, over what was said before.
    pub(crate) fn show_progress(&mut self, text: &str) {
        self.messages.show_progress(text);
    }

    /// Says something about the run that is not part of the answer, in one line.
    pub(crate) fn say(&mut self, text: impl AsRef<str>) {
        self.messages.say_lines(&printable(text.as_ref()));
    }

    /// Says something in several lines.
    pub(crate) fn say_lines(&mut self, text: &str) {
        self.messages.say_lines(text);
    }

    /// Says the first of many things, each in a line below a sentence, and how many more there are.
    pub(crate) fn say_each(&mut self, all: &[impl Display], more_of: &str) {
        for one in all.iter().take(MOST) {
            self.say(format!("  {one}"));
        }
        if let Some(more) = all.len().checked_sub(MOST).filter(|more| *more > 0) {
            self.say(format!("  and {more} more{more_of}; --format json has all"));
        }
    }

    /// Says what an analysis has to say beside findings.
    pub(crate) fn say_all(&mut self, notices: impl IntoIterator<Item = Notice>) {
        notices.into_iter().for_each(|notice| self.messages.say_notice(&notice));
    }

    /// Says why the command could not do its work.
    pub(crate) fn fail(&mut self, failure: &Failure) -> Status {
        self.out.give_up();
        let status = failure.status();
        if status != Status::Clean {
            self.say_lines(&failure.to_string());
        }
        status
    }

    /// Answers for the argument parser: help and version are data, mistakes are messages.
    pub(crate) fn clap(&mut self, error: &clap::Error) -> Status {
        let text = error.render();
        if error.use_stderr() {
            // It repeats the arguments, which may be names of files that somebody else has made: its own styles cannot be told from
            // theirs.
            self.messages.write(&terminal::lines(&text.to_string()));
            return Status::Usage;
        }
        self.tell(&text.ansi().to_string())
    }

    /// Writes what is asked for about the program itself, all of it.
    pub(crate) fn tell(&mut self, text: &str) -> Status {
        match self.out.write_all_of(text) {
            Ok(()) => Status::Clean,
            Err(error) => self.fail(&Failure::Write(error)),
        }
    }
}
