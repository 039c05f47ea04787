//! Reviews, which must have the findings that their objects have as separate inputs in the same roles.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, missing_docs, reason = "tests")]

use std::path::PathBuf;

use rootstock_advice::AdviceOptions;
use rootstock_analysis::{AdmissionReview, Analysis, CheckMode, Checked, ReviewOperation, ReviewText, Role};
use rootstock_core_model::{Semantics, Settings};
use rstest::rstest;
use serde_json::Value;

/// Returns an analysis with the profile that NamespacedCloudProfiles and Shoots in reviews refer to.
fn analysis(known: &str) -> Analysis {
    let settings = Settings::new(Semantics::Documented, "2026-06-01T00:00:00Z".parse().unwrap());
    let mut analysis = Analysis::new(rootstock_providers::registry().unwrap(), settings);
    analysis.set_advice(Some(AdviceOptions::default()));
    analysis.set(Role::Known, "known", known.as_bytes());
    analysis
}

fn shown(checked: &Checked) -> Vec<String> {
    let findings = checked.report.findings.iter().map(|it| &it.violation);
    findings
        .map(|it| format!("{:?} {} {} {} {:?}", it.severity, it.rule.name, it.path, it.detail, it.accepted_by))
        .collect()
}

#[rstest]
fn review_findings_equal_object_findings(
    #[files("../../../fixtures/reviews/*-main*.json")] path: PathBuf,
    #[values(ReviewText::AsWritten, ReviewText::Indented)] form: ReviewText,
) {
    let text = std::fs::read_to_string(&path).unwrap();
    let written: Value = serde_json::from_str(&text).unwrap();
    let created = std::fs::read("../../../fixtures/reviews/002-create-cloudprofiles-main.json").unwrap();
    let known: Value = serde_json::from_slice(&created).unwrap();
    let analysis = analysis(&known["request"]["object"].to_string());
    let review = AdmissionReview::read("object", text).unwrap();
    let found = analysis.review(&review, form);
    if found.is_err() {
        assert!(review.skip_reason().is_some(), "{}", path.display());
        return;
    }
    let mut apart = analysis.without_checked();
    let is_update = review.operation() == ReviewOperation::Update;
    apart.set_mode(if is_update { CheckMode::Update } else { CheckMode::Create });
    for (role, field) in [(Role::Old, "oldObject"), (Role::Checked, "object")] {
        if role == Role::Checked || is_update {
            apart.set(role, "object", written["request"][field].to_string().as_bytes());
        }
    }
    let expected = apart.check();
    assert!(!expected.report.documents.is_empty());
    assert_eq!(shown(&found.unwrap()), shown(&expected));
}
