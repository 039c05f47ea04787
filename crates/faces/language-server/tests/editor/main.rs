//! The server from an editor's point of view.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::string_slice,
    missing_docs,
    reason = "tests"
)]

mod client;
mod code_actions;
mod diagnostics;
mod fields;
mod folder;
mod inlay_hints;
mod landscape;
mod laws;
mod names;
mod protocol;
mod worker_capabilities;

pub(crate) const PROFILE: &str = include_str!("../../../../../fixtures/base/advised.yaml");

/// A NamespacedCloudProfile of it, and a Shoot.
pub(crate) fn child() -> String {
    include_str!("../../../../../fixtures/base/ncp.yaml").replace("name: local", "name: advised")
}

pub(crate) fn shoot() -> String {
    include_str!("../../../../../fixtures/base/shoot.yaml").replace("name: local", "name: advised")
}
