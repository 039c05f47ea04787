//! The findings that a configuration and comments of the documents accept, one by one.

use rootstock_report::{Finding, SourceId, SourceText};

use crate::acceptance::Acceptances;
use crate::checked_document::CheckedDocument;
use crate::configuration::Configuration;

/// The findings of a check that its configuration and the comments of its documents accept, for callers that report findings in another
/// way than [`Check::report`](crate::Check::report).
#[derive(Debug)]
pub struct FindingFilter<'a> {
    configuration: &'a Configuration,
    acceptances: Acceptances,
    /// The inputs, in the order of the check.
    sources: Vec<(SourceId, &'a SourceText)>,
}

impl<'a> FindingFilter<'a> {
    pub(crate) const fn new(
        configuration: &'a Configuration,
        acceptances: Acceptances,
        sources: Vec<(SourceId, &'a SourceText)>,
    ) -> Self {
        Self { configuration, acceptances, sources }
    }

    /// Gives a finding in a document the severity that the configuration sets. Returns `None` if it is accepted or not to be reported.
    /// An error of Gardener stays one.
    #[must_use]
    pub fn weigh(&self, document: CheckedDocument<'_>, finding: Finding) -> Option<Finding> {
        let Some((source, text)) = self.sources.get(document.input) else { return Some(finding) };
        let mut finding = Finding { source: *source, ..finding };
        if !finding.is_error() && self.acceptances.cover(&finding) {
            return None;
        }
        self.configuration.keeps(&mut finding, text.name(), &document.record()).then_some(finding)
    }
}
