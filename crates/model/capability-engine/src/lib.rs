//! Capability matching and selection (GEP-33): finds the machine image that fits a machine type, and explains why.
//!
//! A profile registers capabilities with their values, most preferred first. Machine types and image flavors declare which of
//! the values they support; omitting a capability means all of them. A flavor fits a machine type if they have a value in
//! common for each capability. If several flavors fit, the preferred one is selected.
//!
//! ```
//! use rootstock_capability_engine::{Catalog, SelectionError};
//! use rootstock_core_model::{CloudProfileSpec, Quirks};
//!
//! let spec: CloudProfileSpec = serde_json::from_str(r#"{
//!   "machineCapabilities": [
//!     {"name": "architecture", "values": ["amd64"]},
//!     {"name": "storageAccess", "values": ["NVMe", "SCSI"]}],
//!   "machineTypes": [{"name": "general-medium"}, {"name": "old-medium", "capabilities": {"storageAccess": ["SCSI"]}}],
//!   "machineImages": [{"name": "ubuntu", "versions": [{"version": "1.0.0", "capabilityFlavors": [
//!     {"architecture": ["amd64"], "storageAccess": ["SCSI"]},
//!     {"architecture": ["amd64"], "storageAccess": ["NVMe"]}]}]}]
//! }"#)?;
//! let catalog = Catalog::new(&spec)?;
//! let version = catalog.image("ubuntu").and_then(|image| image.version("1.0.0")).ok_or("no such version")?;
//! let worker = None; // one that asks for nothing beyond its machine type
//! let quirks = Quirks::NONE; // as Gardener's documents say; `Quirks::GARDENER_1_150` as it does
//! for (name, flavor) in [("general-medium", 1), ("old-medium", 0)] {
//!     let machine_type = catalog.machine_type(name).ok_or("no such machine type")?;
//!     assert_eq!(catalog.select(machine_type, version, worker, &quirks)?.flavor, flavor);
//!     println!("{name}: {}", catalog.explain(machine_type, version, worker, &quirks).outcome);
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! [`Catalog`] is a whole profile, compiled once. [`Vocabulary`] and [`CapabilitySet`] are the lower-level parts, for callers
//! that have capabilities but no profile: for example, a provider that matches its own image references. Sets are bit sets,
//! laid out so that comparing integers compares preferences; comparing two of them takes about a nanosecond.
//!
//! [`Quirks`](rootstock_core_model::Quirks) selects between the documented behaviour and Gardener's, where the two differ.
//! Nothing in this crate reads files, clocks or the environment.

mod capability_set;
mod catalog;
mod explanation;
mod layout;
mod matching;
mod matrix;
mod name_index;
mod ranking;
mod selection;
mod vocabulary;

pub use capability_set::CapabilitySet;
pub use catalog::{Catalog, CatalogImage, CatalogMachineType, CatalogVersion, TooLarge};
pub use explanation::{
    CandidateOutcome, CapabilityRow, Criterion, Explanation, FlavorValues, SelectionOutcome, Standing, StepVerdict,
    WalkStep,
};
pub use matching::Mismatch;
pub use matrix::{Cell, SupportMatrix};
pub use selection::{Selection, SelectionError};
pub use vocabulary::{Capability, Vocabulary};
