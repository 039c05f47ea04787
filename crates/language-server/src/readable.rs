//! The documents of a text that somebody is typing in.

use std::ops::Range;

use rootstock_core_model::read::File;

use crate::shift::Shift;
use crate::text::{Text, is_readable};

/// The documents of a text. While one of them cannot be read, because somebody is typing, all as they were before, and where that
/// stands now: an editor would close its outline and open its folds with each such letter.
pub(crate) struct Readable<'t> {
    text: &'t Text,
    before: Option<Before>,
}

/// What was read before.
struct Before {
    file: File,
    /// From there to the text as it is now.
    onward: Shift,
}

impl<'t> Readable<'t> {
    /// With the text as it was when all of it could be read.
    pub(crate) fn new(text: &'t Text, before: Option<&str>) -> Self {
        let before = before
            .filter(|_| !is_readable(text.file()))
            .map(|before| Before { file: text.file_of(before), onward: Shift::between(before, text.as_str()) });
        Self { text, before }
    }

    /// The text as it is now.
    pub(crate) const fn text(&self) -> &'t Text {
        self.text
    }

    pub(crate) fn file(&self) -> &File {
        self.before.as_ref().map_or_else(|| self.text.file(), |before| &before.file)
    }

    /// Where a stretch of what was read stands now; `None` where somebody types.
    pub(crate) fn now(&self, span: Range<usize>) -> Option<Range<usize>> {
        match &self.before {
            Some(before) => before.onward.span(&span),
            None => Some(span),
        }
    }

    /// Where a place of the text was when it was read.
    pub(crate) fn then(&self, offset: usize) -> Option<usize> {
        match &self.before {
            Some(before) => before.onward.back().span(&(offset..offset)).map(|span| span.start),
            None => Some(offset),
        }
    }
}
