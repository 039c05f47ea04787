//! An object as it is written, and where its findings stand in the text.

use std::sync::Arc;

use rootstock_core_model::without_echoes;
use rootstock_core_model::{GARDENER, NodeRef, RawObject, Severity, Violation, ViolationKind};
use rootstock_document::{Editor, Locator};
use rootstock_report::{Finding, LeftOut, Place, RelatedPlace, SourceText};

use crate::bounded;
use crate::held::Held;
use crate::memo::Memo;
use crate::no_profile::NoProfile;

/// An object as it is written: what could be read of it, all of it, and what was found on the way.
#[derive(Debug)]
pub struct Written<T> {
    /// What could be read; what could not has its default. Where it is so stored, the stored form shares it.
    pub object: Arc<T>,
    /// All of it, with what `T` leaves out.
    pub raw: RawObject,
    source: SourceText,
    found: Vec<Violation>,
    /// What was found when it was read, too, and is too much to be told.
    left_out: Vec<LeftOut>,
    /// How it stands in the ManagedCloudProfile that holds it, if one does.
    held: Option<Held>,
    pub(crate) memos: Memos,
}

/// What has been made of an object together with what it refers to.
#[derive(Debug, Default)]
pub(crate) struct Memos {
    /// What was found when it was judged, or why it was not.
    pub(crate) judged: Memo<Judged>,
    /// What its update takes away from those who use it.
    pub(crate) missed: Memo<Vec<Finding>>,
}

/// What was found when an object was judged, or why it was not. Which document of a report the findings belong to is
/// filled in when the report is made.
pub(crate) type Judged = Result<Vec<Finding>, NoProfile>;

impl<T> Written<T> {
    pub(crate) fn new(object: T, raw: RawObject, source: SourceText, mut found: Vec<Violation>) -> Self {
        let mut left_out = Vec::new();
        bounded::bound(&mut found, &mut left_out);
        Self { object: Arc::new(object), raw, source, found, left_out, held: None, memos: Memos::default() }
    }

    /// The same as a part of a ManagedCloudProfile.
    pub(crate) fn held(self, how: Held) -> Self {
        Self { held: Some(how), ..self }
    }

    /// Whether the text is that of the object, and not of one that holds it.
    pub(crate) const fn is_whole(&self) -> bool {
        self.held.is_none()
    }

    /// The text it stands in.
    #[must_use]
    pub const fn source(&self) -> &SourceText {
        &self.source
    }

    /// What was found when it was read: keys that stand twice, unknown fields, values of a wrong type; not more than are told of a
    /// document.
    #[must_use]
    pub fn violations(&self) -> &[Violation] {
        &self.found
    }

    /// How many errors were found when it was read.
    pub(crate) fn errors(&self) -> usize {
        let left_out = self.left_out.iter().map(|one| (&one.first, one.count));
        let found = self.found.iter().map(|violation| (violation, 1)).chain(left_out);
        found.filter(|(violation, _)| violation.severity == Severity::Error).map(|(_, count)| count).sum()
    }

    /// What was found when it was read and later, each cause once.
    pub(crate) fn with_later(&self, later: Vec<Violation>) -> Vec<Violation> {
        let mut all = without_echoes(&self.found, later);
        all.splice(..0, self.found.iter().cloned());
        all
    }

    /// What was found when it was read and later, with places, and what of it is too much to be told.
    pub(crate) fn located_with_all(&self, violations: Vec<Violation>) -> Vec<Finding> {
        self.located_beside(violations, self.left_out.clone())
    }

    /// Violations with their places.
    pub(crate) fn located(&self, violations: Vec<Violation>) -> Vec<Finding> {
        self.located_beside(violations, Vec::new())
    }

    fn located_beside(&self, mut violations: Vec<Violation>, mut left_out: Vec<LeftOut>) -> Vec<Finding> {
        bounded::bound(&mut violations, &mut left_out);
        // Most objects have none, and then nothing need be indexed.
        if violations.is_empty() {
            return Vec::new();
        }
        let node: NodeRef<'_> = self.raw.node();
        let mut locator = Locator::with_hints(node, &GARDENER);
        // Made for the first fix: it looks at the whole document once.
        let mut editor = None;
        let placed = violations.into_iter().filter_map(|violation| match self.held {
            Some(held) => held.placed(violation),
            None => Some(violation),
        });
        let located = placed.map(|violation| {
            let edits = violation
                .fix
                .as_ref()
                .and_then(|fix| editor.get_or_insert_with(|| Editor::new(node.tree())).fix(fix, &mut locator));
            Finding { edits, ..finding(violation, &mut locator) }
        });
        let mut located: Vec<Finding> = located.collect();
        // Behind everything that is told.
        let end = node.span().range().end;
        let place = Some(Place { span: end..end, exact: true });
        located.extend(bounded::finding(left_out).map(|finding| Finding { place, ..finding }));
        located
    }
}

fn finding(mut violation: Violation, locator: &mut Locator<'_>) -> Finding {
    let located = locator.locate(&violation.path);
    let place = match (violation.span, located.node.key_span()) {
        (Some(span), _) => Place::exact(span),
        // What is wrong with an unknown field is its name.
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
