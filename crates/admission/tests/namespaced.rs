//! NamespacedCloudProfiles: the documents' examples, the quirks, and what both semantics have in common.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::string_slice,
    missing_docs,
    reason = "tests"
)]

#[path = "namespaced/both_semantics.rs"]
mod both_semantics;
#[path = "namespaced/documents.rs"]
mod documents;
#[path = "namespaced/oddities.rs"]
mod oddities;
#[path = "namespaced/support.rs"]
mod support;
#[path = "namespaced/users.rs"]
mod users;
