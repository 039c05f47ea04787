//! Worker demands as capabilities (GEP-54): the reserved `gardener-` names, the mapping from worker properties to them, and the
//! joint matching of image flavor, machine type and worker.
//!
//! Machine types declare what the hardware supports; workers request features. An image fits if flavor, machine type and worker
//! have a value in common for each capability, all three at once.
//!
//! The names come from a [`BuiltInCatalog`], which is data. They need no registration: they are appended to the profile's own
//! definitions, and flavors may use them freely. A flavor that omits one does *not* support the feature: the omission means the
//! neutral value, so that the results for profiles without worker capabilities do not change.
//!
//! With the gate `WorkerCapabilities` off, [`WorkerCatalog`] behaves exactly like the underlying
//! [`Catalog`](rootstock_capability_engine::Catalog).
//!
//! ```
//! use rootstock_core_model::{CloudProfileSpec, FeatureGate, FeatureGates, Quirks, Worker};
//! use rootstock_worker_capabilities::{Demand, WorkerCatalog};
//!
//! let spec: CloudProfileSpec = serde_json::from_str(r#"{
//!   "machineCapabilities": [{"name": "architecture", "values": ["amd64"]}],
//!   "machineTypes": [{"name": "medium"}],
//!   "machineImages": [{"name": "plain", "versions": [{"version": "1.0.0", "capabilityFlavors": [
//!     {"architecture": ["amd64"]},
//!     {"architecture": ["amd64"], "gardener-bootType": ["secure"]}]}]}]
//! }"#)?;
//! let gates = FeatureGates::DEFAULT.with(FeatureGate::WorkerCapabilities, true);
//! let catalog = WorkerCatalog::new(&spec, gates, &[])?;
//! let machine_type = catalog.catalog().machine_type("medium").ok_or("no such machine type")?;
//! let version = catalog.catalog().image("plain").and_then(|image| image.version("1.0.0")).ok_or("no such version")?;
//!
//! let worker: Worker = serde_json::from_str(r#"{"machine": {"type": "medium", "secureBoot": true}}"#)?;
//! let demand = catalog.compile(&Demand::of_worker(catalog.built_in_catalog(), &worker).demand);
//! assert_eq!(catalog.select(machine_type, version, &demand, &Quirks::NONE)?.flavor, 1);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod built_in_catalog;
mod demand;
mod worker_catalog;

pub use built_in_catalog::{BuiltInCatalog, Entry, FlavorOmission, Property, Registrar, needs_gate};
pub use demand::{Demand, DemandError, ReadDemand, WorkerProperties};
pub use worker_catalog::{CompiledDemand, FlavorMismatch, WorkerCatalog};
