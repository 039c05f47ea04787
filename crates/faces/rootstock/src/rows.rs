//! Rows for spreadsheets, in the CSV format of RFC 4180.

use std::fmt::{Display, Write as _};
use std::io::{self, Write};

/// A CSV table, written row by row.
pub(crate) struct Rows<'o> {
    out: Box<dyn Write + 'o>,
    cell: String,
}

impl<'o> Rows<'o> {
    pub(crate) fn new(out: impl Write + 'o) -> Self {
        Self { out: Box::new(out), cell: String::new() }
    }

    /// Writes the header line; `names` is already separated by commas.
    pub(crate) fn header(&mut self, names: &str) -> io::Result<()> {
        write!(self.out, "{names}\r\n")
    }

    /// Writes one row. Quotes cells that contain a comma, a quote or a line end.
    pub(crate) fn row(&mut self, cells: &[&dyn Display]) -> io::Result<()> {
        for (index, cell) in cells.iter().enumerate() {
            if index > 0 {
                self.out.write_all(b",")?;
            }
            self.cell.clear();
            // Writing to a string does not fail.
            let _ = write!(self.cell, "{cell}");
            if self.cell.contains([',', '"', '\n', '\r']) {
                write!(self.out, "\"{}\"", self.cell.replace('"', "\"\""))?;
            } else {
                self.out.write_all(self.cell.as_bytes())?;
            }
        }
        self.out.write_all(b"\r\n")
    }
}

/// Formats a cell, which is empty for `None`.
pub(crate) fn or_empty<T: Display>(value: Option<T>) -> String {
    value.map(|value| value.to_string()).unwrap_or_default()
}

/// Returns the subject of a version as `plan` names it: an image, or Kubernetes.
pub(crate) const fn subject(image: Option<&str>) -> &'static str {
    if image.is_some() { "machine-image" } else { "kubernetes" }
}

#[cfg(test)]
mod tests {
    #[test]
    fn only_special_cells_are_quoted() {
        let mut out = Vec::new();
        super::Rows::new(&mut out).row(&[&"plain", &"a, b", &"say \"no\"", &"", &"two\nlines"]).unwrap();
        assert_eq!(String::from_utf8(out).unwrap(), "plain,\"a, b\",\"say \"\"no\"\"\",,\"two\nlines\"\r\n");
    }
}
