//! Expectations of the findings in an object.

use std::collections::BTreeSet;

use rootstock_analysis::all_rules;
use rootstock_core_model::{Severity, counted, nearest, suggestion_suffix};
use rootstock_provider_api::Registry;
use rootstock_report::{DocumentOutcome, FindingAnswer, ReportAnswer};
use serde::{Deserialize, Serialize};

/// An object to check, as for `rootstock check`.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
#[cfg_attr(feature = "manifests", derive(schemars::JsonSchema))]
pub struct CheckedObject {
    /// The kind, such as `CloudProfile` or `Shoot`; if absent, any.
    pub kind: Option<String>,
    /// The name; if absent, all objects.
    pub name: Option<String>,
}

/// The expected findings.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
#[cfg_attr(feature = "manifests", derive(schemars::JsonSchema))]
pub struct CheckExpectation {
    /// The verdict.
    pub verdict: Option<CheckVerdict>,
    /// Rules that must have a finding.
    pub findings: Vec<String>,
    /// Rules that must not have a finding.
    pub no_findings: Vec<String>,
}

/// A verdict about objects.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, strum::Display)]
#[serde(rename_all = "kebab-case")]
#[strum(serialize_all = "kebab-case")]
#[cfg_attr(feature = "manifests", derive(schemars::JsonSchema))]
pub enum CheckVerdict {
    /// There is no finding at all.
    Clean,
    /// There is no error.
    Accepted,
    /// There is an error.
    Refused,
}

impl CheckVerdict {
    /// Returns whether findings with this worst severity are as expected.
    fn agrees(self, worst: Option<Severity>) -> bool {
        match self {
            Self::Clean => worst.is_none(),
            Self::Accepted => worst != Some(Severity::Error),
            Self::Refused => worst == Some(Severity::Error),
        }
    }
}

impl CheckExpectation {
    /// Returns the differences from a report.
    pub(super) fn differences(
        &self,
        object: &CheckedObject,
        report: &ReportAnswer,
        registry: &Registry,
    ) -> Vec<String> {
        let unknown = unknown_rules(self.findings.iter().chain(&self.no_findings), registry);
        if !unknown.is_empty() {
            return unknown;
        }
        let is_asked = |kind: &str, name: &str| {
            object.kind.as_deref().is_none_or(|asked| asked == kind)
                && object.name.as_deref().is_none_or(|asked| asked == name)
        };
        let documents = report.documents.iter().enumerate().filter(|(_, one)| is_asked(&one.kind, &one.name));
        let is_checked =
            |outcome: &DocumentOutcome| matches!(outcome, DocumentOutcome::Checked | DocumentOutcome::Unreadable);
        let documents: BTreeSet<usize> =
            documents.filter(|(_, one)| is_checked(&one.outcome)).map(|(index, _)| index).collect();
        if documents.is_empty() {
            let near = object.name.as_deref().and_then(|asked| {
                let names = report.documents.iter().map(|one| one.name.as_str());
                nearest(asked, names).map(suggestion_suffix)
            });
            let name = object.name.as_ref().map(|name| format!(" `{name}`")).unwrap_or_default();
            let kind = object.kind.as_deref().unwrap_or("object");
            return vec![format!("no {kind}{name} was checked{}", near.unwrap_or_default())];
        }
        let is_in = |finding: &&FindingAnswer| finding.document.is_none_or(|document| documents.contains(&document));
        let findings: Vec<&FindingAnswer> = report.findings.iter().filter(is_in).collect();
        let mut differences = Vec::new();
        let worst = findings.iter().map(|finding| finding.severity).min();
        if let Some(verdict) = self.verdict.filter(|verdict| !verdict.agrees(worst)) {
            differences.push(format!("verdict: expected {verdict}, got {}", counted(findings.len(), "finding")));
        }
        for rule in self.findings.iter().filter(|rule| !findings.iter().any(|finding| finding.rule == **rule)) {
            differences.push(format!("findings: expected {rule}, got {}", counted(findings.len(), "finding")));
        }
        if !differences.is_empty() {
            differences.extend(listed(&findings));
        }
        let unwanted = findings.iter().filter(|finding| self.no_findings.iter().any(|rule| rule == finding.rule));
        differences.extend(unwanted.map(|finding| format!("noFindings: got {}", sentence(finding))));
        differences
    }
}

/// The number of findings that are listed below a difference.
const MAX_LISTED: usize = 5;

/// Lists the first findings, for the reader of a failed test.
fn listed(findings: &[&FindingAnswer]) -> Vec<String> {
    let first = findings.iter().take(MAX_LISTED).map(|finding| sentence(finding));
    let more = findings.len().checked_sub(MAX_LISTED).filter(|more| *more > 0);
    first.chain(more.map(|more| format!("and {more} more"))).collect()
}

fn sentence(finding: &FindingAnswer) -> String {
    format!("{}[{}] at {}: {}", finding.severity, finding.rule, finding.location, finding.detail)
}

fn unknown_rules<'r>(named: impl Iterator<Item = &'r String>, registry: &Registry) -> Vec<String> {
    let rules = all_rules(registry);
    let unknown = named.filter(|name| !rules.iter().any(|rule| rule.name == **name)).map(|name| {
        let near = nearest(name, rules.iter().map(|rule| rule.name));
        format!("there is no rule `{name}`{}", near.map(suggestion_suffix).unwrap_or_default())
    });
    unknown.collect()
}
