//! The parsed documents of a text, including while it is edited.

use std::ops::Range;

use rootstock_core_model::read::{Body, File};

use crate::shift::Shift;
use crate::text::Text;

/// The parsed documents of a text. While one of them cannot be parsed because the user is typing, all previous documents, moved
/// to their current place: otherwise an editor would collapse its outline and open its folds with each such letter.
pub(crate) struct ParsedText<'t> {
    text: &'t Text,
    file: &'t File,
    /// The shift from the parsed text to the current one, if they differ.
    shift: Option<Shift>,
}

impl<'t> ParsedText<'t> {
    /// Uses the current documents if all of them can be parsed, or else the previous ones.
    pub(crate) fn new(text: &'t Text, file: &'t File, before: Option<&'t File>) -> Self {
        match before.filter(|_| !is_readable(file)) {
            Some(before) => {
                let shift = Some(Shift::between(before.source.text(), text.as_str()));
                Self { text, file: before, shift }
            }
            None => Self { text, file, shift: None },
        }
    }

    /// Returns the current text.
    pub(crate) const fn text(&self) -> &'t Text {
        self.text
    }

    pub(crate) const fn file(&self) -> &'t File {
        self.file
    }

    /// Maps a span of the parsed text to the current one; `None` where the user types.
    pub(crate) fn current_span(&self, span: Range<usize>) -> Option<Range<usize>> {
        match &self.shift {
            Some(shift) => shift.span(&span),
            None => Some(span),
        }
    }

    /// Maps an offset of the current text to the parsed one.
    pub(crate) fn parsed_offset(&self, offset: usize) -> Option<usize> {
        match &self.shift {
            Some(shift) => shift.inverse().span(&(offset..offset)).map(|span| span.start),
            None => Some(offset),
        }
    }
}

/// Whether every document of the file can be parsed.
fn is_readable(file: &File) -> bool {
    !file.documents.iter().any(|document| matches!(document.body, Body::Unreadable))
}
