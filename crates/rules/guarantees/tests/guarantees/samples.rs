//! Profiles, compiled with their provider sections.

use std::path::PathBuf;
use std::sync::Arc;

use rootstock_analysis::{Analysis, Role};
use rootstock_core_model::{FeatureGate, FeatureGates, Semantics, Settings};
use rootstock_guarantees::{Lock, LockSettings};
use rootstock_judge::{CompiledProfile, Judge};

/// The instant at which the fixtures are judged.
pub(crate) const AT: &str = "2026-06-01T00:00:00Z";

pub(crate) fn fixture(name: &str) -> String {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../fixtures/profiles").join(name);
    std::fs::read_to_string(path).unwrap()
}

pub(crate) fn settings(semantics: Semantics, has_worker_capabilities: bool) -> Settings {
    let gates = FeatureGates::DEFAULT.with(FeatureGate::WorkerCapabilities, has_worker_capabilities);
    Settings { gates, ..Settings::new(semantics, AT.parse().unwrap()) }
}

pub(crate) fn documented() -> Settings {
    settings(Semantics::Documented, false)
}

pub(crate) fn compiled(text: &str, settings: Settings) -> Arc<CompiledProfile> {
    let mut analysis = Analysis::new(rootstock_providers::registry().unwrap(), settings);
    analysis.set(Role::Checked, "profile.yaml", text.as_bytes());
    let profile = analysis.profiles_in(Role::Checked).into_iter().next().unwrap();
    profile.compiled(settings.gates).unwrap()
}

pub(crate) fn lock_under(text: &str, settings: Settings) -> Lock {
    let semantics = settings.quirks.semantics(settings.gardener).unwrap();
    let mut lock = Lock::new(LockSettings::of(semantics, &settings));
    lock.add(Judge::new(&compiled(text, settings), settings));
    lock
}

pub(crate) fn lock(text: &str) -> Lock {
    lock_under(text, documented())
}
