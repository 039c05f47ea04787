//! Laws between the answers of the crates, tested on generated worlds: for any profile, Shoot, provider and semantics,
//! the same question has the same answer.
//!
//! A world is a CloudProfile in the format of some provider, a Shoot that was admitted under it some time ago, and the
//! settings under which both are checked now. A broken law prints the smallest world that breaks it, as YAML with the
//! commands that reproduce it. Only [`judge`] calls the crates, and
//! [`verdicts`] for reviews.
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
mod verdicts;
mod world;
