//! Conformance of versions with the results recorded from Gardener.

use rootstock_vectors::rows;
use rootstock_versioning::{
    Classification, Constraint, LifecycleStage, Timestamp, UpdateCandidate, UpdateDecision, UpdateQuirks, UpdateReason,
    Version, VersionLifecycle, plan_kubernetes_update,
};
use rstest::rstest;
use serde_json::{Value, json};

#[rstest]
#[case("version-parse")]
#[case("version-compare")]
#[case("constraint-check")]
#[case("classification")]
fn results_match_gardener(#[case] suite: &str) {
    assert_eq!(rootstock_vectors::differences(suite).unwrap(), "");
}

#[test]
fn constraints_accept_versions_without_obstacles() {
    for row in rows("constraint-check").unwrap() {
        let text = |name: &str| row.input[name].as_str().unwrap();
        let (constraint, version) =
            (text("constraint").parse::<Constraint>(), text("version").parse::<Version>().unwrap());
        let differs = constraint.is_ok_and(|it| it.accepts(&version) != it.obstacles(&version).is_empty());
        assert!(!differs, "{}", row.id);
    }
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

/// Tests the plan alone, without the planner that reads profiles.
#[test]
fn kubernetes_maintenance() {
    let now: Timestamp = "2026-01-01T00:00:00Z".parse().unwrap();
    for row in rows("kubernetes-maintenance").unwrap() {
        let input = &row.input;
        let versions: Vec<_> = input["versions"]
            .as_array()
            .unwrap()
            .iter()
            .map(|version| UpdateCandidate::new(version["version"].as_str().unwrap(), classify(version, now)))
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
        let answer = json!({"outcome": outcome, "reason": reason_name, "forced": forced, "version": target});
        assert_eq!(answer, row.expect, "{}", row.id);
    }
}
