//! Who uses a profile, and what an update of it therefore cannot do.
//!
//! Gardener checks this when a profile is updated, after everything else, and lists one sentence for each user. Here each
//! thing that is missed is one finding, with its users.

mod breakage;
mod cloud_profile;
mod namespaced;
mod removals;
mod users;

pub use cloud_profile::check_profile_users;
pub use namespaced::check_namespaced_profile_users;
pub use users::ProfileUsers;
