//! The effects of a profile change, tested against tables and against a naive comparison.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::string_slice,
    missing_docs,
    reason = "tests"
)]

mod causes;
mod laws;
mod machine_settings;
mod naive;
mod no_changes;
mod profiles;
mod properties;
mod provider_settings;
mod reorderings;
mod samples;
mod shoots;
mod special_workers;
mod worlds;
