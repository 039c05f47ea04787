//! Baselines: the findings that were there before.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::ops::Range;

use rootstock_core_model::{Path, Source, Violation, ViolationKind, counted};
use rootstock_document::ReadLimits;
use rootstock_document::read::{self, InputText};
use rootstock_report::{DocumentOutcome, DocumentRecord, Finding, Place, Report, SourceText, Suppressed};
use serde::{Deserialize, Serialize};

use crate::named_path::named_path;

rootstock_core_model::rules! {
    /// A finding of a baseline that is no longer found.
    BASELINE_ENTRY_GONE: Note, since "0.1.0", Source::Rootstock;
}

/// The name and version of the form.
const SCHEMA: &str = "rootstock.baseline/v1";

/// The reason for leaving out a finding of a baseline.
const REASON: &str = "it is in the baseline";

/// A file of known findings, which a check leaves out.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct BaselineFile {
    /// The name and version of the form: `rootstock.baseline/v1`.
    pub schema: BaselineSchema,
    /// The known findings.
    pub findings: Vec<KnownFinding>,
}

/// The name and version of the form of a baseline.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum BaselineSchema {
    /// The first version.
    #[serde(rename = "rootstock.baseline/v1")]
    V1,
}

/// Findings of one rule at one field of an object.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct KnownFinding {
    /// The kind and the name of the object: `CloudProfile/aws`.
    pub object: String,
    /// The rule.
    pub rule: String,
    /// The field, with the names of list items: `spec.machineTypes[small].memory`. Items without a name are `[]`.
    pub path: String,
    /// The item, if the finding covers several: the name of a machine type, or a version. The names in the path that distinguish the
    /// items are left out, because the finding is at the first of them.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub item: String,
    /// The number of findings.
    #[serde(default = "one", skip_serializing_if = "is_one")]
    pub count: usize,
}

