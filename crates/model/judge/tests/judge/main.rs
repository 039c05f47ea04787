//! Tests of the obstacles between a worker pool and an image version, check by check.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    missing_docs,
    reason = "tests"
)]

mod architecture;
mod capabilities;
mod classification;
mod compiled_profile;
mod in_place;
mod kubelet;
mod machine_type;
mod mapping;
mod obstacle;
mod offer;
mod pool;
mod refusals;
mod runtime;
mod samples;
