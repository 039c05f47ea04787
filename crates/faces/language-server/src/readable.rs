//! The documents of a text that somebody is typing in.

use std::ops::Range;

use rootstock_core_model::read::{Body, File};

use crate::shift::Shift;
use crate::text::Text;

/// The documents of a text. While one of them cannot be read, because somebody is typing, all as they were before, and where that
/// stands now: an editor would close its outline and open its folds with each such letter.
pub(crate) struct Readable<'t> {
    text: &'t Text,
    file: &'t File,
    /// From the text that was read to the text as it is now, if that is another one.
    onward: Option<Shift>,
}

impl<'t> Readable<'t> {
    /// What of a text was read, and was before, when all of it could be read.
    pub(crate) fn new(text: &'t Text, file: &'t File, before: Option<&'t File>) -> Self {
        match before.filter(|_| !is_readable(file)) {
            Some(before) => {
                let onward = Some(Shift::between(before.source.text(), text.as_str()));
                Self { text, file: before, onward }
            }
            None => Self { text, file, onward: None },
        }
    }

    /// The text as it is now.
    pub(crate) const fn text(&self) -> &'t Text {
        self.text
    }

    pub(crate) const fn file(&self) -> &'t File {
        self.file
    }

    /// Where a stretch of what was read stands now; `None` where somebody types.
    pub(crate) fn now(&self, span: Range<usize>) -> Option<Range<usize>> {
        match &self.onward {
            Some(onward) => onward.span(&span),
            None => Some(span),
        }
    }

    /// Where a place of the text was when it was read.
    pub(crate) fn then(&self, offset: usize) -> Option<usize> {
        match &self.onward {
            Some(onward) => onward.back().span(&(offset..offset)).map(|span| span.start),
            None => Some(offset),
        }
    }
}

/// Whether every document of it can be read.
fn is_readable(file: &File) -> bool {
    !file.documents.iter().any(|document| matches!(document.body, Body::Unreadable))
}
