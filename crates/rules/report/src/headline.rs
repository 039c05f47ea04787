//! A finding in one line.

use rootstock_core_model::{BadValue, ViolationKind};
use rootstock_document::shortened;

use crate::{Finding, FindingAnswer};

/// The length limits of bad values and details that are printed in full.
const MAX_VALUE_LENGTH: usize = 80;
const MAX_DETAIL_LENGTH: usize = 400;

impl Finding {
    /// Formats the finding in Kubernetes' own words, without the path, and shortened if very long. Advice and findings
    /// about a document as a whole are in plain words.
    #[must_use]
    pub fn headline(&self) -> String {
        let violation = &self.violation;
        headline(violation.kind, violation.path.segments().is_empty(), &violation.bad, &violation.detail)
    }
}

impl FindingAnswer {
    /// Formats the headline of an answer, like [`Finding::headline`].
    #[must_use]
    pub fn headline(&self) -> String {
        headline(self.kind, self.pointer.is_empty(), &self.bad, &self.detail)
    }
}

fn headline(kind: ViolationKind, is_about_root: bool, bad: &BadValue, detail: &str) -> String {
    let is_about_all = is_about_root && *bad == BadValue::None;
    if (is_about_all || kind == ViolationKind::Advice) && !detail.is_empty() {
        return shortened(detail, MAX_DETAIL_LENGTH).into_owned();
    }
    let mut text = kind.head().to_owned();
    if kind.prints_value() {
        match bad {
            BadValue::None => {}
            BadValue::Text(value) => text.push_str(&format!(": {:?}", shortened(value, MAX_VALUE_LENGTH))),
            BadValue::Rendered(value) => text.push_str(&format!(": {}", shortened(value, MAX_VALUE_LENGTH))),
        }
    }
    if !detail.is_empty() {
        text.push_str(": ");
        text.push_str(&shortened(detail, MAX_DETAIL_LENGTH));
    }
    text
}
