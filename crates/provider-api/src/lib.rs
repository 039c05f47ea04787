//! The plug-in contract of Rootstock: what an infrastructure provider says about its part of a CloudProfile.
//!
//! A CloudProfile has two halves that must fit each other: the core section, which Gardener reads, and `providerConfig`,
//! which only the provider's extension reads. A plug-in knows the second half of one provider.
//!
//! - [`Provider`] and [`ProviderConfig`] are the object-safe contract that commands use.
//! - [`Registry`] holds the providers of a program.

pub mod certificates;
mod image_reference;
mod provider;
mod registry;

pub use image_reference::{Candidate, Fate, ImageChoice, ImageNotFound, ImageReference, ImageRequest, NotFoundReason};
#[doc(hidden)]
pub use inventory;
pub use provider::{ConfigIdentity, Decoded, Package, Provider, ProviderConfig};
pub use registry::{ProviderOutcome, Registration, Registry, RegistryBuilder, RegistryError};
