//! Values that a document repeats.

use std::any::{Any, TypeId};
use std::cell::RefCell;
use std::fmt;

use super::decodable::Repeated;
use crate::tree::Writing;

/// Longer texts are seldom repeated.
pub(super) const MOST_KEPT: usize = 512;
/// So many values of a type are kept: a profile repeats a handful.
const MOST_VALUES: usize = 256;

/// Values of which there was nothing to tell, by how they are written.
#[derive(Default)]
pub(super) struct Kept(RefCell<Vec<(Kind, OfKind)>>);

/// Values of one type in one column.
type Kind = (TypeId, usize);
/// By their texts, in order.
type OfKind = Vec<(Box<str>, Box<dyn Any>)>;

impl Kept {
    /// Gives the value that is written so, if it is kept.
    pub(super) fn give(&self, value: &mut dyn Repeated, writing: Writing<'_>) -> bool {
        let (kinds, kind) = (self.0.borrow(), (value.kind(), writing.column));
        let Some((_, values)) = kinds.iter().find(|(known, _)| *known == kind) else { return false };
        let found = place_of(writing.text, values).ok().and_then(|place| values.get(place));
        found.is_some_and(|(_, kept)| value.become_kept(&**kept))
    }

    /// Keeps a value for the next one that is written so.
    pub(super) fn keep(&self, value: &dyn Repeated, writing: Writing<'_>) {
        let (mut kinds, kind) = (self.0.borrow_mut(), (value.kind(), writing.column));
        let place = kinds.iter().position(|(known, _)| *known == kind).unwrap_or_else(|| {
            kinds.push((kind, Vec::new()));
            kinds.len() - 1
        });
        if let Some((_, values)) = kinds.get_mut(place).filter(|(_, values)| values.len() < MOST_VALUES)
            && let Err(place) = place_of(writing.text, values)
        {
            values.insert(place, (writing.text.into(), value.kept()));
        }
    }
}

/// Where the value of a text is, or would be.
fn place_of(text: &str, values: &OfKind) -> Result<usize, usize> {
    // Most differ in length.
    values.binary_search_by(|(known, _)| known.len().cmp(&text.len()).then_with(|| (**known).cmp(text)))
}

impl fmt::Debug for Kept {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Kept")
    }
}