const fn one() -> usize {
    1
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
const fn is_one(count: &usize) -> bool {
    *count == 1
}

/// A baseline with its text.
#[derive(Debug, Clone)]
pub struct Baseline {
    text: SourceText,
    /// The findings with their places in the text.
    findings: Vec<(KnownFinding, Range<usize>)>,
}

/// A text that is not a baseline.
#[derive(Debug, thiserror::Error)]
#[error("{name} is not a baseline ({SCHEMA}); `rootstock check --write-baseline FILE` writes one: {error}")]
pub struct BaselineError {
    name: String,
    error: serde_json::Error,
}

impl Baseline {
    /// Parses a baseline; messages call it `name`.
    ///
    /// # Errors
    ///
    /// Returns an error if the text has another form.
    pub fn read(name: &str, text: &str) -> Result<Self, BaselineError> {
        let file: BaselineFile =
            serde_json::from_str(text).map_err(|error| BaselineError { name: name.to_owned(), error })?;
        let read = read::read_text(InputText::new(name, text), &ReadLimits::DEFAULT);
        let raw = read.documents.first().and_then(read::Document::raw);
        let list = raw.and_then(|raw| raw.node().get("findings"));
        let places: Vec<Range<usize>> =
            list.into_iter().flat_map(|list| list.items()).map(|item| item.span().range()).collect();
        let places = places.into_iter().chain(std::iter::repeat(0..0));
        Ok(Self { text: SourceText::from(read.source), findings: file.findings.into_iter().zip(places).collect() })
    }

    /// Returns the text of a baseline with the findings in the checked documents of a report: JSON, with a finding on each line.
    #[must_use]
    pub fn text_of(report: &Report) -> String {
        let mut counts: BTreeMap<KnownFinding, usize> = BTreeMap::new();
        for finding in &report.findings {
            for known in known_findings(finding, report) {
                *counts.entry(known).or_default() += 1;
            }
        }
        let lines = counts.into_iter().filter_map(|(known, count)| {
            let line = serde_json::to_string(&KnownFinding { count, ..known }).ok()?;
            Some(format!("\n    {line}"))
        });
        let lines: Vec<String> = lines.collect();
        let end = if lines.is_empty() { "" } else { "\n  " };
        format!("{{\n  \"schema\": \"{SCHEMA}\",\n  \"findings\": [{}{end}]\n}}\n", lines.join(","))
    }

    /// Leaves out the known findings of a report, and adds a note for each one that is no longer found in its object. A finding that
    /// covers several items is known if all of them are.
    pub fn apply(&self, report: &mut Report) {
        let source = report.add_source(self.text.clone());
        let place = |span: &Range<usize>| Place { span: span.clone(), exact: true };
        let mut left: HashMap<KnownFinding, Vec<usize>> = HashMap::new();
        let mut counts: Vec<usize> = self.findings.iter().map(|(known, _)| known.count).collect();
        for (position, (known, _)) in self.findings.iter().enumerate() {
            left.entry(KnownFinding { count: 1, ..known.clone() }).or_default().push(position);
        }
        let mut kept = Vec::with_capacity(report.findings.len());
        for finding in std::mem::take(&mut report.findings) {
            let mut take = |known: KnownFinding| {
                let positions = left.get_mut(&known)?;
                while let Some(last) = positions.last() {
                    match counts.get_mut(*last) {
                        Some(count) if *count > 0 => {
                            *count -= 1;
                            return Some(*last);
                        }
                        _ => positions.pop(),
                    };
                }
                None
            };
            // Those of a finding with new items are taken as well, because they are still found.
            let taken: Vec<Option<usize>> = known_findings(&finding, report).into_iter().map(&mut take).collect();
            let taken: Option<Vec<usize>> = taken.into_iter().collect();
            let first = taken.and_then(|taken| taken.first().copied());
            match first.and_then(|position| self.findings.get(position)) {
                Some((_, span)) => {
                    let by = (source, place(span));
                    report.suppressed.push(Suppressed { finding, reason: REASON.to_owned(), by });
                }
                None => kept.push(finding),
            }
        }
        report.findings = kept;
        let checked: HashSet<String> = report.documents.iter().filter_map(object).collect();
        let gone =
            self.findings.iter().zip(counts).filter(|((known, _), left)| *left > 0 && checked.contains(&known.object));
        report.findings.extend(gone.map(|((known, span), left)| {
            let violation = gone_violation(known, left);
            Finding { source, place: Some(place(span)), ..Finding::unlocated(violation) }
        }));
        report.sort();
    }
}

/// Returns the kind and name of an object that was checked.
fn object(document: &DocumentRecord) -> Option<String> {
    let is_checked = document.outcome == DocumentOutcome::Checked;
    is_checked.then(|| format!("{}/{}", document.kind, document.name))
}

/// Returns a finding as a baseline knows it, once for each item that it covers; nothing if it is not in a checked document, or
/// represents others that are not listed.
fn known_findings(finding: &Finding, report: &Report) -> Vec<KnownFinding> {
    let document = finding.document.and_then(|document| report.documents.get(document));
    let Some(object) = document.and_then(object).filter(|_| finding.left_out.is_empty()) else { return Vec::new() };
    let items = &finding.violation.covers;
    let words: HashSet<&str> =
        items.iter().flat_map(|item| std::iter::once(item.as_str()).chain(item.split(' '))).collect();
    let known = KnownFinding {
        object,
        rule: finding.violation.rule.name.to_owned(),
        path: named_path(finding, |_, name| match name.filter(|name| !words.contains(name)) {
            Some(name) => name.to_owned(),
            None => String::new(),
        }),
        item: String::new(),
        count: 1,
    };
    if items.is_empty() {
        return vec![known];
    }
    items.iter().map(|item| KnownFinding { item: item.clone(), ..known.clone() }).collect()
}

fn gone_violation(known: &KnownFinding, left: usize) -> Violation {
    let KnownFinding { object, rule, path, item, count } = known;
    let number =
        if *count > 1 { format!("{} of {}", left, counted(*count, "finding")) } else { "the finding".to_owned() };
    let place = if path.is_empty() { format!("`{object}`") } else { format!("`{path}` of `{object}`") };
    let of_item = if item.is_empty() { String::new() } else { format!(" for `{item}`") };
    let are = if left > 1 { "are" } else { "is" };
    let detail = format!("{number} of `{rule}`{of_item} at {place} {are} no longer found");
    Violation::new(&BASELINE_ENTRY_GONE, ViolationKind::Advice, &Path::object(), rule.as_str(), detail)
        .with_help("remove the entry, or write the baseline anew with --write-baseline")
}

#[cfg(test)]
mod tests;
