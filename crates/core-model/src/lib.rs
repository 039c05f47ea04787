//! Gardener's CloudProfile and its relatives as Rust types, read from YAML and JSON with positions.

mod capabilities;
mod cloud_profile;
mod declare;
pub mod decode;
mod decoder;
pub mod emit;
mod feature_gates;
mod field_path;
mod find;
mod fix;
mod flavor_shape;
mod go_duration;
mod hints;
mod json_text;
mod limits;
mod listed;
mod metadata;
pub mod names;
mod namespaced_cloud_profile;
mod quantity;
mod raw_object;
#[cfg(feature = "read")]
pub mod read;
mod rule;
mod rules;
mod scalar_text;
#[cfg(feature = "schema")]
pub mod schema;
mod semantics;
mod shoot;
mod span;
#[cfg_attr(not(feature = "read"), allow(dead_code, reason = "most of it serves the reader"))]
mod tree;
mod violation;

#[doc(hidden)]
pub use inventory::submit as __submit;
#[doc(hidden)]
pub use rootstock_rule_names::kebab_case as __kebab_case;

pub use capabilities::{
    ARCHITECTURE, Capabilities, CapabilityDefinition, DEFAULT_ARCHITECTURE, Flavor, RESERVED_PREFIX,
    VALID_ARCHITECTURES,
};
pub use cloud_profile::*;
pub use decode::decode;
pub use feature_gates::{FeatureGate, FeatureGateError, FeatureGates};
pub use field_path::{FieldPath, Path, Segment};
pub use find::Found;
pub use fix::{Applicability, Change, Fix};
pub use flavor_shape::item_field;
pub use go_duration::{GO_DURATION_TOKEN, GoDuration, GoDurationError, GoDurationProblem};
pub use limits::ReadLimits;
pub use listed::{counted, listed, listed_up_to};
pub use metadata::ObjectMeta;
pub use namespaced_cloud_profile::{NamespacedCloudProfile, NamespacedCloudProfileSpec, NamespacedCloudProfileStatus};
pub use quantity::{QUANTITY_TOKEN, Quantity, QuantityError, QuantityFormat, QuantityProblem};
pub use raw_object::RawObject;
pub use rule::{Registered, Rule, Severity, Source};
pub use rules::rules;
pub use semantics::{QuirkInfo, Quirks, Semantics, Settings};
pub use shoot::{
    AutoUpdate, CloudProfileReference, DayTime, DayTimeError, MaintenanceSettings, Shoot, ShootKubernetes,
    ShootProvider, ShootSpec, TimeWindow, UpdateStrategy, Window, Worker, WorkerContainerRuntime, WorkerCri, WorkerGpu,
    WorkerImage, WorkerKubernetes, WorkerMachine, WorkerVolume,
};
pub use span::{LineColumn, LineIndex, Span};
pub use tree::{Entries, Items, NodeKind, NodeRef, Scalar, Tree};
pub use violation::{BadValue, Related, Violation, ViolationKind, did_you_mean, nearest};
