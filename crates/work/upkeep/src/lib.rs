//! The upkeep of profiles, in both sections, with verified edits.
//!
//! The most frequent change of a profile is a new version of an image, with its references for every region and flavor. Later
//! the version is reclassified, expires, and is removed once it is no longer used. [`apply`] makes such [`ProfileChange`]s by
//! editing the text of both sections: comments and order stay. The result is parsed again and must differ by exactly the
//! requested change; if it has a finding that the profile did not have, nothing is changed.
//!
//! ```
//! use rootstock_analysis::{Analysis, ProfileKey, Role};
//! use rootstock_core_model::{Semantics, Settings};
//! use rootstock_upkeep::{Addition, ProfileChange, apply};
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
//!       architectures: [amd64] # for now
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
//!         image: registry.example/plain:1.0.0
//! ";
//! let settings = Settings::new(Semantics::Documented, "2026-01-01T00:00:00Z".parse()?);
//! let mut analysis = Analysis::new(rootstock_providers::registry()?, settings);
//! analysis.set(Role::Checked, "profile.yaml", text.as_bytes());
//! let profile = analysis.profile(&ProfileKey::global("workshop"))?;
//!
//! let mut addition = Addition::new("plain@1.1.0".parse()?);
//! addition.references.push("*=registry.example/plain:1.1.0".parse()?);
//! let done = apply(&analysis, &profile, &[ProfileChange::Add(addition)], &[])?;
//! let changed = done.source().ok_or("no text")?.text();
//! assert!(changed.contains("\
//!     - version: 1.0.0
//!       architectures: [amd64] # for now
//!     - version: 1.1.0
//!       classification: preview
//!       architectures: [amd64]
//! "));
//! assert!(changed.ends_with("\
//!       - version: 1.1.0
//!         image: registry.example/plain:1.1.0
//! "));
//!
//! let back = apply(&done.analysis, &done.profile, &[ProfileChange::Remove("plain@1.1.0".parse()?)], &[])?;
//! assert_eq!(back.source().ok_or("no text")?.text(), text);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! [`missing`] lists the items of a [`ReferenceList`] that a profile lacks, [`import`] creates such a list, and [`propose`]
//! lists the changes that are due by the policies of a team.
//!
//! This crate does not know any provider: the plug-in returns the paths of references in the provider section.

mod addition;
mod apply;
mod argument_error;
mod base;
mod change;
mod change_list;
mod changes_between;
mod compose_edits;
mod differences;
mod draft;
mod fact_collection;
mod field_setting;
mod fields;
mod image_selection;
mod import;
mod inference;
mod insert_position;
mod item_order;
mod keyed_items;
mod lifecycle_changes;
mod lifecycle_edits;
mod lifecycle_state;
mod machine_type_fields;
mod machine_type_import;
mod machine_type_list;
mod machine_types;
mod missing;
mod profile_place;
mod proposal;
mod pruning;
mod reference;
mod reference_list;
mod refusal;
mod region_reference;
mod regions;
mod remapping;
mod remark;
mod removal;
mod settings;
mod version_name;
mod version_pattern;

pub use addition::Addition;
pub use apply::{UpkeepResult, apply, apply_in_order};
pub use argument_error::UpkeepArgumentError;
pub use change::{Expiration, NewClassification, ProfileChange, Promotion};
pub use change_list::ChangeList;
pub use changes_between::{ComparedSide, NotComparable, changes_between};
pub use fact_collection::{CollectedFacts, FactInput, FactOptions, collect_facts};
pub use field_setting::FieldSetting;
pub use image_selection::{ImageSelection, ImageSelections};
pub use import::{
    EmptyFile, ImportError, ImportFormat, ImportOptionError, ImportOptions, ImportResult, InvalidNamePattern,
    NamePattern, UnknownImportFormat, import,
};
pub use inference::{Inference, InferredChange, infer};
pub use item_order::ItemOrder;
pub use machine_type_fields::{MachineTypeFields, StorageFields};
pub use machine_type_import::{MachineTypeFormat, import_machine_types};
pub use machine_type_list::MachineTypeList;
pub use machine_types::MachineTypeAddition;
pub use missing::{MissingItem, missing};
pub use profile_place::ProfilePlace;
pub use proposal::{
    Calendar, CalendarDay, CalendarEvent, DayObstacle, KnownSince, LostUpdatePath, Proposal, ProposalReason,
    ProposalRules, ProposedChange, UnproposedChange, VersionUsers, calendar, propose, propose_and_apply,
};
pub use pruning::{Pruning, VersionInUse};
pub use reference::NewReference;
pub use reference_list::{ListError, ListedImage, ListedVersion, ReferenceList};
pub use refusal::{Refusal, Unplanned};
pub use region_reference::RegionReference;
pub use regions::RegionAddition;
pub use remapping::Remapping;
pub use remark::{Gap, Remark};
pub use settings::{ImageSettings, VersionSettings};
pub use version_name::VersionName;
pub use version_pattern::VersionPattern;
