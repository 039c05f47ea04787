//! The answer: standard output, or a file instead.

use std::io::{self, IsTerminal as _, Write};
use std::path::PathBuf;

use anstream::{AutoStream, ColorChoice, StripStream};
use rootstock_queries::write_envelope;
use serde::Serialize;

use crate::cli::OutputArguments;
use crate::failure::Failure;
use crate::page::Page;
use crate::prose::Styles;
use crate::rewrite::AnswerFile;
use crate::rows::Rows;
use crate::terminal::TextWriter;
use crate::truncation::{DEFAULT_LINES, TruncatingWriter};

/// The version that JSON answers contain.
pub(crate) const VERSION: &str = env!("CARGO_PKG_VERSION");

/// The width of text if the terminal's width is unknown.
pub(crate) const DEFAULT_WIDTH: usize = 120;

/// The size of the write buffer in bytes.
const BUFFER: usize = 64 * 1024;

/// The destination of an answer.
pub(crate) struct Output {
    answer: TruncatingWriter,
    width: usize,
    /// Whether to strip styles from text.
    is_plain: bool,
    /// Whether the destination is a terminal.
    is_interactive: bool,
    /// The requested limit of lines.
    requested_limit: Option<usize>,
    /// The path and file of the answer, if it goes to a file.
    file: Option<(PathBuf, AnswerFile)>,
}

impl Output {
    pub(super) fn new(out: Box<dyn Write>) -> Self {
        let answer = TruncatingWriter::new(out);
        Self { answer, width: DEFAULT_WIDTH, is_plain: false, is_interactive: false, requested_limit: None, file: None }
    }

    pub(super) fn for_process() -> Self {
        let is_plain = AutoStream::choice(&io::stdout()) == ColorChoice::Never;
        let out: Box<dyn Write> = if is_plain { Box::new(io::stdout()) } else { Box::new(anstream::stdout()) };
        let mut output = Self::new(Box::new(io::BufWriter::with_capacity(BUFFER, out)));
        output.is_plain = is_plain;
        output.is_interactive = io::stdout().is_terminal();
        output.answer.set_limit(output.is_interactive.then_some(DEFAULT_LINES));
        let asked = std::env::var("COLUMNS").ok().and_then(|columns| columns.parse().ok());
        let terminal = || terminal_size::terminal_size_of(io::stdout()).map(|(width, _)| usize::from(width.0));
        if let Some(columns) = asked.or_else(terminal) {
            output.width = usize::clamp(columns, 60, 200);
        }
        output
    }

    /// Redirects the answer to the requested file, if any: formatted as without a terminal, and complete or not at all.
    ///
    /// # Errors
    ///
    /// Returns an error if the file cannot be written.
    pub(crate) fn set_file(&mut self, arguments: &OutputArguments) -> Result<(), Failure> {
        let Some(path) = arguments.output.as_deref().filter(|path| path.as_os_str() != "-") else { return Ok(()) };
        let (answer, file) = AnswerFile::create(path).map_err(|error| Failure::write_file(path, error))?;
        self.file = Some((path.to_owned(), answer));
        self.answer.redirect(Box::new(io::BufWriter::with_capacity(BUFFER, file)));
        if self.is_interactive {
            self.width = DEFAULT_WIDTH;
            self.answer.set_limit(self.requested_limit);
        }
        self.is_plain = true;
        self.is_interactive = false;
        Ok(())
    }

    /// Whether the destination is a terminal.
    pub(super) const fn is_interactive(&self) -> bool {
        self.is_interactive
    }

    /// Returns the writer of text answers, which strips styles if they are unwanted.
    pub(crate) fn text(&mut self) -> Box<dyn Write + '_> {
        if self.is_plain {
            let out: &mut dyn Write = &mut self.answer;
            Box::new(TextWriter::styled(StripStream::new(out)))
        } else {
            Box::new(self.styled_text())
        }
    }

    /// Returns a writer for text that uses [`styles`](Self::styles) and so needs no stripping.
    pub(crate) fn styled_text(&mut self) -> impl Write + '_ {
        TextWriter::styled(&mut self.answer)
    }

    /// Returns the styles for text that is too long to be stripped afterwards; write it to [`styled_text`](Self::styled_text).
    pub(crate) const fn styles(&self) -> Styles {
        if self.is_plain { Styles::PLAIN } else { Styles::STYLED }
    }

    /// Returns a page for a text answer.
    pub(crate) fn page(&mut self) -> Page<'_> {
        let width = self.width;
        Page::new(self.text(), width, Styles::STYLED)
    }

    /// Returns a table for spreadsheets.
    pub(crate) fn rows(&mut self) -> Rows<'_> {
        Rows::new(self.csv())
    }

    /// Returns the writer of rows, which escapes control characters on a terminal.
    pub(crate) fn csv(&mut self) -> Box<dyn Write + '_> {
        let is_interactive = self.is_interactive;
        let out = self.answer.raw();
        if is_interactive { Box::new(TextWriter::plain(out)) } else { Box::new(out) }
    }

    /// Returns the writer of output as it is.
    pub(crate) fn raw(&mut self) -> &mut dyn Write {
        self.answer.raw()
    }

    /// Writes a JSON answer.
    pub(crate) fn json(&mut self, schema: &'static str, answer: &impl Serialize) -> Result<(), Failure> {
        Ok(write_envelope(schema, VERSION, answer, self.answer.raw())?)
    }

    /// Sets the limit of lines in a text answer; `None` means no limit.
    pub(crate) const fn set_line_limit(&mut self, limit: Option<usize>) {
        self.requested_limit = limit;
        self.answer.set_limit(limit);
    }

    /// Returns the limit of lines in a text answer.
    pub(crate) const fn line_limit(&self) -> Option<usize> {
        self.answer.limit()
    }

    /// Returns the width of text in columns.
    pub(crate) const fn width(&self) -> usize {
        self.width
    }

    /// Writes a text without a limit of lines.
    pub(super) fn write_unlimited(&mut self, text: &str) -> io::Result<()> {
        self.answer.set_limit(None);
        write!(self.text(), "{text}")?;
        self.answer.flush()
    }

    /// Writes everything held back, and completes the file.
    pub(crate) fn finish(&mut self) -> Result<(), Failure> {
        self.answer.flush_tail().and_then(|()| self.answer.flush())?;
        match self.file.take() {
            Some((path, file)) => file.commit().map_err(|error| Failure::write_file(&path, error)),
            None => Ok(()),
        }
    }

    /// Writes the incomplete answer, except to a file: half an answer must not replace it.
    pub(super) fn give_up(&mut self) {
        // The failure is reported anyway.
        let _ = self.answer.flush_tail().and_then(|()| self.answer.flush());
        self.file = None;
    }
}
