//! Tests of the engine against the documentation, Gardener's recorded verdicts and a naive implementation.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::string_slice,
    missing_docs,
    reason = "tests"
)]

mod catalogs;
mod conformance;
mod differences;
mod inputs;
mod laws;
mod naive;
mod small_profiles;
mod small_scope;
mod worked_examples;
