//! Verdicts recorded from Gardener, and our answers to the same questions.
//!
//! Each suite is one function from a verdict's input to our answer, in the form in which the verdict holds Gardener's. All answers are
//! compared in the same way (`fixtures/conformance/README.md`, "How to compare"). Tests of a crate ask for the suites that concern it;
//! the features `model`, `admission` and `providers` say how much of the workspace their answers need.

#[cfg(feature = "model")]
mod answers;
#[cfg(feature = "model")]
mod comparison;
mod recorded;
#[cfg(feature = "model")]
mod tally;

#[cfg(feature = "model")]
pub use answers::{KNOWN_READINGS, KnownReading, Readers, Unreadable, answer, settings};
pub use recorded::{ReadError, Row, VectorFile, files_in, recorded_files, rows};
#[cfg(feature = "model")]
pub use tally::{Tally, differences, judge};
