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

use rootstock_core_model::{Semantics, Settings};
use rootstock_versioning::Timestamp;
use serde::de::DeserializeOwned;
use serde_json::Value;

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

/// Returns our answer to the input of a verdict, in Gardener's form; `None` if the suite is unknown.
///
/// A suite `provider-NAME` is answered by the plug-in with that name, if it is linked.
///
/// # Errors
///
/// Returns an error if the input does not have the form that its suite requires.
pub fn answer(suite: &str, input: &Value) -> Option<Result<Value, Unreadable>> {
    let settings = &settings();
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
        "worker-pool-rollout" => rollout::pools(input),
        #[cfg(feature = "admission")]
        _ if !suite.starts_with("provider-") => return admission::answer(suite, input, settings),
        #[cfg(feature = "providers")]
        _ => return providers::answer(suite.strip_prefix("provider-")?, input, settings),
        #[cfg(not(feature = "providers"))]
        _ => return None,
    })
}

/// Decodes a field of an input; the type defines the meaning of absent and `null`.
fn field<T: DeserializeOwned>(input: &Value, name: &str) -> Result<T, Unreadable> {
    T::deserialize(input.get(name).unwrap_or(&Value::Null))
}
