//! Laws about adding, changing and removing versions, for every provider and every notation of a profile.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic, missing_docs, reason = "tests")]

mod additions_and_removals;
mod changes_between;
mod counterexamples;
mod facts;
mod history;
mod inference;
mod lifecycle_changes;
mod machine_types_and_regions;
mod places;
mod policies;
mod setup;
