//! Places of a profile get other values, come and go. The text is edited, and what is read from it afterwards is compared with the
//! profile of before in which the same was changed as a value.

mod edits;
mod expected;
mod fragments;
mod item_name;
mod removal;
mod walk;

use expected::Expected;

use crate::base::Base;
use crate::draft::Draft;
use crate::{FieldSetting, ProfilePlace, Refusal, Unplanned};

/// A place gets a value.
pub(crate) fn set(draft: &mut Draft<'_>, setting: &FieldSetting) -> Result<(), Refusal> {
    edits::set(draft, setting)
}

/// A place goes, with what has nothing in it any more then.
pub(crate) fn unset(draft: &mut Draft<'_>, place: &ProfilePlace) -> Result<(), Refusal> {
    removal::unset(draft, place)
}

/// Compares what was read from the edited text with what should be there.
pub(crate) fn compare(before: &Base, after: &Base, change: Asked<'_>) -> Result<(), Unplanned> {
    let lists = walk::Lists::of(before);
    let expected = match change {
        Asked::Set(setting) => Expected::set(&lists, before.root(), setting),
        Asked::Unset(place) => Expected::unset(&lists, before.root(), place),
    };
    if expected.is(after.root()) { Ok(()) } else { Err(Unplanned::Fields) }
}

/// What is asked for.
#[derive(Clone, Copy)]
pub(crate) enum Asked<'c> {
    Set(&'c FieldSetting),
    Unset(&'c ProfilePlace),
}
