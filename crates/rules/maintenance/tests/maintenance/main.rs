#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::string_slice,
    missing_docs,
    reason = "tests"
)]
//! Maintenance: workers, shoots, fleets, time, usage.

mod conformance;
mod dry_run;
mod fleet;
mod mapping;
mod plan;
mod planned_rollouts;
mod profiles;
mod properties;
mod rollout;
mod samples;
mod sentences;
mod shoot;
mod summary;
mod time;
mod unreadable;
mod usage;
mod version_outcomes;
mod versions;
mod worker;
mod worker_capabilities;
