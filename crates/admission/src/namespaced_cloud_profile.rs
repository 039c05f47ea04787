//! NamespacedCloudProfiles: what one project changes in a CloudProfile, and what comes of it.

mod defaulting;
mod keyed;
mod merge;
mod origin;
mod render;
mod transformation;

pub use defaulting::default_namespaced_cloud_profile;
pub use merge::merge;
pub use origin::{Effect, Origin};
pub use render::{Rendered, render};
pub use transformation::in_parent_format;
