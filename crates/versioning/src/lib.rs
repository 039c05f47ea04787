//! Versions as Gardener reads them: lenient syntax, constraints, classification and lifecycle at an instant.
//!
//! Time is always an argument: nothing here reads a clock.

mod classification;
mod timestamp;

pub use classification::{Classification, LifecycleStage, VersionLifecycle};
pub use timestamp::{TIMESTAMP_TOKEN, Timestamp, TimestampError};
