#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    missing_docs,
    reason = "tests"
)]
//! The verdicts recorded from Gardener that concern versions alone.

use flate2::read::GzDecoder;
use std::io::{BufRead, BufReader};
use std::path::Path;

use rootstock_versioning::{
    Classification, Constraint, LifecycleStage, Timestamp, UpdateCandidate, UpdateDecision, UpdateQuirks, UpdateReason,
    Version, VersionLifecycle, plan_kubernetes_update,
};
use serde_json::{Value, json};

/// An instant at which the recorded verdicts hold.
fn now() -> Timestamp {
    "2026-01-01T00:00:00Z".parse().unwrap()
}

/// Runs every input of a suite, and fails with all answers that differ from the recorded ones.
fn check_suite(suite: &str, answer: impl Fn(&Value) -> Value) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../../../fixtures/conformance/{suite}.jsonl.gz"));
    let file = std::fs::File::open(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let mut count = 0;
    let mut differences = Vec::new();
    for line in BufReader::new(GzDecoder::new(file)).lines() {
        let vector: Value = serde_json::from_str(&line.unwrap()).unwrap();
        count += 1;
        let answer = answer(&vector["input"]);
        if answer != vector["expect"] {
            differences.push(format!(
                "{}: {}\n  expected {}\n  answered {answer}",
                vector["id"].as_str().unwrap_or_default(),
                vector["input"],
                vector["expect"],
            ));
        }
    }
    assert!(count > 0, "{} has no vectors", path.display());
    assert!(differences.is_empty(), "{} of {count} differ\n{}", differences.len(), differences.join("\n"));
}

#[test]
fn version_parse() {
    check_suite("version-parse", |input| {
        let version = input["version"].as_str().unwrap().parse::<Version>();
        json!({"ok": version.is_ok(), "canonical": version.map(|version| version.to_string()).unwrap_or_default()})
    });
}

#[test]
fn version_compare() {
    check_suite("version-compare", |input| {
        let version = |name: &str| input[name].as_str().unwrap().parse::<Version>();
        match (version("a"), version("b")) {
            (Ok(a), Ok(b)) => json!({"cmp": a.cmp(&b) as i8}),
            _ => json!({"error": true}),
        }
    });
}

#[test]
fn constraint_check() {
    check_suite("constraint-check", |input| {
        let constraint = input["constraint"].as_str().unwrap().parse::<Constraint>();
        let version: Version = input["version"].as_str().unwrap().parse().unwrap();
        let satisfied = constraint.as_ref().is_ok_and(|constraint| {
            assert_eq!(constraint.accepts(&version), constraint.obstacles(&version).is_empty());
            constraint.accepts(&version)
        });
        json!({"valid": constraint.is_ok(), "satisfied": satisfied})
    });
}

#[test]
fn classification() {
    check_suite("classification", |input| json!({"classification": classify(&input["version"], now())}));
}

fn classify(version: &Value, now: Timestamp) -> Classification {
    let written = |name: &str| version.get(name).cloned().unwrap_or(Value::Null);
    let stages: Option<Vec<LifecycleStage>> = serde_json::from_value(written("lifecycle")).unwrap();
    let classification = serde_json::from_value::<Option<_>>(written("classification")).unwrap();
    VersionLifecycle {
        classification: classification.as_ref(),
        expiration_date: serde_json::from_value(written("expirationDate")).unwrap(),
        stages: stages.as_deref().unwrap_or_default(),
    }
    .at(now)
}

#[test]
fn kubernetes_maintenance() {
    check_suite("kubernetes-maintenance", |input| {
        let versions: Vec<_> = input["versions"]
            .as_array()
            .unwrap()
            .iter()
            .map(|version| UpdateCandidate::new(version["version"].as_str().unwrap(), classify(version, now())))
            .collect();
        let current = input["current"].as_str().unwrap();
        let auto_update = input["autoUpdate"].as_bool().unwrap();
        let (outcome, reason, target) =
            match plan_kubernetes_update(current, versions.iter(), auto_update, UpdateQuirks::GARDENER_1_150) {
                Err(_) => ("aborted", None, ""),
                Ok(UpdateDecision::NotDue | UpdateDecision::UpToDate) => ("none", None, ""),
                Ok(UpdateDecision::Update { target, reason }) => ("updated", Some(reason), target.candidate.text()),
                Ok(UpdateDecision::Failed { reason, .. }) => ("failed", Some(reason), ""),
            };
        let reason_name = match reason {
            None => "",
            Some(UpdateReason::Missing) => "missing",
            Some(UpdateReason::Expired) => "expired",
            Some(UpdateReason::Auto) => "auto",
        };
        let forced = reason.is_some_and(UpdateReason::is_forced);
        json!({"outcome": outcome, "reason": reason_name, "forced": forced, "version": target})
    });
}
