//! Where answers and messages go: data to standard output, what the program has to say about itself to standard error.

use std::collections::HashMap;
use std::io::{self, IsTerminal as _, Read, Write};
use std::path::{Path, PathBuf};

use anstream::{AutoStream, ColorChoice, StripStream};
use rootstock_analysis::Notice;
use rootstock_queries::{Query, write_envelope};
use serde::Serialize;

use crate::Status;
use crate::cli::{Format, OutputArguments};
use crate::failure::Failure;
use crate::garden::Garden;
use crate::garden::name::{is_in_garden, way_to_check};
use crate::long_answer::{LongAnswer, USUAL_LINES};
use crate::prose::Styles;
use crate::rewrite::AnswerFile;
use crate::terminal::{self, TextWriter};

/// The version that JSON answers name.
pub(crate) const VERSION: &str = env!("CARGO_PKG_VERSION");

/// The three streams of a run.
pub struct Streams {
    input: Box<dyn Read + Send>,
    out: LongAnswer,
    messages: Box<dyn Write>,
    width: usize,
    /// Whether styles are taken out of texts.
    is_plain: bool,
    /// Whether somebody sees the answer, and the messages, as they are written.
    watched: (bool, bool),
    /// The most lines that somebody has asked for.
    asked_most: Option<usize>,
    /// What can be read once only, and was.
    read: HashMap<PathBuf, Vec<u8>>,
    /// What is read where no files are given.
    garden: Option<Garden>,
    /// The file that the answer goes to, and its name.
    file: Option<(PathBuf, AnswerFile)>,
    /// Whether the process ends with the run.
    ends_process: bool,
}

/// How many bytes of an answer are written at once.
const BUFFER: usize = 64 * 1024;

/// The width of a text when nobody says how wide the terminal is.
pub(crate) const USUAL_WIDTH: usize = 120;

impl Streams {
    /// Streams of the caller's own; nothing is stripped from what is written to them.
    #[must_use]
    pub fn new(input: Box<dyn Read + Send>, out: Box<dyn Write>, messages: Box<dyn Write>) -> Self {
        Self {
            input,
            out: LongAnswer::new(out),
            messages,
            width: USUAL_WIDTH,
            is_plain: false,
            watched: (false, false),
            asked_most: None,
            read: HashMap::new(),
            garden: None,
            file: None,
            ends_process: false,
        }
    }

    /// The standard streams. Colours go to terminals only, and not where `NO_COLOR` forbids them.
    pub(crate) fn of_the_process() -> Self {
        let is_plain = AutoStream::choice(&io::stdout()) == ColorChoice::Never;
        let out: Box<dyn Write> = if is_plain { Box::new(io::stdout()) } else { Box::new(anstream::stdout()) };
        let out = io::BufWriter::with_capacity(BUFFER, out);
        let mut streams = Self::new(Box::new(io::stdin()), Box::new(out), Box::new(anstream::stderr()));
        streams.is_plain = is_plain;
        streams.ends_process = true;
        streams.watched = (io::stdout().is_terminal(), io::stderr().is_terminal());
        streams.out.set_most(streams.watched.0.then_some(USUAL_LINES));
        let asked = std::env::var("COLUMNS").ok().and_then(|columns| columns.parse().ok());
        let terminal = || terminal_size::terminal_size_of(io::stdout()).map(|(width, _)| usize::from(width.0));
        if let Some(columns) = asked.or_else(terminal) {
            streams.width = usize::clamp(columns, 60, 200);
        }
        streams
    }

    /// Lets the answer go to a file, if it is to: as it is without a terminal, and whole or not at all.
    ///
    /// # Errors
    ///
    /// When nothing can be written there.
    pub(crate) fn set_output(&mut self, arguments: &OutputArguments) -> Result<(), Failure> {
        let Some(path) = arguments.output.as_deref().filter(|path| path.as_os_str() != "-") else { return Ok(()) };
        let (answer, file) = AnswerFile::create(path).map_err(|error| Failure::write_file(path, error))?;
        self.file = Some((path.to_owned(), answer));
        self.out.redirect(Box::new(io::BufWriter::with_capacity(BUFFER, file)));
        if self.watched.0 {
            self.width = USUAL_WIDTH;
            self.out.set_most(self.asked_most);
        }
        self.is_plain = true;
        self.watched.0 = false;
        Ok(())
    }

