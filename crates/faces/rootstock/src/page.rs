//! The one layout of texts for people: titles, paragraphs, notes and tables, as wide as the terminal.

use std::io::{self, Write};

use rootstock_document::printable;

use crate::prose::{Styles, wrap};
use crate::table::table;

/// A text for a person, written line by line. What it is given to write may hold anything: it is made printable here, but for what
/// goes through [`Write`].
pub(crate) struct Page<'o> {
    out: Box<dyn Write + 'o>,
    /// The number of columns.
    pub(crate) width: usize,
    /// The styles of titles and of minor remarks.
    pub(crate) styles: Styles,
}

impl<'o> Page<'o> {
    pub(crate) fn new(out: impl Write + 'o, width: usize, styles: Styles) -> Self {
        Self { out: Box::new(out), width, styles }
    }

    /// A line in bold.
    pub(crate) fn title(&mut self, text: impl AsRef<str>) -> io::Result<()> {
        self.heading(text, "")
    }

    /// A title, and a text behind it that is not in bold.
    pub(crate) fn heading(&mut self, title: impl AsRef<str>, rest: impl AsRef<str>) -> io::Result<()> {
        let (style, title) = (self.styles.title, printable(title.as_ref()));
        writeln!(self.out, "{style}{title}{style:#}{}", printable(rest.as_ref()))
    }

    /// A title, and the profile that it is about.
    pub(crate) fn title_of(&mut self, profile: &str, title: impl AsRef<str>) -> io::Result<()> {
        let (Styles { title: bold, dim }, title) = (self.styles, printable(title.as_ref()));
        writeln!(self.out, "{bold}{title}{bold:#}  {dim}(profile {}){dim:#}", printable(profile))
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

    /// One line with this margin, however long it is.
    pub(crate) fn line(&mut self, margin: usize, text: impl AsRef<str>) -> io::Result<()> {
        writeln!(self.out, "{:margin$}{}", "", printable(text.as_ref()))
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
        self.blank()?;
        self.dim_paragraph(0, text)
    }

    /// A paragraph of little weight.
    pub(crate) fn dim_paragraph(&mut self, margin: usize, text: impl AsRef<str>) -> io::Result<()> {
        let dim = self.styles.dim;
        writeln!(self.out, "{dim}{}{dim:#}", wrap(&printable(text.as_ref()), self.width, margin))
    }

    /// A line of little weight, however long it is.
    pub(crate) fn dim_line(&mut self, text: impl AsRef<str>) -> io::Result<()> {
        let dim = self.styles.dim;
        writeln!(self.out, "{dim}{}{dim:#}", printable(text.as_ref()))
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
