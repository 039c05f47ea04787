//! Verdicts recorded from Gardener, and our answers to the same questions.
//!
//! Each suite is one function from a verdict's input to our answer, in the form in which the verdict records Gardener's. All
//! answers are compared in the same way (`fixtures/conformance/README.md`, "How to compare"). The tests of a crate run the suites
//! that concern it; the features `model`, `admission` and `providers` determine the parts of the workspace that are linked.

#[cfg(feature = "model")]
mod answers;
#[cfg(feature = "model")]
mod by_release;
#[cfg(feature = "model")]
mod comparison;
#[cfg(feature = "model")]
mod counted;
mod recorded;
#[cfg(feature = "model")]
mod tally;

#[cfg(feature = "model")]
pub use answers::{KNOWN_READINGS, KnownReading, Readers, Unreadable, answer, settings};
#[cfg(feature = "model")]
pub use by_release::Origin;
pub use recorded::{
    ReadError, Row, VectorFile, files_by_extension_release, files_by_release, files_in, recorded_files, rows,
};
#[cfg(feature = "model")]
pub use tally::{Tally, differences, differences_by_release, evaluate, evaluate_at};
