//! The OpenStack plug-in, from outside.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    missing_docs,
    reason = "tests"
)]

#[path = "../../../../fixtures/base.rs"]
mod base;
mod bounds;
mod checks;
mod decoding;
mod documents;
mod selection;
mod shoots;
mod support;
