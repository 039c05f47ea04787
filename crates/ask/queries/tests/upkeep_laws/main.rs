//! Laws about adding, changing and removing versions, for every provider and every notation of a profile.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic, missing_docs, reason = "tests")]

mod between;
mod coming_and_going;
mod given;
mod history;
mod moving_on;
mod offers;
mod places;
mod policies;
