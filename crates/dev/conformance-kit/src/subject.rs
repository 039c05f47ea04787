//! The provider under test, and functions to pass documents to it.

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

/// 2026-01-01T00:00:00Z. No scenario has a date, so any instant will do.
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

    /// Returns the place of the architecture in the legacy format; `None` if there is no such format.
    pub(super) fn legacy_architecture(&self) -> Option<LegacyArchitecture> {
        self.sample().legacy.or(self.extension.legacy_format.map(|format| format.architecture))
    }

    /// Returns the fields of the sample other than the images.
    pub(super) fn settings(&self) -> Map<String, Value> {
        object(self.sample().settings).unwrap_or_default()
    }

    /// Decodes the provider section; `None` if it cannot be used.
    pub(super) fn decode(&self, spec: &CloudProfileSpec) -> Option<Arc<dyn ProviderConfig>> {
        let root = Path::root("spec");
        let decoded =
            self.provider.decode(spec.provider_config.as_ref()?, &root.field("providerConfig"), &Quirks::NONE);
        decoded.usable.then_some(decoded.config)
    }

    /// Decodes and checks the provider section of a profile.
    pub(super) fn check(&self, document: &Value, semantics: Semantics) -> ProviderOutcome {
        self.check_spec(&spec(document), semantics)
    }

    /// Like [`Self::check`], for a decoded profile.
    pub(super) fn check_spec(&self, spec: &CloudProfileSpec, semantics: Semantics) -> ProviderOutcome {
        self.registry.check_cloud_profile(spec, &settings(semantics))
    }

    /// Returns the findings in documented semantics.
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

/// Decodes the `spec` of a document, as far as possible.
pub(super) fn spec(document: &Value) -> CloudProfileSpec {
    spec_of(document.get("spec").unwrap_or(&Value::Null))
}

pub(super) fn spec_of(spec: &impl Serialize) -> CloudProfileSpec {
    raw(spec).decode::<CloudProfileSpec>(&Path::root("spec")).0
}

/// Converts a value to the form that the decoder takes.
pub(super) fn raw(value: &impl Serialize) -> RawObject {
    RawObject::from_serialize(value).unwrap_or_default()
}

pub(super) fn object(json: &str) -> Result<Map<String, Value>, String> {
    serde_json::from_str(json).map_err(|error| format!("`{json}` is not a JSON object: {error}"))
}

pub(super) fn config_path() -> FieldPath {
    FieldPath::root().field("spec").field("providerConfig")
}

/// Formats findings for a counterexample, one per line.
pub(super) fn shown(findings: &[Violation]) -> String {
    if findings.is_empty() {
        return "nothing".to_owned();
    }
    findings.iter().map(|found| format!("{}: {found}", found.rule.name)).collect::<Vec<_>>().join("\n")
}

/// Formats the provider section of a document for a counterexample.
pub(super) fn config_of(document: &Value) -> String {
    document.pointer("/spec/providerConfig").map(Value::to_string).unwrap_or_default()
}
