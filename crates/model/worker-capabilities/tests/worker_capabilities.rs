//! Tests of the proposal's mapping, its worked cases, and the properties of joint matching.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    missing_docs,
    reason = "tests"
)]

#[path = "worker_capabilities/laws.rs"]
mod laws;
#[path = "worker_capabilities/mapping.rs"]
mod mapping;
#[path = "worker_capabilities/messages.rs"]
mod messages;
#[path = "worker_capabilities/printed.rs"]
mod printed;
#[path = "worker_capabilities/second_revision.rs"]
mod second_revision;
#[path = "worker_capabilities/worked_cases.rs"]
mod worked_cases;
