//! Sample profiles, pools and judges.

use rootstock_core_model::{
    CanonicalProfile, CloudProfileSpec, FeatureGate, FeatureGates, Path, Quirks, RawObject, Semantics, Settings, Worker,
};
use rootstock_judge::{CompiledProfile, Judge, Obstacle, Pool, PoolContext, PoolProperties, ProviderSection};
use serde_json::Value;

pub(crate) const WITH_WORKERS: FeatureGates = FeatureGates::DEFAULT.with(FeatureGate::WorkerCapabilities, true);

fn spec(spec: &Value) -> CloudProfileSpec {
    serde_json::from_value(spec.clone()).unwrap()
}

/// Builds a profile without a provider.
pub(crate) fn profile(of: &Value) -> CompiledProfile {
    under(FeatureGates::DEFAULT, of)
}

/// Like [`profile`], but with other feature gates.
pub(crate) fn under(gates: FeatureGates, of: &Value) -> CompiledProfile {
    CompiledProfile::with_provider(CanonicalProfile::named("sample", spec(of)), gates, None).unwrap()
}

/// Builds a profile with its provider section.
pub(crate) fn provided(gates: FeatureGates, by: &str, of: &Value, config: &Value) -> CompiledProfile {
    let plugin = rootstock_providers::registry().unwrap().get(by).unwrap();
    let config: RawObject = serde_json::from_value(config.clone()).unwrap();
    let config = plugin.decode(&config, &Path::root("providerConfig"), &Quirks::NONE).config;
    let section = ProviderSection { plugin, config: Some(config) };
    CompiledProfile::with_provider(CanonicalProfile::named("sample", spec(of)), gates, Some(section)).unwrap()
}

/// The settings on 1 March 2026.
fn settings(semantics: Semantics) -> Settings {
    Settings::new(semantics, "2026-03-01T00:00:00Z".parse().unwrap())
}

pub(crate) fn documented(profile: &CompiledProfile) -> Judge<'_> {
    Judge::new(profile, settings(Semantics::Documented))
}

pub(crate) fn gardener(profile: &CompiledProfile) -> Judge<'_> {
    Judge::new(profile, settings(Semantics::Gardener))
}

pub(crate) fn worker(of: &Value) -> Worker {
    serde_json::from_value(of.clone()).unwrap()
}

/// Builds a new pool without any surroundings.
pub(crate) fn new_pool<'a>(judge: Judge<'a>, worker: &'a Worker) -> Pool<'a> {
    Pool::new(judge, PoolProperties::from(worker), PoolContext::default())
}

/// Returns the textual form of the obstacles.
pub(crate) fn messages<'o>(obstacles: impl IntoIterator<Item = &'o Obstacle>) -> Vec<String> {
    obstacles.into_iter().map(ToString::to_string).collect()
}
