//! Findings: a violation and its place in the text.

use std::cmp::Ordering;

use rootstock_core_model::{FieldPath, Segment, Severity, Violation};

use crate::{Place, SourceId};
use rootstock_document::{Edit, Named};

/// A [`Violation`] with its place.
#[derive(Debug, Clone)]
pub struct Finding {
    /// The violation. Its other places are in `related`, once they have been found in the text.
    pub violation: Violation,
    /// The input that contains it.
    pub source: SourceId,
    /// The document it belongs to: an index into [`Report::documents`](crate::Report::documents).
    pub document: Option<usize>,
    /// The place in the input; `None` if it concerns the input as a whole.
    pub place: Option<Place>,
    /// The named list items around it, outermost first.
    pub within: Vec<Named>,
    /// Other places related to it.
    pub related: Vec<RelatedPlace>,
    /// The violation's fix as edits of the text; `None` if there is no fix, or if it cannot be made in this text.
    pub edits: Option<Vec<Edit>>,
    /// The findings that this one represents, if there were too many to list; usually empty.
    pub left_out: Vec<LeftOut>,
}

/// Findings of one rule that were left out because there were too many, all with the same severity.
#[derive(Debug, Clone)]
pub struct LeftOut {
    /// The first of them, which represents all.
    pub first: Violation,
    /// The number of findings left out.
    pub count: usize,
}

/// A second place of a finding.
#[derive(Debug, Clone)]
pub struct RelatedPlace {
    /// The place in the same input; `None` if no part of the path exists in the text.
    pub place: Option<Place>,
    /// The path.
    pub path: FieldPath,
    /// A note about that place.
    pub note: String,
}

impl Finding {
    /// Creates a finding about which only the violation is known, with its place if the reader knows it.
    #[must_use]
    pub fn unlocated(violation: Violation) -> Self {
        let place = violation.span.map(Place::exact);
        Self {
            violation,
            source: SourceId(0),
            document: None,
            place,
            within: Vec::new(),
            related: Vec::new(),
            edits: None,
            left_out: Vec::new(),
        }
    }

    /// Returns whether the finding causes the object to be refused.
    #[must_use]
    pub fn is_error(&self) -> bool {
        self.violation.severity == Severity::Error
    }

    /// Returns the violations that the finding represents with their numbers: itself, or those left out.
    pub fn represented_violations(&self) -> impl Iterator<Item = (&Violation, usize)> {
        let itself = self.left_out.is_empty().then_some((&self.violation, 1));
        itself.into_iter().chain(self.left_out.iter().map(|LeftOut { first, count }| (first, *count)))
    }

    /// Compares two findings in a total order: input, position, rule, then any remaining differences.
    #[must_use]
    pub fn order(&self, other: &Self) -> Ordering {
        let start = |finding: &Self| finding.place.as_ref().map(|place| place.span.start);
        self.source
            .cmp(&other.source)
            .then_with(|| start(self).cmp(&start(other)))
            .then_with(|| self.violation.rule.name.cmp(other.violation.rule.name))
            .then_with(|| self.violation.severity.cmp(&other.violation.severity))
            .then_with(|| self.violation.path.cmp(&other.violation.path))
            .then_with(|| self.violation.kind.cmp(&other.violation.kind))
            .then_with(|| self.violation.bad.as_str().cmp(other.violation.bad.as_str()))
            .then_with(|| self.violation.detail.cmp(&other.violation.detail))
    }
}

/// Converts a field path to a JSON Pointer (RFC 6901), which stays unambiguous if keys contain dots.
///
/// ```
/// use rootstock_core_model::FieldPath;
/// let path = FieldPath::root().field("metadata").field("labels").field("a.b/c");
/// assert_eq!(rootstock_report::pointer(&path), "/metadata/labels/a.b~1c");
/// ```
#[must_use]
pub fn pointer(path: &FieldPath) -> String {
    use std::fmt::Write as _;
    let mut pointer = String::new();
    for segment in path.segments() {
        pointer.push('/');
        match segment {
            Segment::Field(name) => pointer.push_str(&name.replace('~', "~0").replace('/', "~1")),
            Segment::Index(index) => {
                // Writing to a String cannot fail.
                let _ = write!(pointer, "{index}");
            }
        }
    }
    pointer
}
