//! Selection of fixes to make at once: the safe ones, and of several that touch the same text the first.

use std::collections::BTreeMap;

use rootstock_core_model::Applicability;

use crate::{Finding, Report, SourceId};
use rootstock_document::{Edit, apply_edits};

impl Finding {
    /// Returns the edits of a safe fix; `None` if a person should review it first.
    #[must_use]
    pub fn safe_edits(&self) -> Option<&[Edit]> {
        self.edits_of(Applicability::Safe)
    }

    /// Returns the edits of a fix with at least the given applicability; `None` if there is none.
    #[must_use]
    pub fn edits_of(&self, least: Applicability) -> Option<&[Edit]> {
        let fix = self.violation.fix.as_ref()?;
        if least == Applicability::Safe && fix.applicability != Applicability::Safe {
            return None;
        }
        self.edits.as_deref().filter(|edits| !edits.is_empty())
    }
}

/// Fixes that can be made at the same time.
#[derive(Debug, Clone, Default)]
pub struct FixSet<'a> {
    /// The findings that are fixed, in the order of the report.
    pub selected: Vec<&'a Finding>,
    edits: BTreeMap<SourceId, Vec<Edit>>,
}

impl<'a> FixSet<'a> {
    /// Takes the fixes of a report with at least the given applicability, in order. A fix that touches text changed by
    /// an earlier fix is left for the next run; one with exactly the same edits is included.
    ///
    /// `allowed` can reject fixes.
    #[must_use]
    pub fn of(report: &'a Report, least: Applicability, allowed: impl Fn(&Finding) -> bool) -> Self {
        let mut set = Self::default();
        // By start position: as edits do not overlap, it is enough to check the neighbors.
        let mut taken: BTreeMap<SourceId, BTreeMap<usize, Edit>> = BTreeMap::new();
        for finding in &report.findings {
            let Some(edits) = finding.edits_of(least).filter(|_| allowed(finding)) else { continue };
            let taken = taken.entry(finding.source).or_default();
            if edits.iter().all(|edit| taken.get(&edit.span.start) == Some(edit)) {
                set.selected.push(finding);
            } else if edits.iter().all(|edit| is_free(taken, edit)) && are_apart(edits) {
                taken.extend(edits.iter().map(|edit| (edit.span.start, edit.clone())));
                set.selected.push(finding);
            }
        }
        set.edits = taken.into_iter().map(|(source, edits)| (source, edits.into_values().collect())).collect();
        set.edits.retain(|_, edits| !edits.is_empty());
        set
    }

    /// Returns whether there is nothing to fix.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.selected.is_empty()
    }

    /// Returns the inputs that change, with their new texts.
    pub fn texts<'r>(&'r self, report: &'r Report) -> impl Iterator<Item = (SourceId, String)> + 'r {
        self.edits.iter().filter_map(|(source, edits)| {
            let text = report.source(*source)?.text();
            Some((*source, apply_edits(text, edits)?))
        })
    }
}

/// Returns whether this edit does not touch any of those taken.
fn is_free(taken: &BTreeMap<usize, Edit>, edit: &Edit) -> bool {
    let before = taken.range(..=edit.span.start).next_back();
    let after = taken.range(edit.span.start..).next();
    before.into_iter().chain(after).all(|(_, other)| is_apart(other, edit))
}

/// Returns whether two edits are independent. Insertions at the same position are not: their order would be a guess.
fn is_apart(one: &Edit, other: &Edit) -> bool {
    let (first, second) = if one.span.start <= other.span.start { (one, other) } else { (other, one) };
    first.span.end <= second.span.start && first.span.start < second.span.start
}

/// Returns whether the edits of one fix are independent.
fn are_apart(edits: &[Edit]) -> bool {
    let mut sorted: Vec<&Edit> = edits.iter().collect();
    sorted.sort_by_key(|edit| (edit.span.start, edit.span.end));
    sorted.iter().zip(sorted.iter().skip(1)).all(|(first, second)| is_apart(first, second))
}
