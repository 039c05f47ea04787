//! What Gardener's maintenance does next: to a worker, to a shoot, to a fleet; tonight or at any date; and why.
//!
//! A [`CompiledProfile`] is made once. A [`Planner`] answers for one profile, quickly because it remembers what it has
//! answered before. Nothing here reads a clock, a file or YAML: instants are arguments, and shoots are handed over.

mod decision;
mod explanation;
mod failure;
mod filters;
mod planner;
mod profile;
mod row;

pub use decision::{Cause, Decision, Failed, Update};
pub use explanation::{DropDetail, Fate, ImageExplanation, VersionFate};
pub use failure::{HigherVersions, UpdateFailure};
pub use filters::Filter;
pub use planner::Planner;
pub use profile::CompiledProfile;
pub use row::{ProfileReference, ShootRow, WorkerRow};
