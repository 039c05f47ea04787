//! Which function answers which suite.

use rootstock_core_model::Settings;
use serde::de::DeserializeOwned;
use serde_json::Value;

use super::{capabilities, cloud_profile, maintenance, namespaced, providers, scalars, shoots, versions};

/// Why a vector cannot be answered: its input has not the shape that its suite's table says.
pub(super) type Unreadable = serde_json::Error;

/// Our answer to a vector's input, in the shape of Gardener's.
pub(super) type Answer = Box<dyn Fn(&Value, &Settings) -> Result<Value, Unreadable>>;

/// The answering function of a suite; `None` when nothing answers it.
///
/// `provider-NAME` is answered by the plug-in of that name, whichever are linked.
pub(super) fn suite(name: &str) -> Option<Answer> {
    let answer: fn(&Value, &Settings) -> Result<Value, Unreadable> = match name {
        "qualified-name" => scalars::qualified_name,
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

/// A field of a vector's input; absent and `null` are the type's own idea of them.
pub(super) fn field<T: DeserializeOwned>(input: &Value, name: &str) -> Result<T, Unreadable> {
    T::deserialize(input.get(name).unwrap_or(&Value::Null))
}
