//! NamespacedCloudProfiles: the changes that a project makes to a CloudProfile, the rules for them, and the resulting
//! profile.

mod check;
mod converted_paths;
mod defaulting;
mod keyed;
mod merge;
mod origin;
mod outcome;
mod overrides;
mod parent;
mod parent_suggestions;
mod preparation;
mod render;
mod result;
mod transformation;
mod validation;

pub(crate) use check::recheck_with_provider;
pub use check::{
    check_namespaced_cloud_profile, check_namespaced_cloud_profile_for_provider, recheck_namespaced_cloud_profile,
};
pub use defaulting::default_namespaced_cloud_profile;
pub use merge::merge;
pub use origin::{Effect, Origin};
pub use outcome::{NamespacedOutcome, NamespacedStage};
pub use render::{Rendered, render};
pub use transformation::in_parent_format;
