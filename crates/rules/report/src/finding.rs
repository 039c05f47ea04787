//! One finding: what is wrong, and where it stands in the text.

use std::cmp::Ordering;

use rootstock_core_model::{FieldPath, Segment, Severity, Violation};

use crate::{Place, SourceId};
use rootstock_document::{Edit, Named};

/// A [`Violation`] with its place.
#[derive(Debug, Clone)]
pub struct Finding {
    /// What is wrong. The other places that belong to it are in `related`, once they have been found in the text.
    pub violation: Violation,
    /// The input it stands in.
    pub source: SourceId,
    /// The document it belongs to: an index into [`Report::documents`](crate::Report::documents).
    pub document: Option<usize>,
    /// Where it stands; `None` when it concerns the input as a whole.
    pub place: Option<Place>,
    /// The named list items around it, outermost first.
    pub within: Vec<Named>,
    /// The other places that belong to it.
    pub related: Vec<RelatedPlace>,
    /// The violation's fix as edits of the text; `None` when there is no fix, or when it cannot be made in this text.
    pub edits: Option<Vec<Edit>>,
    /// The findings for which it stands, where there were too many to be told; usually none.
    pub left_out: Vec<LeftOut>,
}

/// Findings of one rule that were left out because there were too many, all of the same severity.
#[derive(Debug, Clone)]
pub struct LeftOut {
    /// The first of them, which stands for all.
    pub first: Violation,
    /// How many there are.
    pub count: usize,
}

/// A second place of a finding.
#[derive(Debug, Clone)]
pub struct RelatedPlace {
    /// Where, in the same input; `None` when nothing of the path exists in the text.
    pub place: Option<Place>,
    /// The path.
    pub path: FieldPath,
    /// What is there.
    pub note: String,
}

impl Finding {
    /// A finding of which nothing is known but what is wrong, and its place where the reader knows it.
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

    /// Whether the object is refused because of it.
    #[must_use]
    pub fn is_error(&self) -> bool {
        self.violation.severity == Severity::Error
    }

    /// What the finding says is wrong, and how often: itself, or what was left out.
    pub fn stands_for(&self) -> impl Iterator<Item = (&Violation, usize)> {
        let itself = self.left_out.is_empty().then_some((&self.violation, 1));
        itself.into_iter().chain(self.left_out.iter().map(|LeftOut { first, count }| (first, *count)))
    }

    /// The one total order of findings: input, position, rule, and then whatever is left to tell two apart.
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

/// A field path as a JSON pointer (RFC 6901): the form that stays unambiguous when keys contain dots.
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
