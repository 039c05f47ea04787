//! An object as it is written, and where its findings stand in the text.

use rootstock_core_model::decode::without_echoes;
use rootstock_core_model::{Change, NodeRef, RawObject, Severity, Violation, ViolationKind};
use rootstock_report::{Finding, Locator, Place, RelatedPlace, SourceId, SourceText, patch};

use crate::managed;
use crate::memo::Memo;
use crate::no_profile::NoProfile;

/// An object as it is written: what could be read of it, all of it, and what was found on the way.
#[derive(Debug)]
pub struct Written<T> {
    /// What could be read; what could not has its default.
    pub object: T,
    /// All of it, with what `T` leaves out.
    pub raw: RawObject,
    source: SourceText,
    found: Vec<Violation>,
    /// Whether it is the profile that a ManagedCloudProfile holds.
    managed: Option<Managed>,
    pub(crate) memos: Memos,
}

/// A profile that a ManagedCloudProfile holds.
#[derive(Debug, Clone, Copy)]
struct Managed {
    /// Whether the controller fills in image versions.
    fills_in: bool,
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
    pub(crate) fn new(object: T, raw: RawObject, source: SourceText, found: Vec<Violation>) -> Self {
        Self { object, raw, source, found, managed: None, memos: Memos::default() }
    }

    /// The same as a part of a ManagedCloudProfile; `fills_in` if its controller fills in image versions.
    pub(crate) fn managed(self, fills_in: bool) -> Self {
        Self { managed: Some(Managed { fills_in }), ..self }
    }

    /// Whether the text is that of the object, and not of one that holds it.
    pub(crate) const fn is_whole(&self) -> bool {
        self.managed.is_none()
    }

    /// The text it stands in.
    #[must_use]
    pub const fn source(&self) -> &SourceText {
        &self.source
    }

    /// What was found when it was read: keys that stand twice, unknown fields, values of a wrong type.
    #[must_use]
    pub fn violations(&self) -> &[Violation] {
        &self.found
    }

    /// How many errors were found when it was read.
    pub(crate) fn errors(&self) -> usize {
        self.found.iter().filter(|violation| violation.severity == Severity::Error).count()
    }

    /// What was found when it was read and later, each cause once.
    pub(crate) fn with_later(&self, later: Vec<Violation>) -> Vec<Violation> {
        let later = without_echoes(&self.found, later);
        self.found.iter().cloned().chain(later).collect()
    }

    /// Violations with their places.
    pub(crate) fn located(&self, violations: Vec<Violation>) -> Vec<Finding> {
        // Most objects have none, and then nothing need be indexed.
        if violations.is_empty() {
            return Vec::new();
        }
        let node: NodeRef<'_> = self.raw.node();
        let mut locator = Locator::new(node);
        let placed = violations.into_iter().filter_map(|violation| self.placed(violation));
        placed.map(|violation| finding(violation, &mut locator)).collect()
    }

    /// A violation with paths as they are in the text; nothing of what the controller of a ManagedCloudProfile makes good.
    fn placed(&self, mut violation: Violation) -> Option<Violation> {
        let Some(managed) = self.managed else { return Some(violation) };
        if managed.fills_in && managed::is_made_good(violation.rule) {
            return None;
        }
        let paths = violation.related.iter_mut().map(|related| &mut related.path);
        for path in paths.chain([&mut violation.path]) {
            *path = managed::moved(path);
        }
        for change in violation.fix.iter_mut().flat_map(|fix| &mut fix.changes) {
            let (Change::Unwrap { path, .. }
            | Change::Replace { path, .. }
            | Change::RenameKey { path, .. }
            | Change::Add { path, .. }
            | Change::Remove { path }) = change;
            *path = managed::moved(path);
        }
        Some(violation)
    }
}

fn finding(violation: Violation, locator: &mut Locator<'_>) -> Finding {
    let located = locator.locate(&violation.path);
    let place = match (violation.span, located.node.key_span()) {
        (Some(span), _) => Place { span: span.range(), exact: true },
        // What is wrong with an unknown field is its name.
        (None, Some(key)) if violation.kind == ViolationKind::UnknownField && located.place.exact => {
            Place { span: key.range(), exact: true }
        }
        (None, _) => located.place,
    };
    let related = violation.related.iter().map(|related| RelatedPlace {
        place: Some(match related.span {
            Some(span) => Place { span: span.range(), exact: true },
            None => locator.locate(&related.path).place,
        }),
        path: related.path.clone(),
        note: related.note.clone(),
    });
    let related = related.collect();
    let edits = violation.fix.as_ref().and_then(|fix| patch::edits(fix, locator));
    Finding { place: Some(place), within: located.within, related, edits, ..unlocated(violation) }
}

/// A finding about a text that could not be read: the reader knows its place, and there are no fields.
pub(crate) fn unlocated(violation: Violation) -> Finding {
    let place = violation.span.map(|span| Place { span: span.range(), exact: true });
    Finding {
        violation,
        source: SourceId(0),
        document: None,
        place,
        within: Vec::new(),
        related: Vec::new(),
        edits: None,
    }
}
