//! Our answers, suite by suite.

#[cfg(feature = "admission")]
mod admission;
mod capabilities;
#[cfg(feature = "providers")]
mod providers;
#[cfg(feature = "providers")]
mod rollout;
mod scalars;
mod versions;
pub(crate) mod yaml;

#[cfg(feature = "admission")]
pub(crate) use admission::stored;
pub use yaml::{KNOWN_READINGS, KnownReading, Readers};

use crate::by_release::Origin;
#[cfg(feature = "admission")]
use rootstock_core_model::KubernetesSettings;
use rootstock_core_model::{Decode, FeatureGate, GardenerRelease, Path, RawObject, Semantics, Settings, Severity};
use rootstock_document::Decodable;
use rootstock_versioning::Timestamp;
use serde::Deserialize as _;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

/// The error if the input does not have the form that its suite requires.
pub type Unreadable = serde_json::Error;

/// Returns the settings of every answer. Dates in the verdicts are before 2024 or after 2089, so any instant in between
/// gives the same answer.
#[must_use]
pub fn settings() -> Settings {
    /// 2026-06-01T00:00:00Z.
    const NOW: i64 = 1_780_272_000;
    Settings::new(Semantics::Gardener, Timestamp::from_unix_seconds(NOW))
}

/// Returns the settings of the answer to a verdict of a release. Unless the verdict sets feature gates, all that the release has are
/// on.
fn settings_at(gardener: GardenerRelease, input: &Value) -> Settings {
    let mut settings = Settings::at_release(Semantics::Gardener, gardener, settings().now);
    if input.get("featureGates").is_none() {
        for gate in [FeatureGate::CloudProfileCapabilities, FeatureGate::VersionClassificationLifecycle] {
            settings.gates = settings.gates.with(gate, settings.has(&gate.releases()));
        }
    }
    settings
}

/// Returns our answer to the input of a verdict, in Gardener's form; `None` if the suite is unknown. `origin` is the
/// release that gave the verdict.
///
/// A suite `provider-NAME` is answered by the plug-in with that name, if it is linked.
///
/// # Errors
///
/// Returns an error if the input does not have the form that its suite requires.
pub fn answer(suite: &str, input: &Value, origin: Origin) -> Option<Result<Value, Unreadable>> {
    let settings = &origin.gardener.map_or_else(settings, |gardener| settings_at(gardener, input));
    Some(match suite {
        "qualified-name" => scalars::qualified_name(input),
        "kubernetes-yaml" => yaml::kubernetes(input),
        "quantity" => scalars::quantity(input),
        "capabilities-compatible" => capabilities::compatible(input),
        "select-flavor" => capabilities::select_flavor(input, settings),
        "classification" => versions::classification(input, settings),
        "version-parse" => versions::parse(input),
        "version-compare" => versions::compare(input),
        "constraint-check" => versions::constraint(input),
        #[cfg(feature = "providers")]
        "worker-pool-rollout" => rollout::pools(input, settings),
        #[cfg(feature = "admission")]
        _ if !suite.starts_with("provider-") => return admission::answer(suite, input, settings),
        #[cfg(feature = "providers")]
        _ => return providers::answer(suite.strip_prefix("provider-")?, input, settings, origin),
        #[cfg(not(feature = "providers"))]
        _ => return None,
    })
}

/// Returns the object in a field of the input, unless it is absent or fails strict decoding.
pub(crate) fn strictly<T: Decodable + Default>(input: &Value, field: &str, settings: &Settings) -> Option<T> {
    let raw = RawObject::deserialize(input.get(field)?).ok()?;
    let (object, violations) = raw.decode_at::<T>(&Path::object(), settings.gardener.running());
    violations.iter().all(|violation| violation.severity != Severity::Error).then_some(object)
}

/// Returns the Kubernetes versions in a field of the input, unless it fails strict decoding.
#[cfg(feature = "admission")]
fn kubernetes_settings(input: &Value, settings: &Settings) -> Option<KubernetesSettings> {
    let versions = json!({ "kubernetes": { "versions": input.get("versions") } });
    strictly(&versions, "kubernetes", settings)
}

/// The answer to an input that fails strict decoding.
pub(crate) fn undecodable() -> Value {
    json!({ "decode": "error" })
}

/// Decodes a field of an input; the type defines the meaning of absent and `null`.
fn field<T: DeserializeOwned>(input: &Value, name: &str) -> Result<T, Unreadable> {
    T::deserialize(input.get(name).unwrap_or(&Value::Null))
}
