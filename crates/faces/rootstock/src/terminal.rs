//! The escaping of text for a terminal: styles pass, all other control sequences are escaped.

use std::fmt::Write as _;
use std::io::{self, Write};

use rootstock_document::first_control_character;

/// The length up to which an incomplete style is held back.
const MAX_STYLE_LENGTH: usize = 24;

/// A writer of text. Passes line ends and styles (`ESC [ … m`); escapes all other control characters, and those that change the
/// direction of text. Escape text from documents with [`printable`](rootstock_document::printable) first, because it must not
/// have styles.
pub(crate) struct TextWriter<W: Write> {
    to: W,
    /// The beginning of an incomplete character or style.
    pending: Vec<u8>,
    passes_styles: bool,
}

impl<W: Write> TextWriter<W> {
    /// Creates a writer of text with styles.
    pub(crate) const fn styled(to: W) -> Self {
        Self { to, pending: Vec::new(), passes_styles: true }
    }

    /// Creates a writer of text without styles.
    pub(crate) const fn plain(to: W) -> Self {
        Self { to, pending: Vec::new(), passes_styles: false }
    }

    fn write_text(&mut self, mut text: &str) -> io::Result<()> {
        while let Some((at, found)) = first_control_character(text) {
            let (before, rest) = text.split_at_checked(at).unwrap_or((text, ""));
            self.to.write_all(before.as_bytes())?;
            let length = match found {
                '\r' if rest.starts_with("\r\n") => Some(2),
                '\u{1b}' if self.passes_styles => style_length(rest.as_bytes()),
                _ => None,
            };
            let length = if let Some(length) = length {
                self.to.write_all(rest.as_bytes().get(..length).unwrap_or_default())?;
                length
            } else {
                self.to.write_all(rootstock_document::printable(found.to_string()).as_bytes())?;
                found.len_utf8()
            };
            text = rest.get(length..).unwrap_or_default();
        }
        self.to.write_all(text.as_bytes())
    }

    /// Writes an incomplete beginning, whose end will not follow.
    fn write_pending(&mut self) -> io::Result<()> {
        let pending = std::mem::take(&mut self.pending);
        if pending.is_empty() { Ok(()) } else { self.write_text(&String::from_utf8_lossy(&pending)) }
    }
}

/// Returns the length of the style that the text begins with.
fn style_length(text: &[u8]) -> Option<usize> {
    let inner = text.strip_prefix(b"\x1b[")?;
    let end = inner.iter().position(|byte| !matches!(byte, b'0'..=b'9' | b';'))?;
    (inner.get(end) == Some(&b'm')).then_some(end + 3)
}

/// Returns the length of the incomplete character or style at the end.
fn incomplete_length(bytes: &[u8]) -> usize {
    let text = match std::str::from_utf8(bytes) {
        Err(error) if error.error_len().is_none() => return bytes.len() - error.valid_up_to(),
        _ => bytes,
    };
    let tail = text.get(text.len().saturating_sub(MAX_STYLE_LENGTH)..).unwrap_or_default();
    match tail.iter().rposition(|byte| matches!(byte, 0x1b | b'\r')) {
        Some(at) => {
            let rest = tail.get(at..).unwrap_or_default();
            let inner = rest.strip_prefix(b"\x1b[").unwrap_or_default();
            let is_open = rest.len() == 1 || (rest.len() > 1 && rest.starts_with(b"\x1b[") && is_open(inner));
            if is_open { rest.len() } else { 0 }
        }
        None => 0,
    }
}

fn is_open(inner: &[u8]) -> bool {
    inner.iter().all(|byte| matches!(byte, b'0'..=b'9' | b';'))
}

impl<W: Write> Write for TextWriter<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let whole;
        let piece = if self.pending.is_empty() {
            bytes
        } else {
            whole = [std::mem::take(&mut self.pending).as_slice(), bytes].concat();
            &whole
        };
        let (done, pending) = piece.split_at_checked(piece.len() - incomplete_length(piece)).unwrap_or((piece, &[]));
        self.pending = pending.to_vec();
        match std::str::from_utf8(done) {
            Ok(text) => self.write_text(text)?,
            Err(_) => self.write_text(&String::from_utf8_lossy(done))?,
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.write_pending()?;
        self.to.flush()
    }
}

impl<W: Write> Drop for TextWriter<W> {
    fn drop(&mut self) {
        // Callers that need the error flush first.
        let _ = self.write_pending();
    }
}

/// Escapes a message line by line.
pub(crate) fn lines(text: &str) -> String {
    let mut lines = String::with_capacity(text.len());
    for (number, line) in text.split('\n').enumerate() {
        let line = rootstock_document::printable(line);
        // Writing to a string does not fail.
        let _ = if number == 0 { write!(lines, "{line}") } else { write!(lines, "\n{line}") };
    }
    lines
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use proptest::prelude::*;
    use rootstock_document::is_control;

    use super::*;

    const TEXT: &str = "a\u{1b}[1mb\u{1b}[0mc\u{1b}[2Jd\u{9b}e\u{7f}\u{202e}f\tg\r\nh\ri\u{1b}";

    fn written(pieces: &[&[u8]]) -> String {
        let mut out = Vec::new();
        let mut writer = TextWriter::styled(&mut out);
        for piece in pieces {
            writer.write_all(piece).unwrap();
        }
        drop(writer);
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn only_styles_are_passed_through() {
        let expected = "a\u{1b}[1mb\u{1b}[0mc\\u001b[2Jd\\u009be\\u007f\\u202ef\\tg\r\nh\\ri\\u001b";
        assert_eq!(written(&[TEXT.as_bytes()]), expected);
        let mut out = Vec::new();
        TextWriter::plain(&mut out).write_all(b"\x1b[1mb").unwrap();
        assert_eq!(String::from_utf8(out).unwrap(), "\\u001b[1mb");
    }

    proptest! {
        #[test]
        fn split_writes_give_the_same_output(cuts in proptest::collection::vec(0..TEXT.len(), 0..6)) {
            let mut cuts = cuts;
            cuts.sort_unstable();
            let mut pieces: Vec<&[u8]> = Vec::new();
            let mut rest = TEXT.as_bytes();
            let mut taken = 0;
            for cut in cuts {
                let (piece, after) = rest.split_at(cut - taken);
                pieces.push(piece);
                (rest, taken) = (after, cut);
            }
            pieces.push(rest);
            prop_assert_eq!(written(&pieces), written(&[TEXT.as_bytes()]));
        }

        #[test]
        fn arbitrary_text_cannot_control_the_terminal(text in any::<String>()) {
            let out = written(&[text.as_bytes()]);
            let mut rest = out.as_str();
            while let Some(at) = rest.find(|c: char| c != '\n' && is_control(c)) {
                let found = rest.split_at(at).1;
                let length = if found.starts_with("\r\n") { Some(2) } else { style_length(found.as_bytes()) };
                rest = found.split_at(length.unwrap()).1;
            }
        }
    }
}
