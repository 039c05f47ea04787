//! Gardener's recorded verdicts on CloudProfiles, under Gardener's semantics.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::string_slice,
    missing_docs,
    reason = "tests"
)]

use std::io::Read as _;

use flate2::read::GzDecoder;
use rootstock_admission::{
    CloudProfileOutcome, NamespacedOutcome, NamespacedStage, Operation, canonicalize_cloud_profile,
    check_cloud_profile, check_namespaced_cloud_profile, default_cloud_profile, render,
};
use rootstock_core_model::{
    CloudProfile, Decode, FeatureGate, FeatureGates, NamespacedCloudProfile, Path, RawObject, Semantics, Settings,
    Violation,
};
use serde::Deserialize as _;
use serde_json::Value;

/// The day on which the verdicts were recorded.
const RECORDED: &str = "2026-11-21T00:00:00Z";

fn cases(suite: &str) -> Vec<Value> {
    let file = format!("{}/../../../fixtures/conformance/{suite}.jsonl.gz", env!("CARGO_MANIFEST_DIR"));
    let mut text = String::new();
    GzDecoder::new(std::fs::File::open(file).unwrap()).read_to_string(&mut text).unwrap();
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// Decodes strictly: an unknown field is a mistake too.
fn decode(profile: &Value) -> Result<CloudProfile, String> {
    let raw = RawObject::deserialize(profile).map_err(|error| error.to_string())?;
    let (profile, violations) = raw.decode::<CloudProfile>(&Path::object());
    match violations.first() {
        Some(violation) => Err(violation.to_string()),
        None if profile.api_version == CloudProfile::API_VERSION && profile.kind == CloudProfile::KIND => Ok(profile),
        None => Err(format!("{} {}", profile.api_version, profile.kind)),
    }
}

fn settings(input: &Value) -> Settings {
    let mut settings = Settings::new(Semantics::Gardener, RECORDED.parse().unwrap());
    for gate in [FeatureGate::CloudProfileCapabilities, FeatureGate::VersionClassificationLifecycle] {
        let on = input["featureGates"][gate.name()].as_bool();
        settings.gates = settings.gates.with(gate, on.unwrap_or(FeatureGates::DEFAULT.enabled(gate)));
    }
    settings
}

/// A list of architectures is a set.
fn normalised_bad(path: &str, bad: &str) -> String {
    if (path.ends_with(".architectures") || path.ends_with(".architecture"))
        && let Ok(mut list) = serde_json::from_str::<Vec<String>>(bad)
    {
        list.sort();
        return format!("{list:?}");
    }
    bad.to_owned()
}

fn expected_errors(expect: &Value) -> Vec<String> {
    let mut errors: Vec<String> = expect["errors"]
        .as_array()
        .unwrap()
        .iter()
        .map(|error| {
            let (kind, path, bad) =
                (error["kind"].as_str().unwrap(), error["path"].as_str().unwrap(), error["bad"].as_str().unwrap());
            format!("{kind} {path} {}", normalised_bad(path, bad))
        })
        .collect();
    errors.sort();
    errors
}

fn found_errors<'a>(errors: impl Iterator<Item = &'a Violation>) -> Vec<String> {
    let mut errors: Vec<String> = errors
        .map(|violation| {
            let path = violation.path.to_string();
            format!("{:?} {path} {}", violation.kind, normalised_bad(&path, violation.bad.as_str()))
        })
        .collect();
    errors.sort();
    errors
}

