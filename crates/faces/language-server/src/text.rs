//! The text of an open document in the editor.

use std::ops::Range;
use std::sync::OnceLock;

use lsp_types::{Position, TextDocumentContentChangeEvent};
use rootstock_core_model::ReadLimits;
use rootstock_core_model::read::{self, File};

use crate::position::{Encoding, Lines};

/// The text of a document, with its line starts.
#[derive(Debug)]
pub(crate) struct Text {
    text: String,
    lines: Lines,
    /// The parsed documents, for texts that are not in the analysis.
    file: OnceLock<File>,
}

impl Text {
    pub(crate) fn new(text: impl Into<String>) -> Self {
        let text = text.into();
        Self { lines: Lines::new(&text), text, file: OnceLock::new() }
    }

    pub(crate) fn as_str(&self) -> &str {
        &self.text
    }

    /// Applies one change of the editor.
    pub(crate) fn change(&mut self, change: TextDocumentContentChangeEvent, encoding: Encoding) {
        match change.range {
            Some(range) => {
                let span = self.offsets(range, encoding);
                self.text.replace_range(span, &change.text);
            }
            None => self.text = change.text,
        }
        self.lines = Lines::new(&self.text);
        self.file = OnceLock::new();
    }

    pub(crate) fn offset(&self, position: Position, encoding: Encoding) -> usize {
        self.lines.offset(&self.text, position, encoding)
    }

    /// Returns the parsed documents of the text, of any kind.
    pub(crate) fn file(&self) -> &File {
        self.file.get_or_init(|| read::read("", self.text.as_bytes(), &ReadLimits::DEFAULT))
    }

    pub(crate) fn offsets(&self, range: lsp_types::Range, encoding: Encoding) -> Range<usize> {
        self.lines.offsets(&self.text, range, encoding)
    }

    pub(crate) fn range(&self, span: &Range<usize>, encoding: Encoding) -> lsp_types::Range {
        self.lines.range(&self.text, span, encoding)
    }
}
