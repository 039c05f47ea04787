//! A fragment merged into a valid profile of the fixtures, and the findings in both semantics.

use rootstock_admission::{Operation, check_cloud_profile};
use rootstock_core_model::{CloudProfile, FeatureGate, Semantics, Settings, Severity, Violation};
use serde_yaml::Value;

/// The default time of all tests.
pub(crate) const NOW: &str = "2026-06-01T00:00:00Z";

/// Merges a fragment into a base profile of the fixtures: maps merge, everything else replaces.
pub(crate) fn profile_over(base: &str, fragment: &str) -> CloudProfile {
    let file = format!("{}/../../../fixtures/base/{base}.yaml", env!("CARGO_MANIFEST_DIR"));
    let mut profile: Value = serde_yaml::from_str(&std::fs::read_to_string(file).unwrap()).unwrap();
    // These rules do not cover the provider's part.
    profile["spec"]["providerConfig"] = Value::Null;
    merge(&mut profile, serde_yaml::from_str(fragment).unwrap());
    serde_yaml::from_value(profile).unwrap()
}

pub(crate) fn profile(fragment: &str) -> CloudProfile {
    profile_over("local-legacy", fragment)
}

fn merge(base: &mut Value, fragment: Value) {
    match (base, fragment) {
        (Value::Mapping(base), Value::Mapping(fragment)) => {
            for (key, value) in fragment {
                match base.get_mut(&key) {
                    Some(there) => merge(there, value),
                    None => _ = base.insert(key, value),
                }
            }
        }
        (base, fragment) => *base = fragment,
    }
}

pub(crate) fn settings(semantics: Semantics) -> Settings {
    let mut settings = Settings::new(semantics, NOW.parse().unwrap());
    settings.gates = settings.gates.with(FeatureGate::VersionClassificationLifecycle, true);
    settings
}

/// `RULE PATH = BAD`, preceded by the severity unless it is an error.
pub(crate) fn line(violation: &Violation) -> String {
    let severity = match violation.severity {
        Severity::Error => "",
        Severity::Warning => "warning ",
        Severity::Note => "note ",
    };
    let bad = violation.bad.as_str();
    let bad = if bad.is_empty() { String::new() } else { format!(" = {bad}") };
    format!("{severity}{} {}{bad}", violation.rule.name, violation.path)
}

/// The findings in a desired state.
pub(crate) fn found_in(profile: &CloudProfile, settings: &Settings) -> Vec<String> {
    check_cloud_profile(profile, Operation::State, settings).violations.iter().map(line).collect()
}

/// Compares the findings of both semantics with the expected ones, in any order.
#[track_caller]
pub(crate) fn expect(fragment: &str, documented: &[&str], gardener: &[&str]) {
    expect_over("local-legacy", fragment, documented, gardener);
}

#[track_caller]
pub(crate) fn expect_over(base: &str, fragment: &str, documented: &[&str], gardener: &[&str]) {
    let profile = profile_over(base, fragment);
    for (semantics, expected) in [(Semantics::Documented, documented), (Semantics::Gardener, gardener)] {
        let mut found = found_in(&profile, &settings(semantics));
        let mut expected: Vec<String> = expected.iter().map(|line| (*line).to_owned()).collect();
        found.sort();
        expected.sort();
        assert_eq!(found, expected, "{semantics:?} over {base}:\n{fragment}");
    }
}

/// Like [`expect`], for fragments that both semantics judge alike.
#[track_caller]
pub(crate) fn expect_both(fragment: &str, expected: &[&str]) {
    expect(fragment, expected, expected);
}

#[test]
fn the_base_profiles_are_clean() {
    for base in ["local", "local-legacy", "openstack", "openstack-legacy"] {
        let profile = profile_over(base, "{}");
        for semantics in [Semantics::Documented, Semantics::Gardener] {
            for operation in [Operation::State, Operation::Create, Operation::Update { old: &profile }] {
                let outcome = check_cloud_profile(&profile, operation, &Settings::new(semantics, NOW.parse().unwrap()));
                let lines: Vec<String> = outcome.violations.iter().map(line).collect();
                assert!(lines.is_empty(), "{base} {semantics:?} {operation:?}: {lines:?}");
            }
        }
    }
}
