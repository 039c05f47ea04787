//! Users of a profile, and the updates that they prevent.
//!
//! Gardener checks this when a profile is updated, after everything else, and lists one sentence per user. Here each
//! version, image or capability in use is one finding that lists its users.

mod breakage;
mod cloud_profile;
mod namespaced;
mod removals;
mod users;

pub use cloud_profile::check_profile_users;
pub use namespaced::check_namespaced_profile_users;
pub use users::{ProfileUsers, UserNames};
