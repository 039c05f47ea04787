//! What a worker asks for, as capabilities (GEP-54): the reserved `gardener-` names, how the properties of a worker map to
//! them, and the joint matching of image flavor, machine type and worker.
//!
//! Machine types say what the hardware supports; workers say which features they want. An image fits if, for each
//! capability, flavor, machine type and worker have a value in common, all three at once.
//!
//! The names come from a [`Catalogue`], which is data. Nobody registers them: they are appended to the profile's own
//! definitions, and flavors use them freely. A flavor that leaves one out does *not* support it: it means the neutral
//! value, so that profiles which have never heard of worker capabilities answer as before.
//!
//! With the gate `WorkerCapabilities` off, [`WorkerCatalog`] answers exactly as the
//! [`Catalog`](rootstock_capability_engine::Catalog) below it.
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
//! let demand = catalog.compile(&Demand::of_worker(catalog.catalogue(), &worker).demand);
//! assert_eq!(catalog.select(machine_type, version, &demand, &Quirks::NONE)?.flavor, 1);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod catalogue;
mod demand;
mod worker_catalog;

pub use catalogue::{Catalogue, Entry, FlavorOmission, Property, Registrar, needs_gate};
pub use demand::{Demand, DemandError, ReadDemand, WorkerProperties};
pub use worker_catalog::{CompiledDemand, Misfit, WorkerCatalog};
