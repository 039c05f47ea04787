//! From legacy fields to capabilities, and back.
//!
//! A legacy profile says of machine types and image versions which architecture they have; everything else that decides
//! whether an image boots is smuggled into version names (`1592.2.0-gen2`) or not said at all. [`migrate`] turns such a
//! profile, its core half and its provider's half, into one with capabilities; [`roll_back`] is the way back.
//!
//! Both edit the text: comments, order and everything that has nothing to do with it stay as they are. Both prove what
//! they did ([`Proof`]): the edited text is read again, and for every machine type, image version and region the
//! provider's image is compared with the one before. What differs is named, and unless it was asked for, nothing comes
//! out at all.
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
//! Nothing here knows a provider: where the legacy format of one keeps what flavors say, its plug-in tells
//! ([`rootstock_provider_api::LegacyFormat`]).

mod asked;
mod back;
mod differences;
mod forward;
mod loss;
mod misread;
mod notes;
mod profile;
mod proof;
mod refusal;
mod result;
mod unsupported;

pub use asked::{ArgumentError, ImageFilter, MigrationOptions, SuffixMeaning, TypeValues, capability};
pub use back::roll_back;
pub use differences::{BootedImage, ImageComparison, Intent, Proof, ProofDifference};
pub use forward::migrate;
pub use loss::{Half, Loss, LossPlace};
pub use misread::Misread;
pub use notes::Note;
pub use refusal::{Impossible, Refusal};
pub use result::Migration;
pub use unsupported::Unsupported;
