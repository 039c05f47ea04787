//! Profiles for tests: a base profile of the fixtures with some fields replaced.

use rootstock_core_model::{CloudProfile, Path, RawObject, Semantics, Settings, Severity, Violation};
use rootstock_provider_api::{ProviderConfig, ProviderOutcome, Registry};
use rootstock_provider_openstack::OpenStack;
use serde_json::Value;

/// `fixtures/base/NAME.yaml` with the fields at dotted paths replaced; values are YAML.
pub(crate) fn profile(base: &str, changes: &[(&str, &str)]) -> CloudProfile {
    let path = format!("{}/../../fixtures/base/{base}.yaml", env!("CARGO_MANIFEST_DIR"));
    let mut document: Value = serde_yaml::from_str(&std::fs::read_to_string(path).unwrap()).unwrap();
    for (path, value) in changes {
        let pointer = format!("/{}", path.replace('.', "/"));
        let (parent, key) = pointer.rsplit_once('/').unwrap();
        let value: Value = serde_yaml::from_str(value).unwrap();
        match document.pointer_mut(parent).unwrap() {
            Value::Array(items) => {
                let index: usize = key.parse().unwrap();
                if index == items.len() { items.push(value) } else { items[index] = value }
            }
            object => object[key] = value,
        }
    }
    let raw: RawObject = serde_json::from_value(document).unwrap();
    let (profile, violations) = raw.decode::<CloudProfile>(&Path::object());
    assert!(violations.is_empty(), "{violations:?}");
    profile
}

pub(crate) fn settings(semantics: Semantics) -> Settings {
    Settings::new(semantics, "2026-01-01T00:00:00Z".parse().unwrap())
}

pub(crate) fn check(profile: &CloudProfile, semantics: Semantics) -> ProviderOutcome {
    let registry = Registry::builder().with(&OpenStack).build().unwrap();
    registry.check_cloud_profile(&profile.spec, &settings(semantics))
}

pub(crate) fn config(profile: &CloudProfile) -> Box<dyn ProviderConfig> {
    check(profile, Semantics::Documented).config.unwrap()
}

/// Findings as `error rule path`, sorted.
pub(crate) fn findings(violations: &[Violation]) -> Vec<String> {
    let severity = |found: &Violation| match found.severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Note => "note",
    };
    let mut lines: Vec<String> =
        violations.iter().map(|found| format!("{} {} {}", severity(found), found.rule.name, found.path)).collect();
    lines.sort();
    lines
}
