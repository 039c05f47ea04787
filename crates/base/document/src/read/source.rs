//! The text of an input.

use std::sync::{Arc, OnceLock};

use crate::tree::Fault;
use crate::{LineColumn, LineIndex, Span};

/// One input: its name as the user gave it, and its text.
#[derive(Debug)]
pub struct InputText {
    name: String,
    text: Arc<String>,
    /// Where the first bytes stand that are no UTF-8, if any do.
    pub(super) invalid: Vec<u32>,
    /// Why nothing of it is read.
    pub(super) fault: Option<Box<Fault>>,
    index: OnceLock<LineIndex>,
}

impl InputText {
    /// Takes bytes as text; those that are owned are not copied. Bytes that are no UTF-8 become a `?` each, so that everything else keeps
    /// its place.
    ///
    /// ```
    /// use rootstock_document::read::InputText;
    /// assert_eq!(**InputText::new("a.yaml", b"name: \xff").text(), "name: ?");
    /// ```
    #[must_use]
    pub fn new(name: &str, bytes: impl Into<Vec<u8>>) -> Self {
        let bytes = bytes.into();
        if u32::try_from(bytes.len()).is_err() {
            let fault = Fault::limit(Span::default(), "the file is larger than 4 GiB");
            return Self { fault: Some(fault), ..Self::new(name, "") };
        }
        let mut invalid = Vec::new();
        let fault = utf16(&bytes);
        let text = String::from_utf8(bytes).unwrap_or_else(|error| repair(error.as_bytes(), &mut invalid));
        Self { name: name.to_owned(), text: Arc::new(text), invalid, fault, index: OnceLock::new() }
    }

    /// The name.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The text.
    #[must_use]
    pub fn text(&self) -> &Arc<String> {
        &self.text
    }

    /// The line and column of a byte offset. The index is made when first asked for.
    #[must_use]
    pub fn line_column(&self, offset: u32) -> LineColumn {
        self.lines().line_column(&self.text, offset)
    }

    /// The index of lines.
    #[must_use]
    pub fn lines(&self) -> &LineIndex {
        self.index.get_or_init(|| LineIndex::new(&self.text))
    }

    /// The text of a span.
    #[must_use]
    pub fn slice(&self, span: Span) -> &str {
        self.text.get(span.range()).unwrap_or_default()
    }
}

/// Why UTF-16 is not read: `kubectl` does not either.
fn utf16(bytes: &[u8]) -> Option<Box<Fault>> {
    let is_utf16 = matches!(bytes, [0xFF, 0xFE, ..] | [0xFE, 0xFF, ..]);
    is_utf16.then(|| {
        Fault::unreadable(Span::new(0, 1), "the file is UTF-16, not UTF-8").with_help("save the file as UTF-8")
    })
}

fn repair(bytes: &[u8], invalid: &mut Vec<u32>) -> String {
    let mut text = String::with_capacity(bytes.len());
    for chunk in bytes.utf8_chunks() {
        text.push_str(chunk.valid());
        if !chunk.invalid().is_empty() {
            invalid.push(text.len() as u32);
            text.extend(chunk.invalid().iter().map(|_| '?'));
        }
    }
    text
}