/// What does not count when two specs are compared: the order of architectures, the spelling of absence.
fn normalise(value: &mut Value) {
    match value {
        Value::Object(map) => {
            map.retain(|_, value| {
                !value.is_null()
                    && value.as_array().is_none_or(|list| !list.is_empty())
                    && value.as_object().is_none_or(|map| !map.is_empty())
            });
            if let Some(Value::Array(list)) = map.get_mut("architectures") {
                list.sort_by_key(ToString::to_string);
            }
            map.values_mut().for_each(normalise);
        }
        Value::Array(list) => list.iter_mut().for_each(normalise),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

fn normalised(mut value: Value) -> Value {
    normalise(&mut value);
    normalise(&mut value);
    value
}

/// The spec after a round through our types, which makes quantities canonical.
fn normalised_spec(spec: &Value) -> Value {
    let profile = decode(&serde_json::json!({
        "apiVersion": CloudProfile::API_VERSION, "kind": CloudProfile::KIND, "spec": spec,
    }))
    .unwrap();
    normalised(serde_json::to_value(&profile.spec).unwrap())
}

fn difference(expected: &[String], found: &[String]) -> String {
    let mut text = String::new();
    let mut rest = found.to_vec();
    for error in expected {
        match rest.iter().position(|other| other == error) {
            Some(position) => _ = rest.remove(position),
            None => text.push_str(&format!("    - {error}\n")),
        }
    }
    for error in rest {
        text.push_str(&format!("    + {error}\n"));
    }
    text
}

/// Runs a suite of verdicts; `check` decodes and checks the input of one.
fn run(suite: &str, check: impl Fn(&Value) -> Result<CloudProfileOutcome, String>) {
    let mut failures = Vec::new();
    let cases = cases(suite);
    for case in &cases {
        let (id, expect) = (case["id"].as_str().unwrap(), &case["expect"]);
        let outcome = check(&case["input"]);
        match (outcome, expect.get("decode")) {
            (Err(_), Some(_)) => {}
            (Ok(_), Some(_)) => failures.push(format!("{id}: was decoded\n")),
            (Err(error), None) => failures.push(format!("{id}: was not decoded: {error}\n")),
            (Ok(outcome), None) => {
                let (expected, found) = (expected_errors(expect), found_errors(outcome.errors()));
                if expected != found {
                    failures.push(format!("{id} {}:\n{}", case["input"]["mutations"], difference(&expected, &found)));
                } else if let Some(result) = expect.get("result") {
                    let canonical = outcome.canonical.expect("no error, so there is a result");
                    let found = normalised(serde_json::to_value(&canonical.spec).unwrap());
                    let expected = normalised_spec(result);
                    if found != expected {
                        failures.push(format!("{id}: stored as\n{found}\n  instead of\n{expected}\n"));
                    }
                }
            }
        }
    }
    let shown: String = failures.iter().take(20).cloned().collect();
    assert!(failures.is_empty(), "{suite}: {} of {} fail\n{shown}", failures.len(), cases.len());
}

#[test]
fn create() {
    run("cloudprofile-create", |input| {
        let profile = decode(&input["profile"])?;
        Ok(check_cloud_profile(&profile, Operation::Create, &settings(input)))
    });
}

#[test]
fn update() {
    run("cloudprofile-update", |input| {
        let profile = decode(&input["new"])?;
        let mut old = decode(&input["old"])?;
        default_cloud_profile(&mut old);
        canonicalize_cloud_profile(&mut old, None);
        Ok(check_cloud_profile(&profile, Operation::Update { old: &old }, &settings(input)))
    });
}

#[test]
fn canonicalize() {
    let cases = cases("cloudprofile-canonicalize");
    for case in &cases {
        let old = case["input"].get("old").filter(|old| !old.is_null()).map(|old| decode(old).unwrap());
        let mut profile = decode(&case["input"]["new"]).unwrap();
        default_cloud_profile(&mut profile);
        canonicalize_cloud_profile(&mut profile, old.as_ref());
        let found = normalised(serde_json::to_value(&profile.spec).unwrap());
        assert_eq!(found, normalised_spec(&case["expect"]["spec"]), "{}", case["id"]);
    }
    assert_eq!(cases.len(), 400);
}

/// Runs a suite about NamespacedCloudProfiles; `check` answers one input, `None` if it cannot be decoded.
fn run_namespaced(suite: &str, check: impl Fn(&Value, &CloudProfile) -> Option<NamespacedOutcome>) {
    let mut failures = Vec::new();
    let cases = cases(suite);
    for case in &cases {
        let (id, expect) = (case["id"].as_str().unwrap(), &case["expect"]);
        let outcome = decode(&case["input"]["parent"]).ok().and_then(|parent| check(&case["input"], &parent));
        assert_eq!(outcome.is_none(), expect.get("decode").is_some(), "{id}: decoding");
        let Some(outcome) = outcome else { continue };
        let stage = match outcome.refused_at {
            None | Some(NamespacedStage::Form) => None,
            Some(NamespacedStage::Kubernetes) => Some("kubernetes"),
            Some(NamespacedStage::MachineImages) => Some("machineImages"),
            Some(NamespacedStage::Rendered) => Some("merged"),
        };
        assert_eq!(expect["plugin"]["stage"].as_str(), stage, "{id}: {:?}", outcome.violations);
        // Gardener's error about Kubernetes versions is one sentence, without kind and place.
        let found = if stage == Some("kubernetes") { Vec::new() } else { found_errors(outcome.errors()) };
        let expected = expected_errors(if stage.is_none() { expect } else { &expect["plugin"] });
        if expected != found {
            failures.push(format!("{id}:\n{}", difference(&expected, &found)));
        }
    }
    assert!(failures.is_empty(), "{suite}: {} of {} fail\n{}", failures.len(), cases.len(), failures.concat());
}

fn decode_child(child: &Value) -> Option<NamespacedCloudProfile> {
    let (child, violations) = RawObject::deserialize(child).unwrap().decode::<NamespacedCloudProfile>(&Path::object());
    violations.is_empty().then_some(child)
}

#[test]
fn create_namespaced() {
    run_namespaced("namespacedcloudprofile-create", |input, parent| {
        let child = decode_child(&input["namespacedCloudProfile"])?;
        Some(check_namespaced_cloud_profile(&child, Some(parent), Operation::Create, &settings(input)))
    });
}

#[test]
fn update_namespaced() {
    run_namespaced("namespacedcloudprofile-update", |input, parent| {
        let (old, new) = (decode_child(&input["old"])?, decode_child(&input["new"])?);
        let operation = Operation::Update { old: &old };
        Some(check_namespaced_cloud_profile(&new, Some(parent), operation, &settings(input)))
    });
}

#[test]
fn render_namespaced() {
    let cases = cases("namespacedcloudprofile-render");
    for case in &cases {
        let input = &case["input"];
        let raw = RawObject::deserialize(&input["namespacedCloudProfile"]).unwrap();
        let (child, violations) = raw.decode::<NamespacedCloudProfile>(&Path::object());
        assert_eq!(violations.is_empty(), case["expect"].get("decode").is_none(), "{}: {violations:?}", case["id"]);
        if violations.is_empty() {
            let parent = decode(&input["parent"]).unwrap();
            let rendered = render(&parent, &child, &settings(input));
            let found = normalised(serde_json::to_value(&rendered.spec).unwrap());
            assert_eq!(found, normalised_spec(&case["expect"]["spec"]), "{}", case["id"]);
        }
    }
    assert_eq!(cases.len(), 400);
}
