//! Profiles for tests: a base profile of the fixtures with some fields replaced.

use rootstock_core_model::Semantics::{self, Documented, Gardener};
use rootstock_core_model::{CloudProfile, Path, RawObject, Settings, Severity, Violation};
use rootstock_provider_api::{ImageReference, ImageRequest, NotFoundReason, ProviderOutcome};
use serde_json::Value;

/// `fixtures/base/NAME.yaml` with the fields at dotted paths replaced; values are YAML, an empty one removes the field.
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
            Value::Object(fields) if value.is_null() => drop(fields.remove(key)),
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
    rootstock_providers::registry().unwrap().check_cloud_profile(&profile.spec, &settings(semantics))
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

/// Checks a base profile with some fields replaced.
#[track_caller]
pub(crate) fn assert_found(base: &str, changes: &[(&str, &str)], documented: &[&str], gardener: &[&str]) {
    let profile = profile(base, changes);
    assert_eq!(findings(&check(&profile, Documented).violations), documented, "documented semantics");
    assert_eq!(findings(&check(&profile, Gardener).violations), gardener, "Gardener's semantics");
}

/// The image that machines of the type get, for image `gardenlinux` version `1877.5.0`.
pub(crate) fn choice(
    profile: &CloudProfile,
    machine_type: &str,
    region: &str,
    semantics: Semantics,
) -> Result<ImageReference, NotFoundReason> {
    let config = check(profile, semantics).config.unwrap();
    let machine_type = profile.spec.types().iter().find(|one| one.name == machine_type).unwrap();
    let request = ImageRequest::new("gardenlinux", "1877.5.0", Some(region), machine_type);
    match config.select_image(&profile.spec, &request, &settings(semantics)) {
        Ok(choice) => Ok(choice.reference),
        Err(error) => Err(error.reason),
    }
}

/// The same in documented semantics, as `field value` or the reason why there is none.
pub(crate) fn chosen(profile: &CloudProfile, machine_type: &str, region: &str) -> String {
    match choice(profile, machine_type, region, Documented) {
        Ok(reference) => format!("{} {}", reference.field, reference.value),
        Err(reason) => reason.to_string(),
    }
}
