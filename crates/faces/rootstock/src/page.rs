//! The one layout of texts for people: titles, paragraphs, notes and tables, as wide as the terminal.

use std::io::{self, Write};

use rootstock_document::printable;

use crate::prose::{DIM, TITLE, wrap};
use crate::table::table;

/// A text for a person, written line by line. What it is given to write may hold anything: it is made printable here, but for what
/// goes through [`Write`].
pub(crate) struct Page<'o> {
    out: Box<dyn Write + 'o>,
    /// The number of columns.
    pub(crate) width: usize,
}

impl<'o> Page<'o> {
    pub(crate) fn new(out: impl Write + 'o, width: usize) -> Self {
        Self { out: Box::new(out), width }
    }

    /// A line in bold.
    pub(crate) fn title(&mut self, text: impl AsRef<str>) -> io::Result<()> {
        writeln!(self.out, "{TITLE}{}{TITLE:#}", printable(text.as_ref()))
    }

    /// A title below a blank line.
    pub(crate) fn section(&mut self, text: impl AsRef<str>) -> io::Result<()> {
        self.blank()?;
        self.title(text)
    }

    /// A blank line.
    pub(crate) fn blank(&mut self) -> io::Result<()> {
        writeln!(self.out)
    }

    /// A wrapped text, with this margin.
    pub(crate) fn paragraph(&mut self, margin: usize, text: impl AsRef<str>) -> io::Result<()> {
        writeln!(self.out, "{}", wrap(&printable(text.as_ref()), self.width, margin))
    }

    /// A paragraph below a blank line.
    pub(crate) fn note(&mut self, text: impl AsRef<str>) -> io::Result<()> {
        self.blank()?;
        self.paragraph(0, text)
    }

    /// A note of little weight.
    pub(crate) fn dim_note(&mut self, text: impl AsRef<str>) -> io::Result<()> {
        writeln!(self.out, "\n{DIM}{}{DIM:#}", wrap(&printable(text.as_ref()), self.width, 0))
    }

    /// An item of a list: what does not fit in its line stands below its text.
    pub(crate) fn item(&mut self, margin: usize, text: impl AsRef<str>) -> io::Result<()> {
        let blanks = " ".repeat(margin);
        let text = wrap(&format!("- {}", printable(text.as_ref())), self.width.saturating_sub(margin), 0);
        writeln!(self.out, "{blanks}{}", text.replace('\n', &format!("\n{blanks}  ")))
    }

    /// A table.
    pub(crate) fn table(
        &mut self,
        header: impl IntoIterator<Item: Into<String>>,
        rows: impl IntoIterator<Item: Into<Vec<String>>>,
    ) -> io::Result<()> {
        let header = header.into_iter().map(Into::into);
        writeln!(self.out, "{}", table(header, rows.into_iter().map(Into::into), self.width))
    }
}

impl Write for Page<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.out.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}
