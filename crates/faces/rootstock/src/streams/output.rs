//! Standard output, or the file that takes its place: the answer.

use std::io::{self, IsTerminal as _, Write};
use std::path::PathBuf;

use anstream::{AutoStream, ColorChoice, StripStream};
use rootstock_queries::write_envelope;
use serde::Serialize;

use crate::cli::OutputArguments;
use crate::failure::Failure;
use crate::long_answer::{LongAnswer, USUAL_LINES};
use crate::page::Page;
use crate::prose::Styles;
use crate::rewrite::AnswerFile;
use crate::rows::Rows;
use crate::terminal::TextWriter;

/// The version that JSON answers name.
pub(crate) const VERSION: &str = env!("CARGO_PKG_VERSION");

/// The width of a text when nobody says how wide the terminal is.
pub(crate) const USUAL_WIDTH: usize = 120;

/// How many bytes of an answer are written at once.
const BUFFER: usize = 64 * 1024;

/// Where an answer goes.
pub(crate) struct Output {
    answer: LongAnswer,
    width: usize,
    /// Whether styles are taken out of texts.
    is_plain: bool,
    /// Whether it is a terminal.
    is_watched: bool,
    /// The most lines that were asked for.
    asked_most: Option<usize>,
    /// The file that the answer goes to, and its name.
    file: Option<(PathBuf, AnswerFile)>,
}

impl Output {
    pub(super) fn new(out: Box<dyn Write>) -> Self {
        let answer = LongAnswer::new(out);
        Self { answer, width: USUAL_WIDTH, is_plain: false, is_watched: false, asked_most: None, file: None }
    }

    pub(super) fn of_the_process() -> Self {
        let is_plain = AutoStream::choice(&io::stdout()) == ColorChoice::Never;
        let out: Box<dyn Write> = if is_plain { Box::new(io::stdout()) } else { Box::new(anstream::stdout()) };
        let mut output = Self::new(Box::new(io::BufWriter::with_capacity(BUFFER, out)));
        output.is_plain = is_plain;
        output.is_watched = io::stdout().is_terminal();
        output.answer.set_most(output.is_watched.then_some(USUAL_LINES));
        let asked = std::env::var("COLUMNS").ok().and_then(|columns| columns.parse().ok());
        let terminal = || terminal_size::terminal_size_of(io::stdout()).map(|(width, _)| usize::from(width.0));
        if let Some(columns) = asked.or_else(terminal) {
            output.width = usize::clamp(columns, 60, 200);
        }
        output
    }

    /// Lets the answer go to a file, if it is to: as it is without a terminal, and whole or not at all.
    ///
    /// # Errors
    ///
    /// When nothing can be written there.
    pub(crate) fn set_file(&mut self, arguments: &OutputArguments) -> Result<(), Failure> {
        let Some(path) = arguments.output.as_deref().filter(|path| path.as_os_str() != "-") else { return Ok(()) };
        let (answer, file) = AnswerFile::create(path).map_err(|error| Failure::write_file(path, error))?;
        self.file = Some((path.to_owned(), answer));
        self.answer.redirect(Box::new(io::BufWriter::with_capacity(BUFFER, file)));
        if self.is_watched {
            self.width = USUAL_WIDTH;
            self.answer.set_most(self.asked_most);
        }
        self.is_plain = true;
        self.is_watched = false;
        Ok(())
    }

    /// Whether it is a terminal.
    pub(super) const fn is_watched(&self) -> bool {
        self.is_watched
    }

    /// Where an answer for a person goes; styles are taken out where they are not wanted.
    pub(crate) fn text(&mut self) -> Box<dyn Write + '_> {
        if self.is_plain {
            let out: &mut dyn Write = &mut self.answer;
            Box::new(TextWriter::styled(StripStream::new(out)))
        } else {
            Box::new(self.styled_text())
        }
    }

    /// Where a text goes that has [`styles`](Self::styles) only where they are wanted.
    pub(crate) fn styled_text(&mut self) -> impl Write + '_ {
        TextWriter::styled(&mut self.answer)
    }

    /// The styles of a text so long that none should be taken out again; it goes to [`styled_text`](Self::styled_text).
    pub(crate) const fn styles(&self) -> Styles {
        if self.is_plain { Styles::PLAIN } else { Styles::USUAL }
    }

    /// A text for a person.
    pub(crate) fn page(&mut self) -> Page<'_> {
        let width = self.width;
        Page::new(self.text(), width, Styles::USUAL)
    }

    /// A table for spreadsheets.
    pub(crate) fn rows(&mut self) -> Rows<'_> {
        Rows::new(self.csv())
    }

    /// Where rows go: a file gets them as they are, and a terminal in escapes.
    pub(crate) fn csv(&mut self) -> Box<dyn Write + '_> {
        let is_watched = self.is_watched;
        let out = self.answer.raw();
        if is_watched { Box::new(TextWriter::plain(out)) } else { Box::new(out) }
    }

    /// Where an answer goes as it is.
    pub(crate) fn raw(&mut self) -> &mut dyn Write {
        self.answer.raw()
    }

    /// Writes an answer for a program.
    pub(crate) fn json(&mut self, schema: &'static str, answer: &impl Serialize) -> Result<(), Failure> {
        Ok(write_envelope(schema, VERSION, answer, self.answer.raw())?)
    }

    /// The most lines that an answer for a person may have, or none if it may have any number.
    pub(crate) const fn set_most_lines(&mut self, most: Option<usize>) {
        self.asked_most = most;
        self.answer.set_most(most);
    }

    /// How many columns a text may have.
    pub(crate) const fn width(&self) -> usize {
        self.width
    }

    /// Writes a text, however long it is.
    pub(super) fn write_all_of(&mut self, text: &str) -> io::Result<()> {
        self.answer.set_most(None);
        write!(self.text(), "{text}")?;
        self.answer.flush()
    }

    /// Writes out what is still held back.
    pub(crate) fn finish(&mut self) -> Result<(), Failure> {
        self.answer.settle().and_then(|()| self.answer.flush())?;
        match self.file.take() {
            Some((path, file)) => file.keep().map_err(|error| Failure::write_file(&path, error)),
            None => Ok(()),
        }
    }

    /// Writes out what there is of an answer, but for a file: half an answer takes the place of nothing.
    pub(super) fn give_up(&mut self) {
        // That it cannot be written is said by the failure itself.
        let _ = self.answer.settle().and_then(|()| self.answer.flush());
        self.file = None;
    }
}
