//! The verdicts recorded from Gardener and its openstack extension, under Gardener's semantics.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing, reason = "tests")]

use std::fs::File;
use std::io::{BufRead, BufReader};

use flate2::read::GzDecoder;
use rootstock_core_model::{CloudProfile, Path, RawObject, Semantics, Settings, Severity, VALID_ARCHITECTURES};
use rootstock_provider_api::Registry;
use rootstock_provider_openstack::OpenStack;
use serde_json::{Value, json};

const VECTORS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../fixtures/conformance/provider-openstack.jsonl.gz");

#[test]
fn every_vector_passes() {
    let registry = Registry::builder().with(&OpenStack).build().unwrap();
    let settings = Settings::new(Semantics::Gardener, "2026-11-21T00:00:00Z".parse().unwrap());
    let lines = BufReader::new(GzDecoder::new(File::open(VECTORS).unwrap())).lines();
    let (mut passed, mut failures) = (0, Vec::new());
    for line in lines {
        let vector: Value = serde_json::from_str(&line.unwrap()).unwrap();
        let outcome = profile(&vector["input"]).map(|profile| registry.check_cloud_profile(&profile.spec, &settings));
        let answer = if let Some(outcome) = outcome.filter(|outcome| outcome.decodable) {
            let errors = outcome.violations.iter().filter(|found| found.severity == Severity::Error);
            let errors = errors.map(|found| {
                json!({ "kind": format!("{:?}", found.kind), "path": found.path.to_string(), "bad": found.bad.as_str() })
            });
            json!({ "errors": sorted(errors.collect()) })
        } else {
            json!({ "decode": "error" })
        };
        let mut expected = vector["expect"].clone();
        if let Some(errors) = expected["errors"].as_array() {
            expected = json!({ "errors": sorted(errors.clone()) });
        }
        if answer == expected {
            passed += 1;
        } else {
            failures.push(format!("{}\n  expected {expected}\n  answered {answer}", vector["id"]));
        }
    }
    assert!(failures.is_empty(), "{} failed, {passed} passed\n{}", failures.len(), failures.join("\n"));
    assert!(passed > 0);
}

/// The profile with its provider's half; none if the core half cannot be decoded.
fn profile(input: &Value) -> Option<CloudProfile> {
    let mut profile = input["profile"].clone();
    profile["spec"]["providerConfig"] = input["config"].clone();
    let raw: RawObject = serde_json::from_value(profile).unwrap();
    let (mut profile, violations) = raw.decode::<CloudProfile>(&Path::object());
    // The extension does not look at the type; some profiles of the vectors have another one.
    "openstack".clone_into(&mut profile.spec.provider_type);
    set_default_architectures(&mut profile);
    violations.is_empty().then_some(profile)
}

/// What Gardener does before an extension sees a profile without capabilities.
fn set_default_architectures(profile: &mut CloudProfile) {
    if profile.spec.has_capabilities() {
        return;
    }
    for image in profile.spec.machine_images.iter_mut().flatten() {
        for version in image.versions.iter_mut().flatten().filter(|one| one.legacy_architectures().is_empty()) {
            version.architectures = Some(vec![VALID_ARCHITECTURES[0].to_owned()]);
        }
    }
}

fn sorted(mut errors: Vec<Value>) -> Vec<Value> {
    let only = |error: &Value| json!({ "kind": error["kind"], "path": error["path"], "bad": error["bad"] });
    errors.iter_mut().for_each(|error| *error = only(error));
    errors.sort_by_key(ToString::to_string);
    errors
}
