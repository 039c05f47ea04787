//! Detection of repeated names in a list.

use foldhash::HashMap;
use rootstock_core_model::{FieldPath, Violation};

/// The first position of each name of a list.
#[derive(Debug, Default)]
pub(crate) struct Seen<'a>(HashMap<&'a str, usize>);

impl<'a> Seen<'a> {
    /// Records `name` at `position`; returns the first position if the name is repeated.
    pub(crate) fn repeats(&mut self, name: &'a str, position: usize) -> Option<usize> {
        match self.0.entry(name) {
            std::collections::hash_map::Entry::Occupied(first) => Some(*first.get()),
            std::collections::hash_map::Entry::Vacant(place) => {
                place.insert(position);
                None
            }
        }
    }
}

/// Adds the path of the first of two equal entries to the finding about the second.
pub(crate) fn with_first_occurrence(violation: Violation, first: FieldPath) -> Violation {
    violation.with_related(first, "the first one is here")
}
