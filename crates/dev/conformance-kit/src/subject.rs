//! The provider that is looked at, and how documents are put to it.

use std::sync::Arc;

use std::fmt;

use rootstock_core_model::{
    CloudProfileSpec, Decode, FieldPath, Path, Quirks, RawObject, Semantics, Settings, Violation,
};
use rootstock_versioning::Timestamp;
use serde::Serialize;
use serde_json::{Map, Value};

use super::report::Stop;
use rootstock_provider_api::{
    Extension, LegacyArchitecture, Provider, ProviderConfig, ProviderOutcome, Registry, Sample,
};

/// 2026-01-01T00:00:00Z: no scenario has a date, so that any instant will do.
const NOW: i64 = 1_767_225_600;

/// A provider under test.
pub(super) struct Subject {
    pub(super) provider: &'static dyn Provider,
    extension: Extension,
    registry: Registry,
}

impl Subject {
    pub(super) fn new(provider: &'static dyn Provider) -> Result<Self, Stop> {
        let registry = Registry::builder().with(provider).build();
        let registry = registry.map_err(|error| Stop::Broken(error.to_string()))?;
        Ok(Self { provider, extension: *provider.extension(), registry })
    }

    pub(super) const fn extension(&self) -> &Extension {
        &self.extension
    }

    pub(super) const fn sample(&self) -> &Sample {
        &self.extension.sample
    }

    /// Whether the kit can write images for the provider.
    pub(super) const fn has_images(&self) -> bool {
        self.sample().regional.is_some() || self.sample().everywhere.is_some()
    }

    /// Where the legacy format says the architecture; none if there is no such format.
    pub(super) fn legacy_architecture(&self) -> Option<LegacyArchitecture> {
        self.sample().legacy.or(self.extension.legacy_format.map(|format| format.architecture))
    }

    /// The fields of the sample beside the images.
    pub(super) fn settings(&self) -> Map<String, Value> {
        object(self.sample().settings).unwrap_or_default()
    }

    /// Reads the provider's half; none if it cannot be used.
    pub(super) fn decode(&self, spec: &CloudProfileSpec) -> Option<Arc<dyn ProviderConfig>> {
        let root = Path::root("spec");
        let decoded =
            self.provider.decode(spec.provider_config.as_ref()?, &root.field("providerConfig"), &Quirks::NONE);
        decoded.usable.then_some(decoded.config)
    }

    /// Reads and checks the provider's half of a profile.
    pub(super) fn check(&self, document: &Value, semantics: Semantics) -> ProviderOutcome {
        self.check_spec(&spec(document), semantics)
    }

    /// The same, of a profile that has been read.
    pub(super) fn check_spec(&self, spec: &CloudProfileSpec, semantics: Semantics) -> ProviderOutcome {
        self.registry.check_cloud_profile(spec, &settings(semantics))
    }

    /// What is found in documented semantics.
    pub(super) fn findings(&self, document: &Value) -> Vec<Violation> {
        self.check(document, Semantics::Documented).violations
    }
}

impl fmt::Debug for Subject {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Subject").field(&self.provider).finish()
    }
}

pub(super) fn settings(semantics: Semantics) -> Settings {
    Settings::new(semantics, Timestamp::from_unix_seconds(NOW))
}

/// `spec` of a document, as far as it can be read.
pub(super) fn spec(document: &Value) -> CloudProfileSpec {
    spec_of(document.get("spec").unwrap_or(&Value::Null))
}

pub(super) fn spec_of(spec: &impl Serialize) -> CloudProfileSpec {
    raw(spec).decode::<CloudProfileSpec>(&Path::root("spec")).0
}

/// A value as the reader hands it over.
pub(super) fn raw(value: &impl Serialize) -> RawObject {
    RawObject::from_serialize(value).unwrap_or_default()
}

/// A JSON object of a sample.
pub(super) fn object(json: &str) -> Result<Map<String, Value>, String> {
    serde_json::from_str(json).map_err(|error| format!("`{json}` is no JSON object: {error}"))
}

/// `spec.providerConfig`.
pub(super) fn config_path() -> FieldPath {
    FieldPath::root().field("spec").field("providerConfig")
}

/// Findings for a counterexample, one on a line.
pub(super) fn shown(findings: &[Violation]) -> String {
    if findings.is_empty() {
        return "nothing".to_owned();
    }
    findings.iter().map(|found| format!("{}: {found}", found.rule.name)).collect::<Vec<_>>().join("\n")
}

/// The provider's half of a document for a counterexample.
pub(super) fn config_of(document: &Value) -> String {
    document.pointer("/spec/providerConfig").map(Value::to_string).unwrap_or_default()
}
