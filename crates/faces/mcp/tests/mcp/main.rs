//! Checks the server as a client does: by lines on its streams.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::string_slice,
    clippy::panic,
    missing_docs,
    reason = "tests"
)]

mod client;
mod laws;
mod protocol;
mod repair;
mod tools;
