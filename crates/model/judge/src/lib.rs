//! Decides which image versions a worker pool may use, and why not: one implementation for admission, maintenance, comparisons
//! and advice.
//!
//! A [`CompiledProfile`] is created once per profile and set of feature gates. It owns its data, so it can be kept and shared.
//! A [`Judge`] applies given semantics to it at a given instant; creating one is free. A [`Pool`] holds the properties of a
//! worker pool on which its images depend, whether it comes from a Shoot or from a row of a fleet. An [`Obstacle`] is a reason
//! why a pool cannot use an image version, with one sentence and one JSON form.
//!
//! ```
//! use rootstock_core_model::{CanonicalProfile, CloudProfileSpec, Semantics, Settings, Worker};
//! use rootstock_judge::{CompiledProfile, Judge, Pool, PoolProperties, PoolContext};
//!
//! let spec: CloudProfileSpec = serde_json::from_str(r#"{
//!   "machineCapabilities": [
//!     {"name": "architecture", "values": ["amd64"]}, {"name": "disk", "values": ["fast", "slow"]}],
//!   "machineTypes": [{"name": "medium", "capabilities": {"disk": ["slow"]}}],
//!   "machineImages": [{"name": "plain", "versions": [
//!     {"version": "1.0.0"}, {"version": "1.1.0", "capabilityFlavors": [{"disk": ["fast"]}]}]}]
//! }"#)?;
//! let profile = CompiledProfile::new(CanonicalProfile::named("local", spec))?;
//! let settings = Settings::new(Semantics::Documented, "2026-01-01T00:00:00Z".parse()?);
//! let judge = Judge::new(&profile, settings);
//!
//! let worker: Worker = serde_json::from_str(r#"{"machine": {"type": "medium", "architecture": "amd64"}}"#)?;
//! let pool = Pool::new(judge, PoolProperties::from(&worker), PoolContext::default());
//! let verdicts: Vec<String> = judge
//!     .offers()
//!     .map(|offer| match judge.obstacles(&pool, &offer).first() {
//!         Some(obstacle) => format!("{}: {obstacle}", offer.text()),
//!         None => format!("{}: yes", offer.text()),
//!     })
//!     .collect();
//! assert_eq!(verdicts, [
//!     "1.0.0: yes",
//!     "1.1.0: capability `disk`: the machine type has `slow`, the image has `fast`",
//! ]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod architecture;
mod capabilities;
mod classification;
mod compiled_profile;
mod in_place;
mod judge;
mod kubelet;
mod machine_type;
mod mapping;
mod obstacle;
mod obstacles;
mod offer;
mod pool;
mod runtime;

pub use compiled_profile::{CompiledImage, CompiledProfile, CompiledVersion, KubeletConstraint, ProviderSection};
pub use judge::Judge;
pub use machine_type::MachineTypeObstacle;
pub use mapping::ImageDemand;
pub use obstacle::{InPlaceObstacle, Obstacle, ObstacleKind};
pub use offer::{ImageVersionName, Offer};
pub use pool::{Before, Pool, PoolContext, PoolProperties};
