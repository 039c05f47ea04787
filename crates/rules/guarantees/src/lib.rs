//! Guarantees for every worker that a profile admits, not only for the Shoots at hand.
//!
//! A [`Lock`] is the image that each class of workers boots, as text that is kept next to the profile: a change of the profile
//! that moves an image is refused until the lock is accepted anew.
//!
//! ```
//! use rootstock_core_model::{CanonicalProfile, CloudProfileSpec, Semantics, Settings};
//! use rootstock_guarantees::{Lock, LockSettings};
//! use rootstock_judge::{CompiledProfile, Judge};
//!
//! let spec: CloudProfileSpec = serde_json::from_str(r#"{
//!   "machineCapabilities": [{"name": "architecture", "values": ["amd64"]}],
//!   "machineTypes": [{"name": "medium", "architecture": "amd64"}],
//!   "machineImages": [{"name": "plain", "versions": [{"version": "1.0.0"}]}],
//!   "regions": [{"name": "here"}]
//! }"#)?;
//! let profile = CompiledProfile::new(CanonicalProfile::named("local", spec))?;
//! let settings = Settings::new(Semantics::Documented, "2026-01-01T00:00:00Z".parse()?);
//! let mut lock = Lock::new(LockSettings::of(Semantics::Documented, &settings));
//! lock.add(Judge::new(&profile, settings));
//! assert!(lock.to_string().ends_with("class architecture=amd64\nmachine-type medium\nboots plain 1.0.0 -\n"));
//! assert_eq!(lock.to_string().parse(), Ok(lock));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! An [`Invariant`] is a sentence about every worker that a profile admits. A [`Prover`] decides it by trying each class of
//! workers; the answer is that it holds, or a [`Counterexample`].
//!
//! Nothing here reads files or clocks.

mod booted_images;
mod invariant;
mod lock;
mod proof;
mod space;
mod workers;

use rootstock_core_model::Rule;

pub use invariant::{Invariant, InvariantError};
pub use lock::{
    Lock, LockChange, LockChangeKind, LockError, LockPromotion, LockScope, LockSettings, LockSubject, LockedReference,
    PromotedVersion, RegionMove, lock_findings, lock_rules, promotion, unlockable,
};
pub use proof::{Counterexample, FleetPools, InvariantVerdict, Prover, invariant_findings, unprovable};

/// Returns every rule of this crate, sorted by name. None of them is an error by default.
#[must_use]
pub fn rules() -> Vec<&'static Rule> {
    Rule::of(env!("CARGO_PKG_NAME"))
}
