//! The layout of text answers: titles, paragraphs, notes and tables, as wide as the terminal.

use std::io::{self, Write};

use anstyle::Style;
use rootstock_document::printable;

use crate::prose::{Styles, wrap};
use crate::table::table;

/// The markup of an answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Markup {
    /// Wrapped text, with styles for terminals.
    Text,
    /// Markdown: headings, nested lists and tables, without wrapping.
    Markdown,
}

/// A text answer, written line by line. Its methods escape control characters in their arguments; only [`Write`] passes text on
/// as it is.
pub(crate) struct Page<'o> {
    out: Box<dyn Write + 'o>,
    /// The number of columns.
    pub(crate) width: usize,
    /// The styles of titles and minor remarks.
    pub(crate) styles: Styles,
    markup: Markup,
}

impl<'o> Page<'o> {
    pub(crate) fn new(out: impl Write + 'o, width: usize, styles: Styles) -> Self {
        Self { out: Box::new(out), width, styles, markup: Markup::Text }
    }

    /// Sets the markup.
    pub(crate) fn with_markup(self, markup: Markup) -> Self {
        Self { markup, ..self }
    }

    /// Writes an item of a Markdown list if the margin is that of one, else a paragraph.
    fn markdown(&mut self, margin: usize, text: &str) -> io::Result<()> {
        let bullet = match margin {
            0 => "",
            1..=2 => "- ",
            _ => "  - ",
        };
        writeln!(self.out, "{bullet}{}", printable(text))
    }

    /// Writes a line in bold.
    pub(crate) fn title(&mut self, text: impl AsRef<str>) -> io::Result<()> {
        self.heading(text, "")
    }

    /// Writes a title, followed by text that is not bold.
    pub(crate) fn heading(&mut self, title: impl AsRef<str>, rest: impl AsRef<str>) -> io::Result<()> {
        if self.markup == Markup::Markdown {
            // The rest of a heading is the profile and the time of one Shoot among many.
            let level = if rest.as_ref().is_empty() { "##" } else { "###" };
            return writeln!(self.out, "{level} {}{}\n", printable(title.as_ref()), printable(rest.as_ref()));
        }
        let (style, title) = (self.styles.title, printable(title.as_ref()));
        writeln!(self.out, "{style}{title}{style:#}{}", printable(rest.as_ref()))
    }

    /// Writes a title, followed by the name of its profile.
    pub(crate) fn profile_title(&mut self, profile: &str, title: impl AsRef<str>) -> io::Result<()> {
        let (Styles { title: bold, dim, .. }, title) = (self.styles, printable(title.as_ref()));
        writeln!(self.out, "{bold}{title}{bold:#}  {dim}(profile {}){dim:#}", printable(profile))
    }

    /// Writes a title below a blank line.
    pub(crate) fn section(&mut self, text: impl AsRef<str>) -> io::Result<()> {
        self.blank()?;
        self.title(text)
    }

    /// Writes a blank line.
    pub(crate) fn blank(&mut self) -> io::Result<()> {
        writeln!(self.out)
    }

    /// Writes one line with a margin, without wrapping it.
    pub(crate) fn line(&mut self, margin: usize, text: impl AsRef<str>) -> io::Result<()> {
        if self.markup == Markup::Markdown {
            return self.markdown(margin, text.as_ref());
        }
        writeln!(self.out, "{:margin$}{}", "", printable(text.as_ref()))
    }

    /// Like [`line`](Self::line), but with another style.
    pub(crate) fn styled_line(&mut self, margin: usize, text: impl AsRef<str>, style: Style) -> io::Result<()> {
        if self.markup == Markup::Markdown {
            return self.markdown(margin, text.as_ref());
        }
        writeln!(self.out, "{:margin$}{style}{}{style:#}", "", printable(text.as_ref()))
    }

    /// Writes wrapped text with a margin.
    pub(crate) fn paragraph(&mut self, margin: usize, text: impl AsRef<str>) -> io::Result<()> {
        if self.markup == Markup::Markdown {
            return self.markdown(margin, text.as_ref());
        }
        writeln!(self.out, "{}", wrap(&printable(text.as_ref()), self.width, margin))
    }

    /// Writes a paragraph below a blank line.
    pub(crate) fn note(&mut self, text: impl AsRef<str>) -> io::Result<()> {
        self.blank()?;
        self.paragraph(0, text)
    }

    /// Writes a dimmed note.
    pub(crate) fn dim_note(&mut self, text: impl AsRef<str>) -> io::Result<()> {
        self.blank()?;
        self.dim_paragraph(0, text)
    }

    /// Writes a dimmed paragraph.
    pub(crate) fn dim_paragraph(&mut self, margin: usize, text: impl AsRef<str>) -> io::Result<()> {
        if self.markup == Markup::Markdown {
            return self.markdown(margin, text.as_ref());
        }
        let dim = self.styles.dim;
        writeln!(self.out, "{dim}{}{dim:#}", wrap(&printable(text.as_ref()), self.width, margin))
    }

    /// Writes a dimmed line, without wrapping it.
    pub(crate) fn dim_line(&mut self, text: impl AsRef<str>) -> io::Result<()> {
        let dim = self.styles.dim;
        writeln!(self.out, "{dim}{}{dim:#}", printable(text.as_ref()))
    }

    /// Writes a list item; continuation lines are indented below its text.
    pub(crate) fn item(&mut self, margin: usize, text: impl AsRef<str>) -> io::Result<()> {
        let blanks = " ".repeat(margin);
        let text = wrap(&format!("- {}", printable(text.as_ref())), self.width.saturating_sub(margin), 0);
        writeln!(self.out, "{blanks}{}", text.replace('\n', &format!("\n{blanks}  ")))
    }

    /// Writes a table.
    pub(crate) fn table(
        &mut self,
        header: impl IntoIterator<Item: Into<String>>,
        rows: impl IntoIterator<Item: Into<Vec<String>>>,
    ) -> io::Result<()> {
        let header = header.into_iter().map(Into::into);
        if self.markup == Markup::Markdown {
            let row = |cells: Vec<String>| {
                let cells: Vec<String> = cells.iter().map(|cell| printable(cell).replace('|', "\\|")).collect();
                format!("| {} |", cells.join(" | "))
            };
            let header: Vec<String> = header.collect();
            let rule = vec!["---".to_owned(); header.len()];
            let lines = [header, rule].into_iter().chain(rows.into_iter().map(Into::into));
            return lines.into_iter().try_for_each(|cells| writeln!(self.out, "{}", row(cells)));
        }
        let text = table(header, rows.into_iter().map(Into::into), self.width);
        let styles = self.styles;
        text.lines().try_for_each(|line| writeln!(self.out, "{}", with_states(line, styles)))
    }
}

/// Returns a line of a table with the states in it in color: a cell that begins with the word for one.
fn with_states(line: &str, styles: Styles) -> String {
    let style_of = |cell: &str| styles.of_state(cell.split_whitespace().next()?);
    let cells = line.split('|').map(|cell| match style_of(cell) {
        Some(style) => format!("{style}{cell}{style:#}"),
        None => cell.to_owned(),
    });
    cells.collect::<Vec<_>>().join("|")
}

impl Write for Page<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.out.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}
