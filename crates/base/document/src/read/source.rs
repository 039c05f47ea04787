//! The text of an input.

use std::sync::{Arc, OnceLock};

use crate::tree::Fault;
use crate::{LineColumn, LineIndex, Span};

/// An input: its name as given by the user, and its text.
#[derive(Debug)]
pub struct InputText {
    name: String,
    text: Arc<String>,
    /// The offsets of bytes that are not valid UTF-8.
    pub(super) invalid: Vec<u32>,
    /// The reason why the entire text is rejected.
    pub(super) fault: Option<Box<Fault>>,
    index: OnceLock<LineIndex>,
}

impl InputText {
    /// Converts bytes to text; owned bytes are not copied. Each byte that is not valid UTF-8 becomes a `?`, so that all other text
    /// keeps its position.
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

    /// Returns the name.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns the text.
    #[must_use]
    pub fn text(&self) -> &Arc<String> {
        &self.text
    }

    /// Returns the line and column of a byte offset. Builds the line index on first use.
    #[must_use]
    pub fn line_column(&self, offset: u32) -> LineColumn {
        self.lines().line_column(&self.text, offset)
    }

    /// Returns the line index.
    #[must_use]
    pub fn lines(&self) -> &LineIndex {
        self.index.get_or_init(|| LineIndex::new(&self.text))
    }

    /// Returns the text of a span.
    #[must_use]
    pub fn slice(&self, span: Span) -> &str {
        self.text.get(span.range()).unwrap_or_default()
    }
}

/// Returns an error for UTF-16, which `kubectl` does not read either.
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