    /// Gives up what the answer does not need, made of so many bytes of documents. The system takes the memory of a process that ends
    /// back at once: to take a large profile apart first is a thirtieth of the instructions.
    pub(crate) fn give_up<T>(&self, value: T, bytes: usize) {
        /// What would be much beside the answer.
        const MUCH: usize = 4 << 20;
        if self.ends_process && bytes < MUCH {
            std::mem::forget(value);
        }
    }

    /// Where messages go, and the report when the answer is a text.
    pub(crate) fn messages(&mut self) -> impl Write + '_ {
        TextWriter::styled(&mut *self.messages)
    }

    /// Where an answer for a person goes; styles are taken out where they are not wanted.
    pub(crate) fn text(&mut self) -> Box<dyn Write + '_> {
        if self.is_plain {
            let out: &mut dyn Write = &mut self.out;
            Box::new(TextWriter::styled(StripStream::new(out)))
        } else {
            Box::new(self.styled_text())
        }
    }

    /// Where a text goes that has [`styles`](Self::styles) only where they are wanted.
    pub(crate) fn styled_text(&mut self) -> impl Write + '_ {
        TextWriter::styled(&mut self.out)
    }

    /// Where rows go: a file gets them as they are, and a terminal in escapes.
    pub(crate) fn csv(&mut self) -> Box<dyn Write + '_> {
        let is_watched = self.watched.0;
        let out = self.out.raw();
        if is_watched { Box::new(TextWriter::plain(out)) } else { Box::new(out) }
    }

    /// The styles of a text so long that none should be taken out again; it goes to [`styled_text`](Self::styled_text).
    pub(crate) const fn styles(&self) -> Styles {
        if self.is_plain { Styles::PLAIN } else { Styles::USUAL }
    }

    /// Where an answer goes as it is.
    pub(crate) fn out(&mut self) -> &mut dyn Write {
        self.out.raw()
    }

    /// The most lines that an answer for a person may have, or none if it may have any number.
    pub(crate) const fn set_most_lines(&mut self, most: Option<usize>) {
        self.asked_most = most;
        self.out.set_most(most);
    }

    /// How many columns a text may have.
    pub(crate) const fn width(&self) -> usize {
        self.width
    }

    /// Standard input, as bytes.
    pub(crate) fn read_input(&mut self, most: u64) -> io::Result<Vec<u8>> {
        let mut bytes = Vec::new();
        (&mut self.input).take(most).read_to_end(&mut bytes)?;
        Ok(bytes)
    }

    /// What was read of a pipe or device before.
    pub(crate) fn read_before(&self, path: &Path) -> Option<&[u8]> {
        self.read.get(path).map(Vec::as_slice)
    }

    /// Keeps what was read of a pipe or device, for whoever reads it next.
    pub(crate) fn keep(&mut self, path: &Path, bytes: Vec<u8>) {
        self.read.insert(path.to_owned(), bytes);
    }

    /// Lets what is not given as files come from a garden.
    pub(crate) fn set_garden(&mut self, garden: Garden) {
        self.garden = Some(garden);
    }

    /// Whether what is not given as files comes from a garden.
    pub(crate) const fn has_garden(&self) -> bool {
        self.garden.is_some()
    }

    /// The garden, if the path is the name of something in it.
    pub(crate) fn garden_of(&mut self, path: &Path) -> Option<&mut Garden> {
        self.garden.as_mut().filter(|_| is_in_garden(path))
    }

    /// Puts bytes back that were read from standard input, for whoever reads it next.
    pub(crate) fn put_back(&mut self, bytes: Vec<u8>) {
        let rest = self.take_input();
        self.input = Box::new(io::Cursor::new(bytes).chain(rest));
    }

    /// Standard input itself, for whom one reading is enough; after that there is none.
    pub(crate) fn take_input(&mut self) -> Box<dyn Read + Send> {
        std::mem::replace(&mut self.input, Box::new(io::empty()))
    }

    /// Whether progress should be shown: where somebody sees it, and where the answer does not run through it.
    pub(crate) const fn is_watched(&self, answer_waits: bool) -> bool {
        self.watched.1 && (answer_waits || !self.watched.0)
    }

    /// Says how far a long run has come, over what was said before.
    pub(crate) fn show_progress(&mut self, text: &str) {
        // Nobody is left to be told when standard error cannot be written.
        let _ = write!(self.messages, "\r\u{1b}[K{text}").and_then(|()| self.messages.flush());
    }

    /// Writes an answer in the form asked for; `text` writes it for a person, in so many columns.
    pub(crate) fn answer(
        &mut self,
        format: Format,
        schema: &'static str,
        answer: &impl Serialize,
        text: impl FnOnce(usize, &mut dyn Write) -> io::Result<()>,
    ) -> Result<(), Failure> {
        match format {
            Format::Json => self.json(schema, answer),
            Format::Text => Ok(text(self.width, &mut self.text())?),
        }
    }

    /// Asks, and writes the answer in the form asked for; `text` writes it for a person, in so many columns.
    pub(crate) fn ask<Q: Query>(
        &mut self,
        query: &Q,
        over: Q::Over<'_>,
        format: Format,
        text: impl FnOnce(&Q::Answer, usize, &mut dyn Write) -> io::Result<()>,
    ) -> Result<Status, Failure>
    where
        Failure: From<Q::Error>,
    {
        let answer = query.ask(over)?;
        self.answer(format, Q::FORM, &answer, |width, out| text(&answer, width, out))?;
        Ok(Status::Clean)
    }

    /// Writes an answer for a program.
    pub(crate) fn json(&mut self, schema: &'static str, answer: &impl Serialize) -> Result<(), Failure> {
        Ok(write_envelope(schema, VERSION, answer, self.out.raw())?)
    }

    /// Writes out what is still held back.
    pub(crate) fn finish(&mut self) -> Result<(), Failure> {
        self.out.settle().and_then(|()| self.out.flush())?;
        match self.file.take() {
            Some((path, file)) => file.keep().map_err(|error| Failure::write_file(&path, error)),
            None => Ok(()),
        }
    }

    /// Says something about the run that is not part of the answer.
    pub(crate) fn say(&mut self, text: &str) {
        // Nobody is left to be told when standard error cannot be written.
        let _ = writeln!(self.messages, "rootstock: {}", terminal::lines(text));
    }

    /// Says what an analysis has to say beside findings.
    pub(crate) fn say_all(&mut self, notices: impl IntoIterator<Item = Notice>) {
        for notice in notices {
            match notice.to_be_checked() {
                Some(input) => self.say(&format!("{notice}; see `{}`", way_to_check(input))),
                None => self.say(&notice.to_string()),
            }
        }
    }

    /// Says why the command could not do its work.
    pub(crate) fn fail(&mut self, failure: &Failure) -> Status {
        // What there is of an answer comes first; that it cannot be written is said by the failure itself.
        let _ = self.out.settle().and_then(|()| self.out.flush());
        // Half an answer takes the place of nothing.
        self.file = None;
        let status = failure.status();
        if status != Status::Clean {
            self.say(&failure.to_string());
        }
        status
    }

    /// Answers for the argument parser: help and version are data, mistakes are messages.
    pub(crate) fn clap(&mut self, error: &clap::Error) -> Status {
        let text = error.render();
        if error.use_stderr() {
            // It repeats the arguments, which may be names of files that somebody else has made: its own styles cannot be told from
            // theirs.
            let _ = write!(self.messages, "{}", terminal::lines(&text.to_string()));
            return Status::Usage;
        }
        self.tell(&text.ansi().to_string())
    }

    /// Writes what is asked for about the program itself, all of it.
    pub(crate) fn tell(&mut self, text: &str) -> Status {
        self.out.set_most(None);
        let written = write!(self.text(), "{text}");
        match written.and_then(|()| self.out.flush()) {
            Ok(()) => Status::Clean,
            Err(error) => self.fail(&Failure::Write(error)),
        }
    }
}
