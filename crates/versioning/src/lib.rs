//! Versions as Gardener reads them: lenient syntax, constraints, classification and lifecycle at an instant.
//!
//! Time is always an argument: nothing here reads a clock.

mod classification;
mod compare;
mod constraint;
mod lifecycle;
mod time_types;
mod timestamp;
mod update;
mod version;

pub use classification::Classification;
pub use compare::{CompareError, compare_versions};
pub use constraint::{
    Constraint, ConstraintError, MAX_CONSTRAINT_ALTERNATIVES, MAX_CONSTRAINT_LENGTH, Obstacle, Operator,
};
pub use lifecycle::{LifecycleStage, Transition, VersionLifecycle};
pub use timestamp::{ScalarVisitor, TIMESTAMP_TOKEN, Timestamp, TimestampError};
pub use update::{
    Candidate, Candidates, Decision, ImageUpdateStrategy, UnknownStrategy, UpdateError, UpdateQuirks, UpdateReason,
    UpdateStep, UpdateTarget, image_target, kubernetes_target, plan_image_update, plan_kubernetes_update,
    update_reason,
};
pub use version::{MAX_VERSION_LENGTH, Suffix, Version, VersionError, VersionProblem};
