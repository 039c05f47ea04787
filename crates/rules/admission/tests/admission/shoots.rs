//! Admission of Shoots: recorded verdicts, tables in both semantics, worker capabilities, options, properties.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::string_slice,
    missing_docs,
    reason = "tests"
)]

mod defaults;
mod laws;
mod messages;
mod options;
mod quirks;
mod samples;
mod support;
mod updates;
mod worker_capabilities;
