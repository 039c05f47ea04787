//! The admission of CloudProfiles, NamespacedCloudProfiles with their rendered profiles, and Shoots.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::string_slice,
    missing_docs,
    unreachable_pub,
    reason = "tests"
)]

mod cloud_profile;
mod documented_examples;
mod namespaced;
mod recorded_verdicts;
mod rendering;
mod shoots;
