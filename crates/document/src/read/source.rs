//! The text of an input.

use std::sync::{Arc, OnceLock};

use crate::{LineColumn, LineIndex, Span};

/// One input: its name as the user gave it, and its text.
#[derive(Debug)]
pub struct InputText {
    name: String,
    text: Arc<str>,
    /// Where the first bytes stand that are no UTF-8, if any do.
    pub(super) invalid: Vec<u32>,
    index: OnceLock<LineIndex>,
}

impl InputText {
    /// Takes bytes as text. Bytes that are no UTF-8 become a `?` each, so that everything else keeps its place.
    pub(super) fn new(name: &str, bytes: &[u8]) -> Self {
        let mut invalid = Vec::new();
        let text: Arc<str> = match std::str::from_utf8(bytes) {
            Ok(text) => Arc::from(text),
            Err(_) => Arc::from(repair(bytes, &mut invalid)),
        };
        Self { name: name.to_owned(), text, invalid, index: OnceLock::new() }
    }

    /// Takes a text as it is.
    pub(super) fn of(name: &str, text: &Arc<str>) -> Self {
        Self { name: name.to_owned(), text: Arc::clone(text), invalid: Vec::new(), index: OnceLock::new() }
    }

    /// The name.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The text.
    #[must_use]
    pub fn text(&self) -> &Arc<str> {
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
