//! The rules of capabilities, images, machine types, metadata and updates, each tripped and passed in both semantics,
//! and the laws that hold for all of them together.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::string_slice,
    missing_docs,
    reason = "tests"
)]

#[path = "rules/capabilities.rs"]
mod capabilities;
#[path = "rules/documents.rs"]
mod documents;
#[path = "rules/flavors.rs"]
mod flavors;
#[path = "rules/images.rs"]
mod images;
#[path = "rules/laws.rs"]
mod laws;
#[path = "rules/metadata.rs"]
mod metadata;
#[path = "rules/phases.rs"]
mod phases;
#[path = "rules/quirks.rs"]
mod quirks;
#[path = "rules/size.rs"]
mod size;
#[path = "rules/support.rs"]
mod support;
#[path = "rules/texts.rs"]
mod texts;
#[path = "rules/types.rs"]
mod types;
