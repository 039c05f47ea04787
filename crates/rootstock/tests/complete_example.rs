//! The complete example of the operator's guide, through everything that `rootstock check` does: nothing to say.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs, reason = "tests")]

use rootstock::examine::{Conditions, Judgement, examine};
use rootstock_core_model::{Semantics, Settings};
use rootstock_report::Report;
use rstest::rstest;

#[rstest]
fn is_clean(
    #[values(Semantics::Documented, Semantics::Gardener)] semantics: Semantics,
    #[values(Judgement::State, Judgement::Create)] judgement: Judgement<'static>,
) {
    let registry = rootstock_providers::registry().unwrap();
    let settings = Settings::new(semantics, "2026-06-01T00:00:00Z".parse().unwrap());
    let conditions = Conditions { registry: &registry, settings: &settings, judgement };
    let mut report = Report::default();
    let text = include_bytes!("../../../fixtures/documents/complete-cloudprofile.yaml");
    let examined = examine("complete-cloudprofile.yaml", text, conditions, &mut report);
    let findings: Vec<String> = report.findings.iter().map(|finding| finding.violation.to_string()).collect();
    assert!(findings.is_empty(), "{findings:#?}");
    assert_eq!(examined.len(), 1);
    assert_eq!(report.summary().clean, 1);
}
