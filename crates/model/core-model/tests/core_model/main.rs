//! Tests of reading and decoding objects: tables, properties for any input, and verdicts recorded from Gardener.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::string_slice,
    missing_docs,
    reason = "tests"
)]

mod any_input;
mod by_serde;
mod conformance;
mod decode;
mod hostile;
mod hostile_generated;
mod namespaced_cloud_profile;
mod read_and_decode;
