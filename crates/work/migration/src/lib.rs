//! Migration from legacy fields to capabilities, and back.
//!
//! A legacy profile only declares the architectures of machine types and image versions; everything else that decides
//! whether an image boots is hidden in version names (`1592.2.0-gen2`) or missing. [`migrate`] turns such a profile,
//! both its core section and its provider section, into one with capabilities; [`roll_back`] does the opposite.
//!
//! Both edit the text, and preserve comments, order and everything unrelated. Both prove their result ([`Proof`]): they
//! read the edited text again, and compare the provider's image before and after for every machine type, image version
//! and region. They report every difference, and return an error if one was not requested.
//!
//! ```
//! use rootstock_analysis::{Analysis, ProfileKey, Role};
//! use rootstock_core_model::{Semantics, Settings};
//! use rootstock_migration::{MigrationOptions, migrate};
//! let text = "\
//! apiVersion: core.gardener.cloud/v1beta1
//! kind: CloudProfile
//! metadata: {name: workshop}
//! spec:
//!   type: local
//!   kubernetes: {versions: [{version: 1.34.1}]}
//!   machineImages:
//!   - name: plain
//!     versions:
//!     - version: 1.0.0
//!   machineTypes:
//!   - {name: small, cpu: 1, gpu: 0, memory: 1Gi}
//!   regions: [{name: here}]
//!   providerConfig:
//!     apiVersion: local.provider.extensions.gardener.cloud/v1alpha1
//!     kind: CloudProfileConfig
//!     machineImages:
//!     - name: plain
//!       versions:
//!       - version: 1.0.0
//!         image: registry.example/plain:1.0.0 # signed
//! ";
//! let settings = Settings::new(Semantics::Documented, "2026-01-01T00:00:00Z".parse()?);
//! let mut analysis = Analysis::new(rootstock_providers::registry()?, settings);
//! analysis.set(Role::Checked, "profile.yaml", text.as_bytes());
//! let profile = analysis.profile(&ProfileKey::global("workshop"))?;
//! let migrated = migrate(&analysis, &profile, &MigrationOptions::default())?;
//! assert!(migrated.text.contains("    - version: 1.0.0\n      capabilityFlavors:\n      - architecture: [amd64]\n"));
//! assert!(migrated.text.contains("image: registry.example/plain:1.0.0 # signed\n"));
//! assert!(migrated.proof.holds());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! [`MigrationOptions::renames`] turns a capability that the operator has registered, such as `secureBoot`, into one that workers
//! ask for (GEP-54), with the same proof.
//!
//! This crate does not know any provider: the plug-in describes where a provider's legacy format has the content of
//! flavors ([`rootstock_provider_api::LegacyFormat`]).

mod back;
mod differences;
mod forward;
mod loss;
mod notes;
mod options;
mod plan_mismatch;
mod profile;
mod proof;
mod refusal;
mod result;
mod unsupported;

pub use back::roll_back;
pub use differences::{BootedImage, ImageComparison, Intent, Proof, ProofDifference};
pub use forward::migrate;
pub use loss::{Loss, LossPlace, Section};
pub use notes::Note;
pub use options::{
    ArgumentError, CapabilityRename, ImageFilter, MigrationOptions, SuffixMeaning, TypeValues, capability,
};
pub use plan_mismatch::PlanMismatch;
pub use refusal::{InvalidOptions, Refusal};
pub use result::Migration;
pub use unsupported::Unsupported;
