//! A document that is checked, with its place.

use rootstock_report::{DocumentRecord, SourceId};

use crate::input::{Document, Object};

/// A document that a [`Check`](crate::Check) judges.
#[derive(Debug, Clone, Copy)]
pub struct CheckedDocument<'a> {
    pub(crate) document: &'a Document,
    /// The position of its input among the checked ones.
    pub(crate) input: usize,
}

impl<'a> CheckedDocument<'a> {
    /// Returns the object, if it is of a judged kind.
    #[must_use]
    pub const fn object(&self) -> Option<&'a Object> {
        self.document.object.as_ref()
    }

    /// Returns the report's record of it, as the only document of its source.
    #[must_use]
    pub fn record(&self) -> DocumentRecord {
        self.document.record(SourceId::default())
    }
}
