//! The text of an open document, as the editor has it.

use std::ops::Range;
use std::sync::OnceLock;

use lsp_types::{Position, TextDocumentContentChangeEvent};
use rootstock_core_model::ReadLimits;
use rootstock_core_model::read::{self, Body, File, InputText};

use crate::position::{Encoding, Lines};

/// The text of a document, and where its lines begin.
#[derive(Debug)]
pub(crate) struct Text {
    text: String,
    lines: Lines,
    /// The documents in it, once they are asked for.
    file: OnceLock<File>,
    /// The documents as they were when all of them could be read, if they were asked for: what is different is read.
    before: Option<File>,
}

impl Text {
    pub(crate) fn new(text: impl Into<String>) -> Self {
        let text = text.into();
        Self { lines: Lines::new(&text), text, file: OnceLock::new(), before: None }
    }

    pub(crate) fn as_str(&self) -> &str {
        &self.text
    }

    /// Makes one change, as the editor has made it.
    pub(crate) fn change(&mut self, change: TextDocumentContentChangeEvent, encoding: Encoding) {
        match change.range {
            Some(range) => {
                let span = self.offsets(range, encoding);
                self.text.replace_range(span, &change.text);
            }
            None => self.text = change.text,
        }
        self.lines = Lines::new(&self.text);
        self.before = self.file.take().filter(is_readable).or_else(|| self.before.take());
    }

    pub(crate) fn offset(&self, position: Position, encoding: Encoding) -> usize {
        self.lines.offset(&self.text, position, encoding)
    }

    /// The documents of the text, whatever they are.
    pub(crate) fn file(&self) -> &File {
        self.file.get_or_init(|| read_after(self.before.as_ref(), &self.text))
    }

    /// The documents of this text with a change that is tried, by reading what is different.
    pub(crate) fn file_with(&self, text: &str) -> File {
        let file = Some(self.file()).filter(|file| is_readable(file));
        read_after(file.or(self.before.as_ref()), text)
    }

    /// The documents of another text: those from before the last changes, if they are of that text.
    pub(crate) fn file_of(&self, text: &str) -> File {
        let before = self.before.as_ref().filter(|before| ***before.source.text() == *text);
        before.cloned().unwrap_or_else(|| read::read("", text.as_bytes(), &ReadLimits::DEFAULT))
    }

    pub(crate) fn offsets(&self, range: lsp_types::Range, encoding: Encoding) -> Range<usize> {
        self.lines.offsets(&self.text, range, encoding)
    }

    pub(crate) fn range(&self, span: &Range<usize>, encoding: Encoding) -> lsp_types::Range {
        self.lines.range(&self.text, span, encoding)
    }
}

/// Reads a text: where that is enough, only what is different from what was read before.
fn read_after(before: Option<&File>, text: &str) -> File {
    const LIMITS: ReadLimits = ReadLimits::DEFAULT;
    let text = InputText::new("", text.as_bytes());
    let changed = before.and_then(|before| before.with_text(&text, &LIMITS));
    changed.unwrap_or_else(|| read::read_text(text, &LIMITS))
}

/// Whether every document of it can be read.
pub(crate) fn is_readable(file: &File) -> bool {
    !file.documents.iter().any(|document| matches!(document.body, Body::Unreadable))
}
