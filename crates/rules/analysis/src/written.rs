//! An object as written, and the places of its findings in the text.

use std::sync::Arc;

use rootstock_core_model::without_follow_ups;
use rootstock_core_model::{CloudProfile, GARDENER, NodeRef, RawObject, Severity, Violation, ViolationKind};
use rootstock_document::{Editor, Locator};
use rootstock_report::{Finding, LeftOut, Place, RelatedPlace, SourceText};

use crate::embedding::Embedding;
use crate::finding_limit::{self, FindingLimit};
use crate::memo::Memo;
use crate::no_profile::NoProfile;

/// An object as written: the decoded part, the raw whole, and the findings from reading it.
#[derive(Debug)]
pub struct Written<T> {
    /// The decoded object, with defaults for what could not be read. Shared with the stored form if that is equal.
    pub object: Arc<T>,
    /// The whole object, including what `T` omits.
    pub raw: RawObject,
    source: SourceText,
    found: Vec<Violation>,
    limit: FindingLimit,
    /// The findings from reading it that exceed the limit.
    left_out: Vec<LeftOut>,
    /// The position in the object that contains it, if any.
    embedding: Option<Embedding>,
    pub(crate) memos: Memos,
}

/// The cached results about an object together with the objects it refers to.
#[derive(Debug, Default)]
pub(crate) struct Memos {
    /// The findings of its judgement, or the reason why it was not judged.
    pub(crate) judged: Memo<CheckResult>,
    /// The findings about what its update takes away from its users.
    pub(crate) user_findings: Memo<Vec<Finding>>,
}

/// The findings of a judgement, or the reason why there was none. The report fills in the document that the findings belong to.
pub(crate) type CheckResult = Result<Vec<Finding>, NoProfile>;

impl<T> Written<T> {
    pub(crate) fn new(
        object: T,
        raw: RawObject,
        source: SourceText,
        mut found: Vec<Violation>,
        limit: FindingLimit,
    ) -> Self {
        let mut left_out = Vec::new();
        finding_limit::bound(&mut found, &mut left_out, limit);
        let (object, memos) = (Arc::new(object), Memos::default());
        Self { object, raw, source, found, limit, left_out, embedding: None, memos }
    }

    /// Marks the object as part of another one.
    pub(crate) fn embedding(self, how: Embedding) -> Self {
        Self { embedding: Some(how), ..self }
    }

    /// Returns whether the text is that of the object, and not of one that contains it.
    pub(crate) const fn is_whole(&self) -> bool {
        self.embedding.is_none()
    }

    /// Returns whether a controller completes the object, so that nothing can be judged by it.
    pub(crate) fn is_completed_elsewhere(&self) -> bool {
        self.embedding.as_ref().is_some_and(Embedding::fills_in)
    }

    /// Returns whether a violation of the object counts: a controller may complete the object, and so resolve it.
    #[must_use]
    pub fn keeps(&self, violation: &Violation) -> bool {
        self.embedding.as_ref().is_none_or(|embedding| embedding.keeps(violation))
    }

    /// Returns an update of a profile with the versions of the old one that it lacks, but that a controller may fill in, if any.
    pub(crate) fn with_possible_images(&self, new: &CloudProfile, old: &CloudProfile) -> Option<CloudProfile> {
        self.embedding.as_ref()?.with_possible_images(new, old)
    }

    /// Returns the text that contains the object.
    #[must_use]
    pub const fn source(&self) -> &SourceText {
        &self.source
    }

    /// Returns the findings from reading it: duplicate keys, unknown fields, values of a wrong type; at most as many as
    /// are reported for a document.
    #[must_use]
    pub fn violations(&self) -> &[Violation] {
        &self.found
    }

    /// Returns the number of errors found when it was read.
    pub(crate) fn errors(&self) -> usize {
        let left_out = self.left_out.iter().map(|one| (&one.first, one.count));
        let found = self.found.iter().map(|violation| (violation, 1)).chain(left_out);
        found.filter(|(violation, _)| violation.severity == Severity::Error).map(|(_, count)| count).sum()
    }

    /// Returns the number of errors found when it was read and of later ones, each cause once.
    #[must_use]
    pub fn errors_with(&self, later: Vec<Violation>) -> usize {
        let later = without_follow_ups(&self.found, later);
        self.errors() + later.iter().filter(|one| one.severity == Severity::Error && self.keeps(one)).count()
    }

    /// Returns the findings from reading it and later ones, each cause once.
    pub(crate) fn with_later(&self, later: Vec<Violation>) -> Vec<Violation> {
        let mut all = without_follow_ups(&self.found, later);
        all.splice(..0, self.found.iter().cloned());
        all
    }

    /// Locates all violations, which must include those from reading the object, and adds the summary of those beyond the limit.
    pub(crate) fn located_with_all(&self, violations: Vec<Violation>) -> Vec<Finding> {
        self.located_with_left_out(violations, self.left_out.clone())
    }

    /// Locates violations in the text.
    #[must_use]
    pub fn located(&self, violations: Vec<Violation>) -> Vec<Finding> {
        self.located_with_left_out(violations, Vec::new())
    }

    fn located_with_left_out(&self, mut violations: Vec<Violation>, mut left_out: Vec<LeftOut>) -> Vec<Finding> {
        finding_limit::bound(&mut violations, &mut left_out, self.limit);
        // Most objects have no violations, and then need no index.
        if violations.is_empty() {
            return Vec::new();
        }
        let node: NodeRef<'_> = self.raw.node();
        let mut locator = Locator::with_hints(node, &GARDENER);
        // Created for the first fix only, because it scans the whole document.
        let mut editor = None;
        let kept = violations.into_iter();
        let kept = kept.filter(|violation| self.keeps(violation));
        let located = kept.map(|violation| {
            let edits = violation
                .fix
                .as_ref()
                .and_then(|fix| editor.get_or_insert_with(|| Editor::new(node.tree())).fix(fix, &mut locator));
            let finding = Finding { edits, ..finding(violation, &mut locator) };
            match &self.embedding {
                Some(embedding) => embedding.translated(finding),
                None => finding,
            }
        });
        let mut located: Vec<Finding> = located.collect();
        // The summary comes after all other findings.
        let end = node.span().range().end;
        let place = Some(Place { span: end..end, exact: true });
        located.extend(finding_limit::finding(left_out).map(|finding| Finding { place, ..finding }));
        located
    }
}

fn finding(mut violation: Violation, locator: &mut Locator<'_>) -> Finding {
    let located = locator.locate(&violation.path);
    let place = match (violation.span, located.node.key_span()) {
        (Some(span), _) => Place::exact(span),
        // The mistake in an unknown field is its name.
        (None, Some(key)) if violation.kind == ViolationKind::UnknownField && located.exact => Place::exact(key),
        (None, _) => Place::from(&located),
    };
    let related = std::mem::take(&mut violation.related).into_iter().map(|related| RelatedPlace {
        place: Some(match related.span {
            Some(span) => Place::exact(span),
            None => Place::from(&locator.locate(&related.path)),
        }),
        path: related.path,
        note: related.note,
    });
    let related = related.collect();
    Finding { place: Some(place), within: located.within, related, ..Finding::unlocated(violation) }
}
