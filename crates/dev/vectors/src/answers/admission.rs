//! Answers about whole objects: profiles, Shoots, and the effects of maintenance on them.

mod cloud_profile;
mod findings;
mod maintenance;
mod namespaced;
mod shoots;
mod whole_objects;

pub(crate) use cloud_profile::stored;
#[cfg(feature = "providers")]
pub(crate) use {cloud_profile::decoded, findings::errors, namespaced::child, whole_objects::shoot_in};

use rootstock_core_model::Settings;
use serde_json::Value;

use super::Unreadable;

/// Returns our answer; `None` if the suite is unknown.
pub(crate) fn answer(suite: &str, input: &Value, settings: &Settings) -> Option<Result<Value, Unreadable>> {
    Some(match suite {
        "machine-image-maintenance" => maintenance::machine_image(input, settings),
        "kubernetes-maintenance" => maintenance::kubernetes(input, settings),
        "default-kubernetes-version" => shoots::kubernetes_version(input, settings),
        "default-machine-image" => shoots::machine_image(input, settings),
        "worker-admission" => shoots::worker_admission(input, settings),
        "cloudprofile-create" => cloud_profile::create(input, settings),
        "cloudprofile-update" => cloud_profile::update(input, settings),
        "cloudprofile-canonicalize" => cloud_profile::canonicalize(input, settings),
        "namespacedcloudprofile-create" => namespaced::create(input, settings),
        "namespacedcloudprofile-update" => namespaced::update(input, settings),
        "namespacedcloudprofile-render" => namespaced::render(input, settings),
        "shoot-admission" | "shoot-admission-titled" => whole_objects::shoot(input, settings),
        "shoot-maintenance" => whole_objects::maintenance(input, settings),
        "shoot-profile-change" => whole_objects::profile_change(input, settings),
        "cloudprofile-usage" => whole_objects::cloud_profile_users(input, settings),
        "namespacedcloudprofile-usage" => whole_objects::child_users(input, settings),
        "cloudprofile-status" => whole_objects::status(input, settings),
        _ => return None,
    })
}
