//! NamespacedCloudProfiles: the documents' examples, the quirks, and the common ground of both semantics.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::string_slice,
    missing_docs,
    reason = "tests"
)]

mod both_semantics;
mod documents;
mod quirks;
mod support;
mod users;
