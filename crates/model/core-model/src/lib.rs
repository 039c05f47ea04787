//! Gardener's CloudProfile and its relatives as Rust types, read from YAML and JSON with positions.
//!
//! [`CloudProfile`], [`NamespacedCloudProfile`] and [`Shoot`] are plain serde types; [`Shoot`] only covers the fields that a
//! profile affects. Deserializing with serde alone is lenient: it drops unknown fields and stops at the first wrong type.
//! [`decode()`] is strict and recovers: it reports every mistake as a [`Violation`] with the path of its field, and still reads
//! the rest. `read` (the feature of that name, on by default) parses text into documents; [`RawObject`] accepts any
//! serializable value, so that a controller can check an object without writing it out as text.
//!
//! ```
//! use rootstock_core_model::{CloudProfile, Decode, Path, RawObject};
//! let value = serde_json::json!({"spec": {"type": "local", "regions": [{"name": "eu", "zone": "a"}]}});
//! let (profile, violations) = RawObject::from_serialize(&value)?.decode::<CloudProfile>(&Path::object());
//! assert_eq!(profile.spec.provider_type, "local");
//! assert_eq!(violations[0].path.to_string(), "spec.regions[0].zone");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Contents, by audience:
//!
//! - everyone: the objects and their parts, [`CanonicalProfile`]; [`Settings`] with [`Semantics`], [`Quirks`] and
//!   [`FeatureGates`]; the findings: [`Violation`] with its [`Rule`], [`Severity`], [`FieldPath`] and [`Fix`];
//! - callers with text or values: `read`, [`decode()`], [`RawObject`], [`NodeRef`], [`Span`], [`emit`]; `kube` (the feature of
//!   that name) for objects of a cluster;
//! - authors of rules and providers: [`rules!`], [`Path`], [`BadValue`], [`nearest`], [`listed`], [`counted`], [`Quantity`],
//!   [`GoDuration`], [`names`].

mod base64_data;
mod canonical_profile;
mod capabilities;
mod cloud_profile;
mod decode;
mod extension_releases;
mod feature_gates;
mod follow_ups;
mod gardener_release;
mod go_duration;
mod hints;
#[cfg(feature = "kube")]
pub mod kube;
mod limited_fields;
mod metadata;
pub mod names;
mod namespaced_cloud_profile;
pub mod nouns;
mod pattern;
mod problems;
mod quantity;
mod quirks;
mod rules;
mod scalar_text;
#[cfg(feature = "schema")]
pub mod schema;
mod settings;
mod shoot;

pub use base64_data::{BASE64_TOKEN, Base64Data, Base64Error};
pub use canonical_profile::CanonicalProfile;
pub use capabilities::{
    ARCHITECTURE, Capabilities, CapabilityDefinition, DEFAULT_ARCHITECTURE, Flavor, RESERVED_PREFIX,
    VALID_ARCHITECTURES, architecture_from_alias, is_registered_by_alias, unregistered_name_help,
    unregistered_value_help,
};
pub use cloud_profile::{
    AccessRestriction, AvailabilityZone, Bastion, BastionMachineImage, BastionMachineType, CloudProfile,
    CloudProfileSpec, ContainerRuntime, ControlPlane, Cri, DEFAULT_CRI, ExpirableVersion, InPlaceUpdates,
    KubernetesSettings, LabelSelectorRequirement, Limits, MachineControllerManagerSettings, MachineImage,
    MachineImageVersion, MachineType, MachineTypeStorage, Region, SeedSelector, VolumeType,
};
pub use decode::{Decode, decode, decode_at, decode_known};
pub use extension_releases::{ExtensionReleases, TooManyExtensions};
pub use feature_gates::{FeatureGate, FeatureGateError, FeatureGateSettings, FeatureGates};
pub use follow_ups::without_follow_ups;
pub use gardener_release::{GardenerRelease, GardenerReleaseError, ReleaseSource};
pub use go_duration::{GO_DURATION_TOKEN, GoDuration, GoDurationError, GoDurationProblem};
pub use hints::GARDENER;
pub use limited_fields::limited_fields;
pub use metadata::ObjectMeta;
pub use namespaced_cloud_profile::{NamespacedCloudProfile, NamespacedCloudProfileSpec, NamespacedCloudProfileStatus};
pub use pattern::matches_pattern;
pub use problems::violations;
pub use quantity::{QUANTITY_TOKEN, Quantity, QuantityError, QuantityFormat, QuantityProblem};
pub use quirks::{
    CloudProfileQuirks, ConcernedShoots, FindingQuirks, JudgeQuirks, MaintenanceQuirks, NamespacedCloudProfileQuirks,
    OpenStackQuirks, ProviderQuirks, QuirkInfo, Quirks, ReferenceQuirks, SelectionQuirks, ShootQuirks,
};
pub use rules::{rules, unknown_field};
pub use settings::Settings;
pub use shoot::{
    AutoUpdate, CloudProfileReference, DayTime, DayTimeError, MaintenanceSettings, Shoot, ShootControlPlane,
    ShootKubernetes, ShootProvider, ShootSpec, TimeWindow, UpdateStrategy, Window, Worker, WorkerContainerRuntime,
    WorkerCri, WorkerGpu, WorkerImage, WorkerKubernetes, WorkerMachine, WorkerVolume,
};

// The types of findings, and of the values that they refer to.
#[cfg(feature = "read")]
pub use rootstock_document::read;
pub use rootstock_document::{
    Applicability, BadValue, Change, Decodable, FieldPath, Fix, LineColumn, LineIndex, NodeKind, NodeRef, Path,
    RawObject, ReadLimits, Related, Release, ReleaseError, Releases, Running, Scalar, Segment, Span, Tree,
    already_set_help, comparison_limit, did_you_mean, emit, nearest, suggestion_suffix, suggestion_text,
};
pub use rootstock_findings::{
    Rule, Semantics, Severity, Source, Violation, ViolationKind, counted, listed, listed_by_similarity, listed_up_to,
    other_verdict, rules,
};
