//! Values that a document repeats.

use std::any::{Any, TypeId};
use std::cell::RefCell;
use std::fmt;

use foldhash::{HashMap, HashMapExt as _};

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
/// By their texts.
type OfKind = HashMap<Box<str>, Box<dyn Any>>;

impl Kept {
    /// Gives the value that is written so, if it is kept.
    pub(super) fn give(&self, value: &mut dyn Repeated, writing: Writing<'_>) -> bool {
        let (kinds, kind) = (self.0.borrow(), (value.kind(), writing.column));
        let of_kind = kinds.iter().find(|(known, _)| *known == kind);
        of_kind.and_then(|(_, values)| values.get(writing.text)).is_some_and(|kept| value.become_kept(&**kept))
    }

    /// Keeps a value for the next one that is written so.
    pub(super) fn keep(&self, value: &dyn Repeated, writing: Writing<'_>) {
        let (mut kinds, kind) = (self.0.borrow_mut(), (value.kind(), writing.column));
        let place = kinds.iter().position(|(known, _)| *known == kind).unwrap_or_else(|| {
            kinds.push((kind, HashMap::new()));
            kinds.len() - 1
        });
        if let Some((_, values)) = kinds.get_mut(place).filter(|(_, values)| values.len() < MOST_VALUES) {
            values.insert(writing.text.into(), value.kept());
        }
    }
}

impl fmt::Debug for Kept {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Kept")
    }
}
