//! Diagnostics from findings.

use std::collections::BTreeMap;

use lsp_types::{
    CodeDescription, Diagnostic, DiagnosticRelatedInformation, DiagnosticSeverity, DiagnosticTag, Location,
    NumberOrString, Position, Range, Uri,
};
use rootstock_analysis::configuration::ConfigurationError;
use rootstock_core_model::{Rule, Severity, ViolationKind};
use rootstock_report::{Finding, Report, SourceId};

use crate::position::{Encoding, Lines};

/// The source that diagnostics name.
pub(crate) const SOURCE: &str = "rootstock";

/// The base URL of the rules' pages.
const PAGES: &str = "https://github.com/rootstock-rs/rootstock/blob/main";

/// Groups the findings of a report by the names of their inputs, including inputs without findings. `uri` returns the URI of an
/// input.
pub(crate) fn by_input(
    report: &Report,
    encoding: Encoding,
    uri: impl Fn(&str) -> Option<Uri>,
) -> BTreeMap<String, Vec<Diagnostic>> {
    let mut found: BTreeMap<SourceId, Vec<&Finding>> = BTreeMap::new();
    for finding in &report.findings {
        found.entry(finding.source).or_default().push(finding);
    }
    let mut diagnostics = BTreeMap::new();
    for (id, source) in report.sources.iter().enumerate() {
        let findings = found.remove(&SourceId(id)).unwrap_or_default();
        let list: &mut Vec<Diagnostic> = diagnostics.entry(source.name().to_owned()).or_default();
        if findings.is_empty() {
            continue;
        }
        let text = source.text();
        let lines = Lines::new(text);
        let range = |span: &std::ops::Range<usize>| lines.range(text, span, encoding);
        let uri = uri(source.name());
        list.extend(findings.into_iter().map(|finding| {
            let place = finding.place.as_ref().map(|place| range(&place.span)).unwrap_or_default();
            let related = finding.related.iter().filter_map(|related| {
                let range = range(&related.place.as_ref()?.span);
                Some(DiagnosticRelatedInformation {
                    location: Location::new(uri.clone()?, range),
                    message: if related.note.is_empty() { related.path.to_string() } else { related.note.clone() },
                })
            });
            let related: Vec<_> = related.collect();
            diagnostic(finding, place, (!related.is_empty()).then_some(related))
        }));
    }
    diagnostics
}

fn diagnostic(finding: &Finding, range: Range, related: Option<Vec<DiagnosticRelatedInformation>>) -> Diagnostic {
    let violation = &finding.violation;
    let mut message = finding.headline();
    // A missing field has no range of its own.
    if finding.place.as_ref().is_some_and(|place| !place.exact) {
        message = format!("{}: {message}", violation.path);
    }
    if !violation.help.is_empty() {
        message.push_str(&format!("\n{}", violation.help));
    }
    if let Some(verdict) = violation.other_verdict() {
        message.push_str(&format!("\n{verdict}"));
    }
    Diagnostic {
        range,
        severity: Some(severity(violation.severity)),
        code: Some(NumberOrString::String(violation.rule.name.to_owned())),
        code_description: page(violation.rule).map(|href| CodeDescription { href }),
        source: Some(SOURCE.to_owned()),
        message,
        related_information: related,
        tags: (violation.kind == ViolationKind::UnknownField).then(|| vec![DiagnosticTag::UNNECESSARY]),
        data: None,
    }
}

const fn severity(severity: Severity) -> DiagnosticSeverity {
    match severity {
        Severity::Error => DiagnosticSeverity::ERROR,
        Severity::Warning => DiagnosticSeverity::WARNING,
        Severity::Note => DiagnosticSeverity::INFORMATION,
    }
}

/// Returns the URL of a rule's page if the rule is part of this project.
fn page(rule: &Rule) -> Option<Uri> {
    let folder = match rule.package.strip_prefix("rootstock-")? {
        package @ ("core-model" | "provider-api") => format!("crates/model/{package}"),
        package @ ("admission" | "advice" | "analysis" | "facts" | "guarantees") => format!("crates/rules/{package}"),
        package @ "upgrade" => format!("crates/work/{package}"),
        package => format!("providers/{}", package.strip_prefix("provider-")?),
    };
    format!("{PAGES}/{folder}/rules/{}.md", rule.name).parse().ok()
}

/// Returns the mistakes in a configuration as diagnostics.
pub(crate) fn of_configuration(errors: &[ConfigurationError]) -> Vec<Diagnostic> {
    let diagnostic = |error: &ConfigurationError| {
        let start = Position::new(error.line.saturating_sub(1), error.column.saturating_sub(1));
        // The end of the line.
        let range = Range::new(start, Position::new(start.line, u32::MAX >> 1));
        Diagnostic {
            range,
            severity: Some(DiagnosticSeverity::ERROR),
            source: Some(SOURCE.to_owned()),
            message: error.message.clone(),
            ..Diagnostic::default()
        }
    };
    errors.iter().map(diagnostic).collect()
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;

    #[test]
    fn every_rule_has_a_page_at_its_url() {
        let registry = rootstock_providers::registry().unwrap();
        for rule in rootstock_analysis::all_rules(&registry) {
            let page = page(rule).unwrap().to_string();
            let file = page.strip_prefix(PAGES).unwrap().trim_start_matches('/');
            assert!(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../..").join(file).is_file(), "{page}");
        }
    }
}
