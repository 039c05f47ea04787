//! The names of a garden's objects as inputs: `cluster:KIND/NAMESPACE/NAME`, and lists like `cluster:cloudprofiles,shoots`, as in
//! `kubectl get`.

use std::path::{Path, PathBuf};

/// The prefix of all names.
pub(super) const PREFIX: &str = "cluster:";
/// All profiles.
pub(crate) const PROFILES: &str = "cluster:cloudprofiles,namespacedcloudprofiles";
/// All NamespacedCloudProfiles.
pub(crate) const CHILDREN: &str = "cluster:namespacedcloudprofiles";
/// All Shoots.
pub(crate) const SHOOTS: &str = "cluster:shoots";
/// All objects that are checked.
pub(crate) const ALL_OBJECTS: &str = "cluster:cloudprofiles,namespacedcloudprofiles,shoots";

/// Returns the name of a Shoot.
pub(crate) fn shoot_path(namespace: &str, name: &str) -> PathBuf {
    format!("{PREFIX}shoot/{namespace}/{name}").into()
}

/// Whether a path names something in a garden.
pub(crate) fn is_in_garden(path: &Path) -> bool {
    path.as_os_str().as_encoded_bytes().starts_with(PREFIX.as_bytes())
}

/// Whether a path names all CloudProfiles of a garden, among other objects.
pub(crate) fn has_all_profiles(path: &Path) -> bool {
    let names = path.to_str().and_then(|text| text.strip_prefix(PREFIX)).unwrap_or_default();
    names.split(',').any(|name| name == "cloudprofiles")
}

/// Returns the command that shows all findings in an input.
pub(crate) fn check_command(name: &str) -> String {
    let cluster = if is_in_garden(Path::new(name)) { " --cluster" } else { "" };
    format!("rootstock check {name}{cluster}")
}
