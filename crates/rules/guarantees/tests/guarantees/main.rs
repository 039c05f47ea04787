//! Tests of locks and invariants.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::string_slice,
    missing_docs,
    reason = "tests"
)]

mod brute_force;
mod histories;
mod invariants;
mod lock;
mod lock_laws;
mod samples;
