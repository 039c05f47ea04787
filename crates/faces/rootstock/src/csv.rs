//! Rows for spreadsheets, as RFC 4180 has them.

use std::io::{self, Write};

/// Writes the names of the columns, as they stand in the file.
pub(crate) fn header(out: &mut (impl Write + ?Sized), names: &str) -> io::Result<()> {
    write!(out, "{names}\r\n")
}

/// Writes one row. What has a comma, a quote or a line end in it is quoted.
pub(crate) fn row<'a>(out: &mut (impl Write + ?Sized), cells: impl IntoIterator<Item = &'a str>) -> io::Result<()> {
    for (index, cell) in cells.into_iter().enumerate() {
        if index > 0 {
            out.write_all(b",")?;
        }
        if cell.contains([',', '"', '\n', '\r']) {
            write!(out, "\"{}\"", cell.replace('"', "\"\""))?;
        } else {
            out.write_all(cell.as_bytes())?;
        }
    }
    out.write_all(b"\r\n")
}

/// What a version is one of, as `plan` names it: an image's, or Kubernetes'.
pub(crate) const fn subject(image: Option<&str>) -> &'static str {
    if image.is_some() { "machine-image" } else { "kubernetes" }
}

#[cfg(test)]
mod tests {
    #[test]
    fn quotes_only_what_needs_it() {
        let mut out = Vec::new();
        super::row(&mut out, ["plain", "a, b", "say \"no\"", "", "two\nlines"]).unwrap();
        assert_eq!(String::from_utf8(out).unwrap(), "plain,\"a, b\",\"say \"\"no\"\"\",,\"two\nlines\"\r\n");
    }
}
