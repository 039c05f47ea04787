//! Admission of Shoots: recorded verdicts, tables in both semantics, worker capabilities, options, laws.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::string_slice,
    missing_docs,
    reason = "tests"
)]

#[path = "shoots/defaults.rs"]
mod defaults;
#[path = "shoots/laws.rs"]
mod laws;
#[path = "shoots/messages.rs"]
mod messages;
#[path = "shoots/options.rs"]
mod options;
#[path = "shoots/quirks.rs"]
mod quirks;
#[path = "shoots/recorded.rs"]
mod recorded;
#[path = "shoots/samples.rs"]
mod samples;
#[path = "shoots/support.rs"]
mod support;
#[path = "shoots/worker_capabilities.rs"]
mod worker_capabilities;
