//! Tests of versions, constraints and update paths: tables, laws, and results recorded from Gardener.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::string_slice,
    missing_docs,
    reason = "tests"
)]

mod conformance;
mod instants;
mod notation;
mod printed;
mod update_laws;
mod update_paths;
mod versions_and_constraints;
