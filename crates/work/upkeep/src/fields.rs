//! Sets, removes and reorders the values at places of a profile. The text is edited, and the profile read from it is compared
//! with the original one, after the same change to its value.

mod edits;
mod expected;
mod fragments;
mod item_name;
mod order;
mod removal;
mod walk;

use expected::Expected;
pub(crate) use walk::Lists;

use crate::base::Base;
use crate::draft::Draft;
use crate::{FieldSetting, ItemOrder, ProfilePlace, Refusal, Unplanned};

pub(crate) fn set(draft: &mut Draft<'_>, setting: &FieldSetting) -> Result<(), Refusal> {
    edits::set(draft, setting)
}

/// Removes a place, with any object or list that becomes empty.
pub(crate) fn unset(draft: &mut Draft<'_>, place: &ProfilePlace) -> Result<(), Refusal> {
    removal::unset(draft, place)
}

pub(crate) fn order(draft: &mut Draft<'_>, order: &ItemOrder) -> Result<(), Refusal> {
    order::order(draft, order)
}

/// Compares the profile read from the edited text with the expected one.
pub(crate) fn compare(before: &Base, after: &Base, change: PlaceChange<'_>) -> Result<(), Unplanned> {
    let lists = Lists::of(before);
    let expected = match change {
        PlaceChange::Set(setting) => Expected::set(&lists, before.root(), setting),
        PlaceChange::Unset(place) => Expected::unset(&lists, before.root(), place),
        PlaceChange::Order(order) => Expected::ordered(&lists, before.root(), order),
    };
    if expected.is(after.root()) { Ok(()) } else { Err(Unplanned::Fields) }
}

/// A requested change of a place.
#[derive(Clone, Copy)]
pub(crate) enum PlaceChange<'c> {
    Set(&'c FieldSetting),
    Unset(&'c ProfilePlace),
    Order(&'c ItemOrder),
}
