//! Migrated and rolled back profiles, as people write them.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::string_slice,
    missing_docs,
    unreachable_pub,
    reason = "tests"
)]

mod back;
mod forward;
mod laws;
mod providers;
mod refusals;
mod renames;
mod suffixes;
mod support;
