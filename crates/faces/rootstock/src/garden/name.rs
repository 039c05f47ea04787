//! What things of a garden are called among inputs: `cluster:KIND/NAMESPACE/NAME`, and lists of them `cluster:cloudprofiles,shoots`, as
//! kubectl would be asked for them.

use std::path::{Path, PathBuf};

/// What all names begin with.
pub(super) const PREFIX: &str = "cluster:";
/// All profiles.
pub(crate) const PROFILES: &str = "cluster:cloudprofiles,namespacedcloudprofiles";
/// All NamespacedCloudProfiles.
pub(crate) const CHILDREN: &str = "cluster:namespacedcloudprofiles";
/// All Shoots.
pub(crate) const SHOOTS: &str = "cluster:shoots";
/// Everything that is judged.
pub(crate) const EVERYTHING: &str = "cluster:cloudprofiles,namespacedcloudprofiles,shoots";

/// The name of a Shoot.
pub(crate) fn shoot_path(namespace: &str, name: &str) -> PathBuf {
    format!("{PREFIX}shoot/{namespace}/{name}").into()
}

/// Whether a path is the name of something in a garden.
pub(crate) fn is_in_garden(path: &Path) -> bool {
    path.as_os_str().as_encoded_bytes().starts_with(PREFIX.as_bytes())
}

/// What shows all that is wrong with an input.
pub(crate) fn way_to_check(name: &str) -> String {
    let cluster = if is_in_garden(Path::new(name)) { " --cluster" } else { "" };
    format!("rootstock check {name}{cluster}")
}
