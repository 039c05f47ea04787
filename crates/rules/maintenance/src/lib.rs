//! A simulation of Gardener's maintenance: its next actions for a worker, a Shoot or a fleet, tonight or at any date,
//! with reasons.
//!
//! Compile a [`CompiledProfile`](rootstock_judge::CompiledProfile) once. A [`Planner`] makes decisions for one profile,
//! and caches them for speed; [`Planners`] do so for several profiles. A [`ShootStream`] reads any number of Shoots one
//! by one. Nothing here reads a clock, a file or YAML: the caller passes instants and Shoots as arguments.
//!
//! ```
//! use rootstock_core_model::{CanonicalProfile, CloudProfileSpec, Quirks, Shoot};
//! use rootstock_judge::CompiledProfile;
//! use rootstock_maintenance::{Moment, Planners, Profiles, ShootRow};
//!
//! let spec: CloudProfileSpec = serde_json::from_str(
//!     r#"{"type": "local", "kubernetes": {"versions": [{"version": "1.33.1"}, {"version": "1.33.4"}]}}"#,
//! )?;
//! let mut profiles = Profiles::new();
//! profiles.insert(CompiledProfile::new(CanonicalProfile::named("local", spec))?);
//! let shoot: Shoot = serde_json::from_str(
//!     r#"{"spec": {"cloudProfile": {"name": "local"}, "kubernetes": {"version": "1.33.1"},
//!         "maintenance": {"autoUpdate": {"kubernetesVersion": true}}}}"#,
//! )?;
//! let mut planners = Planners::new(&profiles, Quirks::NONE);
//! let plan = planners.plan(&ShootRow::from(&shoot), Moment::NextWindow("2026-01-01T00:00:00Z".parse()?));
//! assert!(plan.skipped.is_none());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! `examples/plan_fleet.rs` plans a whole fleet from a stream.

mod decision;
mod explanation;
mod exposure;
mod failure;
mod fleet;
mod planner;
mod profiles;
mod rollout;
mod row;
mod shoot;
mod simulation;
mod usage;
mod versions;

pub use decision::{Decision, Failed, StrategyLimit, Update, UpdateCause};
pub use explanation::{ExplainedVersion, ImageExplanation, VersionOutcome};
pub use exposure::{Departure, ExposureFinder, NextVersion, PoolExposure, Remedy, RemedyEffect, RemedyKind};
pub use failure::{BlockedVersion, HigherVersions, UpdateFailure};
pub use fleet::{
    FleetAnswer, FleetItem, FleetSummary, JsonShoot, MAX_CHECKED_USERS, MAX_SHOOT_BYTES, ReasonCount, Representatives,
    ShootStream, ShootUses, Unreadable, unchecked_users_note,
};
pub use planner::Planner;
pub use profiles::{Moment, NamespacedProfile, Planners, Profiles};
pub use rollout::{PoolEffect, PoolRollout, Rollout, RolloutOptions, ShootDocument, Trigger, TriggeredBy, rollout};
pub use row::{ProfileReference, ShootRow, UnreadableWindow, WorkerRow};
pub use shoot::{
    Decisions, ImagePlan, KubernetesPlan, PlanItem, PlanSubject, PlannedRollout, PoolObstacle, Rejection, ShootPlan,
    Skipped, WorkerDecisions, WorkerPlan,
};
pub use simulation::{NO_HORIZON, Timeline, TimelineEnd};
pub use usage::{Need, ProfileUsage, Usage, UsedVersion, Users};
pub use versions::{Choosers, ImageVersions, VersionReport, VersionsReport, versions_report};
