//! From legacy fields to capabilities, and back.
//!
//! A legacy profile says of machine types and image versions which architecture they have; everything else that decides
//! whether an image boots is smuggled into version names (`1592.2.0-gen2`) or not said at all. [`migrate`] turns such a
//! profile, its core half and its provider's half, into one with capabilities; [`roll_back`] is the way back.
//!
//! Both edit the text: comments, order and everything that has nothing to do with it stay as they are. Both prove what
//! they did ([`Proof`]): the edited text is read again, and for every machine type, image version and region the
//! provider's image is compared with the one before. What differs is named, and unless it was asked for, nothing comes
//! out at all.
//!
//! Nothing here knows a provider: where the legacy format of one keeps what flavors say, its plug-in tells
//! ([`rootstock_provider_api::LegacyFormat`]).

mod asked;
mod back;
mod differences;
mod forward;
mod notes;
mod profile;
mod proof;
mod refusal;
mod result;

pub use asked::{ArgumentError, ImageFilter, Options, Suffix, TypeValues, capability};
pub use back::roll_back;
pub use differences::{Answer, Comparison, Difference, Intent, Proof};
pub use forward::migrate;
pub use notes::Note;
pub use refusal::{Impossible, Refusal};
pub use result::Migration;
