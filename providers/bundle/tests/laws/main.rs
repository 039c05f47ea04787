//! Laws that hold between the answers of the crates, tried on generated worlds: whatever profile, Shoot, provider and
//! semantics, one question has one answer.
//!
//! A world is a CloudProfile in some provider's own format, a Shoot that it let in some time ago, and the settings under which
//! both are looked at now. A law that is broken prints the smallest world that shows it, as YAML with the commands that show
//! it, too. How the crates are asked stands in [`judge`] and nowhere else.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    missing_docs,
    reason = "tests"
)]

mod advice;
mod default_image;
mod diff;
mod drop_reasons;
mod judge;
mod kept;
mod leaves;
mod machine_types;
mod matching;
mod neutrality;
mod plan;
mod shrink;
mod trial;
mod world;
