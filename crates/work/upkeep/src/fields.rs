//! Places of a profile get other values, come and go. The text is edited, and what is read from it afterwards is compared with the
//! profile of before in which the same was changed as a value.

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

/// A place gets a value.
pub(crate) fn set(draft: &mut Draft<'_>, setting: &FieldSetting) -> Result<(), Refusal> {
    edits::set(draft, setting)
}

/// A place goes, with what has nothing in it any more then.
pub(crate) fn unset(draft: &mut Draft<'_>, place: &ProfilePlace) -> Result<(), Refusal> {
    removal::unset(draft, place)
}

/// Items of a list come first in it.
pub(crate) fn order(draft: &mut Draft<'_>, order: &ItemOrder) -> Result<(), Refusal> {
    order::order(draft, order)
}

/// Compares what was read from the edited text with what should be there.
pub(crate) fn compare(before: &Base, after: &Base, change: Asked<'_>) -> Result<(), Unplanned> {
    let lists = Lists::of(before);
    let expected = match change {
        Asked::Set(setting) => Expected::set(&lists, before.root(), setting),
        Asked::Unset(place) => Expected::unset(&lists, before.root(), place),
        Asked::Order(order) => Expected::ordered(&lists, before.root(), order),
    };
    if expected.is(after.root()) { Ok(()) } else { Err(Unplanned::Fields) }
}

/// What is asked for.
#[derive(Clone, Copy)]
pub(crate) enum Asked<'c> {
    Set(&'c FieldSetting),
    Unset(&'c ProfilePlace),
    Order(&'c ItemOrder),
}
