//! The application of a configuration to a report.

use rootstock_core_model::{FieldPath, Path, Severity, Violation, ViolationKind};
use rootstock_report::{DocumentOutcome, DocumentRecord, Finding, Place, Report, SourceId, Suppressed};

use crate::finding_limit;

use super::{Configuration, SUPPRESSION_UNUSED, SeverityOverride, Suppression, suppression};

/// The findings that a suppression matched.
#[derive(Debug, Clone, Copy, Default)]
struct MatchCounts {
    suppresses: usize,
    /// Matching findings that cannot be suppressed.
    errors: usize,
}

/// The rules whose findings a report contains.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum AskedRules {
    /// All rules but those that compare a profile with facts.
    Check { with_advice: bool },
    /// The rules that compare a profile with facts.
    Facts,
}

impl Configuration {
    /// Weighs the findings of a report, removes the accepted ones, and reports suppressions that match nothing.
    ///
    /// Errors of Gardener stay errors. `with_advice` is whether advice was requested; without it, suppressions of
    /// advice are not reported as unused.
    pub fn apply(&self, report: &mut Report, with_advice: bool) {
        self.apply_to(report, AskedRules::Check { with_advice });
    }

    /// Like [`apply`](Self::apply), but for a report of findings about facts.
    pub(crate) fn apply_to_facts(&self, report: &mut Report) {
        self.apply_to(report, AskedRules::Facts);
    }

    fn apply_to(&self, report: &mut Report, asked: AskedRules) {
        if self.severity_overrides.is_empty() && self.suppressions.is_empty() {
            return report.sort();
        }
        let mut uses = vec![MatchCounts::default(); self.suppressions.len()];
        let mut kept = Vec::with_capacity(report.findings.len());
        let mut accepted: Vec<(Finding, usize)> = Vec::new();
        for mut finding in std::mem::take(&mut report.findings) {
            let by = self.matching(&finding, report);
            // A suppression applies to the original finding, whatever severity the configuration gives it.
            let is_refused = finding.is_error();
            if !finding_limit::adjust_severity(&mut finding, |violation| self.is_reported(violation)) {
                continue;
            }
            match by {
                Some(by) => {
                    let found = uses.get_mut(by);
                    if is_refused {
                        found.into_iter().for_each(|found| found.errors += 1);
                        kept.push(finding);
                    } else {
                        found.into_iter().for_each(|found| found.suppresses += 1);
                        accepted.push((finding, by));
                    }
                }
                None => kept.push(finding),
            }
        }
        report.findings = kept;
        let unused: Vec<(&Suppression, MatchCounts)> = self
            .suppressions
            .iter()
            .zip(uses)
            .filter(|(suppression, found)| {
                found.suppresses == 0 && self.should_have_matched(suppression, report, asked)
            })
            .collect();
        // Only a configuration that was read has suppressions.
        let Some(text) = self.text.as_ref().filter(|_| !(accepted.is_empty() && unused.is_empty())) else { return };
        let source = report.add_source(text.clone());
        let place = |suppression: &Suppression| Place { span: suppression.place.clone(), exact: true };
        let accepted = accepted.into_iter().filter_map(|(finding, by)| {
            let by = self.suppressions.get(by)?;
            Some(Suppressed { finding, reason: by.reason.clone(), by: (source, place(by)) })
        });
        report.suppressed.extend(accepted);
        let severity_override = self.severity_overrides.get(SUPPRESSION_UNUSED.name).copied();
        if severity_override != Some(SeverityOverride::Off) {
            report.findings.extend(unused.into_iter().map(|(suppression, found)| {
                let mut finding = unused_suppression(suppression, found, source, place(suppression));
                if let Some(SeverityOverride::As(severity)) = severity_override {
                    finding.violation.severity = severity;
                }
                finding
            }));
        }
        report.sort();
    }

    /// Weighs what Gardener does not refuse; returns false if it is not to be reported.
    fn is_reported(&self, violation: &mut Violation) -> bool {
        let is_refused = violation.severity == Severity::Error;
        match self.severity_overrides.get(violation.rule.name).filter(|_| !is_refused) {
            Some(SeverityOverride::Off) => return false,
            Some(SeverityOverride::As(severity)) => violation.severity = *severity,
            None => {}
        }
        true
    }

    /// Weighs a finding of a document, and returns false if it is accepted or not to be reported.
    pub(crate) fn keeps(&self, finding: &mut Finding, input: &str, document: &DocumentRecord) -> bool {
        let is_accepted = !finding.is_error() && self.matching_in(finding, input, Some(document)).is_some();
        finding_limit::adjust_severity(finding, |violation| self.is_reported(violation)) && !is_accepted
    }

    /// Returns whether a check reports findings of a rule: it is not switched off, and no advice if none was requested.
    pub(crate) fn reports(&self, rule: &str, with_advice: bool) -> bool {
        let is_off = self.severity_overrides.get(rule) == Some(&SeverityOverride::Off);
        let mut advice = rootstock_advice::rules().into_iter().filter(|rule| !rootstock_advice::is_about_mapping(rule));
        !is_off && !crate::rules::is_about_upgrade(rule) && (with_advice || !advice.any(|one| one.name == rule))
    }

    fn place(&self) -> suppression::Place<'_> {
        suppression::Place { working_directory: &self.working_directory, directory: &self.directory }
    }

    /// Returns the first suppression that matches a finding.
    fn matching(&self, finding: &Finding, report: &Report) -> Option<usize> {
        let document = finding.document.and_then(|document| report.documents.get(document));
        self.matching_in(finding, report.source(finding.source)?.name(), document)
    }

    fn matching_in(&self, finding: &Finding, input: &str, document: Option<&DocumentRecord>) -> Option<usize> {
        self.suppressions
            .iter()
            .position(|one| one.matches_finding(finding) && one.covers_document(input, &self.place(), document))
    }

    /// Returns whether something was checked that a suppression covers, so that it should have matched.
    fn should_have_matched(&self, suppression: &Suppression, report: &Report, asked: AskedRules) -> bool {
        let is_about_facts = rootstock_facts::rules().iter().any(|rule| rule.name == suppression.rule);
        let is_reported = match asked {
            AskedRules::Check { with_advice } => !is_about_facts && self.reports(suppression.rule, with_advice),
            AskedRules::Facts => is_about_facts && self.reports(suppression.rule, true),
        };
        if !is_reported {
            return false;
        }
        let mut checked = report.documents.iter().filter(|document| document.outcome == DocumentOutcome::Checked);
        checked.any(|document| {
            let input = report.source(document.source).map(rootstock_report::SourceText::name).unwrap_or_default();
            suppression.covers_document(input, &self.place(), Some(document))
        })
    }
}

fn unused_suppression(suppression: &Suppression, found: MatchCounts, source: SourceId, place: Place) -> Finding {
    let (detail, help) = if found.errors > 0 {
        (
            format!(
                "this suppression of `{}` matches only errors, and what Gardener refuses cannot be suppressed",
                suppression.rule
            ),
            "fix the findings, and remove the suppression",
        )
    } else {
        (
            format!("this suppression of `{}` matches nothing that was found", suppression.rule),
            "remove it: its finding no longer occurs, or it names the wrong place",
        )
    };
    let violation =
        Violation::new(&SUPPRESSION_UNUSED, ViolationKind::Advice, &Path::object(), suppression.rule, detail)
            .with_help(help);
    let violation = Violation { path: FieldPath::root().field("suppress"), ..violation };
    Finding { source, place: Some(place), ..Finding::unlocated(violation) }
}
