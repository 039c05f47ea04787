#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::string_slice,
    missing_docs,
    reason = "tests"
)]
//! Maintenance: workers, shoots, fleets, time, usage.

mod conformance;
