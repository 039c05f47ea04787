//! The admission of objects by Gardener: defaulting, canonicalization and validation rules.
//!
//! [`check_cloud_profile`] runs a CloudProfile through the same phases as Gardener's API server: defaulting,
//! preparation (fields dropped or filled in before validation), validation, and, if there are no errors,
//! canonicalization (fields filled in before the object is stored). Every finding names a
//! [`Rule`](rootstock_core_model::Rule); [`rules`] lists them all.
//!
//! [`check_shoot`] takes a Shoot through the same phases against a [`Judge`](rootstock_judge::Judge), and reports the
//! fields that were filled in and the reasons; [`image_options`] and [`machine_type_options`] list the choices for a
//! worker.
//!
//! [`check_namespaced_cloud_profile`] takes a NamespacedCloudProfile through its phases, with its parent if that is
//! known; [`render`] merges a NamespacedCloudProfile into its parent, as Shoots see it, and reports the origin of each
//! part.
//!
//! [`check_profile_users`] and [`check_namespaced_profile_users`] report versions, images and capabilities that an
//! update removes while they are in use; [`recheck_namespaced_cloud_profile`] checks whether a NamespacedCloudProfile
//! is still valid.
//!
//! ```
//! use rootstock_admission::{Operation, check_cloud_profile};
//! use rootstock_core_model::{CloudProfile, Semantics, Settings};
//! let profile: CloudProfile = serde_json::from_str(r#"{"metadata": {"name": "local"}, "spec": {"type": "local"}}"#)?;
//! let settings = Settings::new(Semantics::Documented, "2026-01-01T00:00:00Z".parse()?);
//! let outcome = check_cloud_profile(&profile, Operation::Create, &settings);
//! let rules: Vec<&str> = outcome.errors().map(|violation| violation.rule.name).collect();
//! assert!(rules.contains(&"machine-images-missing"), "{rules:?}");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! [`check_cloud_profile`] looks at the core section only. Plug-ins (`rootstock-provider-api`) check `providerConfig`, and
//! `rootstock-analysis` runs all checks together, as `rootstock check` does.
//!
//! One code path serves both semantics; a field of [`Quirks`](rootstock_core_model::Quirks) marks each place where
//! Gardener departs from its documents.

mod accepted;
mod architectures;
mod bad_value;
mod canonicalize;
mod cloud_profile;
mod defaulting;
mod fixes;
mod formats;
mod labels;
mod namespaced_cloud_profile;
mod operation;
mod outcome;
mod prepare;
mod references;
mod registered;
mod registry;
mod scope;
mod seen;
mod shoot;

pub use accepted::AcceptedCloudProfile;
pub use canonicalize::{canonical_form, canonicalize_cloud_profile, canonicalized_cloud_profile};
pub use cloud_profile::{
    check_cloud_profile, check_cloud_profile_for_provider, check_defaulted_cloud_profile, is_reserved_capability_name,
};
pub use defaulting::{default_cloud_profile, defaulted_cloud_profile};
pub use namespaced_cloud_profile::{
    Effect, NamespacedOutcome, NamespacedStage, Origin, Rendered, check_namespaced_cloud_profile,
    check_namespaced_cloud_profile_for_provider, default_namespaced_cloud_profile, in_parent_format, merge,
    recheck_namespaced_cloud_profile, render,
};
pub use operation::Operation;
pub use outcome::{CheckedCloudProfile, CloudProfileOutcome};
pub use references::{ProfileUsers, UserNames, check_namespaced_profile_users, check_profile_users};
pub use registry::rules;
pub use shoot::{
    FillReason, Filled, ImageOption, ImageOptions, MachineTypeOption, MachineTypeOptions, MachineTypeRejection,
    MutatedShoot, NodeImage, OfferedFlavor, PassedImage, PassedVersion, ReferenceChange, ReferencedProfile,
    RejectedImage, RejectedMachineType, ShootOperation, ShootOutcome, WorkerOptions, WorkerQuestion, check_shoot,
    check_shoot_alone, check_shoot_changing_profile, default_shoot, image_options, machine_type_options, mutate_shoot,
    shoot_as_stored, validate_shoot,
};
