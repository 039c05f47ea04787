//! The complete example of the operator's guide, which everything in `rootstock check` must accept without findings.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs, reason = "tests")]

use rootstock_analysis::{Analysis, CheckMode, Role};
use rootstock_core_model::{Semantics, Settings};
use rstest::rstest;

#[rstest]
fn complete_example_has_no_findings(
    #[values(Semantics::Documented, Semantics::Gardener)] semantics: Semantics,
    #[values(CheckMode::State, CheckMode::Create)] mode: CheckMode,
) {
    let registry = rootstock_providers::registry().unwrap();
    let settings = Settings::new(semantics, "2026-06-01T00:00:00Z".parse().unwrap());
    let mut analysis = Analysis::new(registry, settings);
    analysis.set_mode(mode);
    let text = include_bytes!("../../../../fixtures/documents/complete-cloudprofile.yaml");
    analysis.set(Role::Checked, "complete-cloudprofile.yaml", text);
    let report = analysis.check().report;
    let findings: Vec<String> = report.findings.iter().map(|finding| finding.violation.to_string()).collect();
    assert!(findings.is_empty(), "{findings:#?}");
    assert_eq!(report.summary().clean, 1);
}
