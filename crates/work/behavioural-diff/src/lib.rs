//! The effects of a change to a CloudProfile.
//!
//! Comments, key order, the spelling of quantities and the order of most lists have no effect. Reordering the values of
//! a capability changes which image is booted. [`compare`] distinguishes the two: it asks both profiles the same
//! questions about everything that exists in both, and reports where the answers differ, and why.
//!
//! - [`ProfileSide`] is one of the two profiles, prepared for comparisons.
//! - [`compare`] returns the [`ProfileChanges`]: pairs that became compatible or incompatible, images that would be
//!   replaced by others, lifecycles of versions, defaults, and everything that was added or removed.
//! - [`ShootComparer`] compares Shoots one by one, in any number: other images for their workers, updates that would be
//!   refused, another plan for the next maintenance, removed versions in use. [`FleetChanges`] summarizes the results.
//! - [`NamespacedChanges`] compares a NamespacedCloudProfile, and reports whether a change of its parent breaks it.
//!
//! ```
//! use rootstock_behavioural_diff::{SelectionCause, ProfileSide, compare};
//! use rootstock_core_model::{CanonicalProfile, CloudProfileSpec, Semantics, Settings};
//! use rootstock_judge::CompiledProfile;
//!
//! let profile = |storage: &str| -> serde_json::Result<CloudProfileSpec> {
//!     serde_json::from_str(&r#"{
//!       "machineCapabilities": [
//!         {"name": "architecture", "values": ["amd64"]}, {"name": "storageAccess", "values": [STORAGE]}],
//!       "machineTypes": [{"name": "general-medium"}],
//!       "machineImages": [{"name": "ubuntu", "versions": [{"version": "1.0.0", "capabilityFlavors": [
//!         {"architecture": ["amd64"], "storageAccess": ["NVMe"]},
//!         {"architecture": ["amd64"], "storageAccess": ["SCSI"]}]}]}]
//!     }"#.replace("STORAGE", storage))
//! };
//! let (before, after) = (profile(r#""NVMe", "SCSI""#)?, profile(r#""SCSI", "NVMe""#)?);
//! let settings = Settings::new(Semantics::Documented, "2026-01-01T00:00:00Z".parse()?);
//! let (before, after) = (CompiledProfile::new(CanonicalProfile::named("old", before))?, CompiledProfile::new(CanonicalProfile::named("new", after))?);
//! let (old, new) = (ProfileSide::new(&before, &settings), ProfileSide::new(&after, &settings));
//!
//! assert!(compare(&old, &old).is_empty());
//! let changes = compare(&old, &new);
//! assert!(changes.compatibility.is_empty());
//! assert!(matches!(changes.selections[0].cause, SelectionCause::ValuesReordered { .. }));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! This crate does not read files, clocks or the environment.

mod changes;
mod compatibility;
mod defaults;
mod demand;
mod fields;
mod fleet;
mod inventory;
mod lifecycle;
mod machine_settings;
mod namespaced;
mod pairs;
mod properties;
mod provider_settings;
mod selection;
mod shoot;
mod side;

pub use changes::{ProfileChanges, RequestedValue, SpecialWorkerChanges, compare};
pub use compatibility::{Changed, CompatibilityBlock, CompatibilityGroup, FitChange};
pub use defaults::{DefaultChanges, DefaultImageBlock, DefaultImageChange, VersionChange};
pub use fleet::{
    Affected, FlavorChange, FleetChanges, MaintenanceGroup, RefusalGroup, RemovedGroup, ShootSettingGroup,
    WithdrawnGroup, WorkerImageGroup, WorkerSettingGroup,
};
pub use inventory::{Inventory, InventoryChanges, NamedZone};
pub use lifecycle::LifecycleChange;
pub use machine_settings::{ChangedMachineSetting, MachineSettingGroup};
pub use namespaced::{NamespacedChanges, NamespacedFinding, NamespacedSide};
pub use properties::{PropertyChange, Subject};
pub use provider_settings::{ProviderSettingChange, RegionSettingChange};
pub use rootstock_judge::ImageVersionName;
pub use selection::{Missing, OtherImage, SelectionBlock, SelectionCause, SelectionGroup};
pub use shoot::{
    MaintenanceChange, MaintenanceOutcome, OfferedItem, RefusedUpdate, RemovedInUse, ShootChanges, ShootComparer,
    ShootComparison, WithdrawnInUse, WithdrawnItem, WorkerImageChange, WorkerSettingChange,
};
pub use side::ProfileSide;
