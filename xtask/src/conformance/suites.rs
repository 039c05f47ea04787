//! Which function answers which suite.

use rootstock_core_model::Settings;
use serde_json::Value;

use super::answer::{Answer, Unreadable};
use super::{capabilities, cloud_profile, maintenance, namespaced, providers, scalars, shoots, versions, yaml};

/// The answering function of a suite; `None` when nothing answers it.
///
/// `provider-NAME` is answered by the plug-in of that name, whichever are linked.
pub(super) fn suite(name: &str) -> Option<Answer> {
    let answer: fn(&Value, &Settings) -> Result<Value, Unreadable> = match name {
        "qualified-name" => scalars::qualified_name,
        "kubernetes-yaml" => yaml::kubernetes,
        "quantity" => scalars::quantity,
        "capabilities-compatible" => capabilities::compatible,
        "select-flavor" => capabilities::select_flavor,
        "classification" => versions::classification,
        "version-parse" => versions::parse,
        "version-compare" => versions::compare,
        "constraint-check" => versions::constraint,
        "machine-image-maintenance" => maintenance::machine_image,
        "kubernetes-maintenance" => maintenance::kubernetes,
        "default-kubernetes-version" => shoots::kubernetes_version,
        "default-machine-image" => shoots::machine_image,
        "worker-admission" => shoots::worker_admission,
        "cloudprofile-create" => cloud_profile::create,
        "cloudprofile-update" => cloud_profile::update,
        "cloudprofile-canonicalize" => cloud_profile::canonicalize,
        "namespacedcloudprofile-create" => namespaced::create,
        "namespacedcloudprofile-update" => namespaced::update,
        "namespacedcloudprofile-render" => namespaced::render,
        _ => return providers::suite(name.strip_prefix("provider-")?),
    };
    Some(Box::new(answer))
}
