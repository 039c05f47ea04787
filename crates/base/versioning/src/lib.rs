//! Versions with Gardener's rules: lenient syntax, constraints, classification, and lifecycle at an instant.
//!
//! [`Version`] and [`Constraint`] accept the same syntax as Gardener (Masterminds' semver) and print values in the same way.
//! [`VersionLifecycle`] computes the classification of a version at an instant: preview, supported, deprecated, expired, or not
//! available yet. [`plan_kubernetes_update`] and [`plan_image_update`] compute the target of automatic maintenance for a version,
//! and the reason.
//!
//! ```
//! use rootstock_versioning::{Constraint, Version};
//! let (version, constraint): (Version, Constraint) = ("v1.33".parse()?, ">= 1.30, < 1.34".parse()?);
//! assert_eq!(version.to_string(), "1.33.0");
//! assert!(constraint.accepts(&version));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Time is always an argument: this crate never reads a clock.

mod classification;
mod compare;
mod constraint;
mod day;
mod lifecycle;
mod time_types;
mod timestamp;
mod update;
mod version;
mod weekday;

pub use classification::Classification;
pub use compare::{CompareError, compare_versions};
pub use constraint::{
    Constraint, ConstraintError, ConstraintObstacle, MAX_CONSTRAINT_ALTERNATIVES, MAX_CONSTRAINT_LENGTH, Operator,
};
pub use day::{Day, DayError};
pub use lifecycle::{LifecycleStage, Transition, VersionLifecycle};
pub use timestamp::{ScalarVisitor, TIMESTAMP_TOKEN, Timestamp, TimestampError};
pub use update::{
    Candidates, CandidatesByMinor, ImageUpdateStrategy, UpdateCandidate, UpdateDecision, UpdateError, UpdateQuirks,
    UpdateReason, UpdateStep, UpdateStrategyError, UpdateTarget, image_target, kubernetes_target,
    plan_due_image_update, plan_image_update, plan_kubernetes_update,
};
pub use version::{MAX_VERSION_LENGTH, Suffix, Version, VersionError, VersionProblem};
pub use weekday::{Weekday, WeekdayError};
