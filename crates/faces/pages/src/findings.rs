//! The findings of the documents, by rule, with excerpts.

mod excerpt;

use std::borrow::Cow;
use std::collections::HashMap;

use rootstock_core_model::{Severity, counted};
use rootstock_queries::CheckAnswer;
use rootstock_report::{DocumentAnswer, DocumentOutcome, FindingAnswer, SourceText};

pub(crate) use excerpt::{ExcerptLine, FixLine};

/// The number of findings per rule and file that are shown with an excerpt; the others take one line each.
const FULL_PER_RULE: usize = 5;

/// The findings of a page.
#[derive(Debug)]
pub(crate) struct Findings {
    /// The findings of each rule, the most severe first.
    pub(crate) rules: Vec<RuleFindings>,
    /// The documents that were not checked, with the reason.
    pub(crate) unchecked: Vec<(String, String)>,
    /// The number of findings of each severity.
    pub(crate) counts: Vec<(ShownSeverity, usize)>,
    /// The number of checked objects.
    pub(crate) checked: usize,
}

#[derive(Debug)]
pub(crate) struct RuleFindings {
    pub(crate) rule: &'static str,
    pub(crate) severity: ShownSeverity,
    pub(crate) findings: Vec<ShownFinding>,
}

/// A severity with its presentation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct ShownSeverity(pub(crate) Severity);

impl ShownSeverity {
    /// Returns the name, which is also the CSS class.
    pub(crate) const fn name(self) -> &'static str {
        match self.0 {
            Severity::Error => "error",
            Severity::Warning => "warning",
            Severity::Note => "note",
        }
    }

    /// Returns the symbol, which differs in shape as well as in colour.
    pub(crate) const fn sign(self) -> &'static str {
        match self.0 {
            Severity::Error => "✖",
            Severity::Warning => "▲",
            Severity::Note => "■",
        }
    }
}

/// A finding, as the page shows it.
#[derive(Debug)]
pub(crate) struct ShownFinding {
    /// The problem in one sentence.
    pub(crate) headline: String,
    /// The file, line and column.
    pub(crate) place: String,
    /// The path of the field.
    pub(crate) path: String,
    /// Whether the document lacks the field.
    pub(crate) is_missing: bool,
    /// The names of the list items along the path.
    pub(crate) within: Vec<(String, String)>,
    /// Advice on a replacement.
    pub(crate) help: Cow<'static, str>,
    /// A remark that the other semantics accept it.
    pub(crate) accepted: Option<String>,
    /// The source lines; empty for a finding that takes one line.
    pub(crate) excerpt: Vec<ExcerptLine>,
    /// A description of the fix, and the lines that it changes.
    pub(crate) fix: Option<(String, Vec<FixLine>)>,
    /// Related places.
    pub(crate) related: Vec<(String, String)>,
}

impl Findings {
    /// Prepares the findings of an answer; `sources` are the texts of the documents.
    pub(crate) fn new(answer: &CheckAnswer, sources: &[SourceText]) -> Self {
        // Reversed, so that the first of several sources with one name wins.
        let texts: HashMap<&str, &SourceText> = sources.iter().rev().map(|source| (source.name(), source)).collect();
        let mut rules: Vec<RuleFindings> = Vec::new();
        let mut in_full: HashMap<(&str, &str), usize> = HashMap::new();
        for finding in &answer.report.findings {
            let count = in_full.entry((&finding.location.file, finding.rule)).or_default();
            *count += 1;
            let text = texts.get(&*finding.location.file).filter(|_| *count <= FULL_PER_RULE);
            let shown = ShownFinding::new(finding, text.copied());
            let severity = ShownSeverity(finding.severity);
            match rules.iter_mut().find(|one| one.rule == finding.rule && one.severity == severity) {
                Some(rule) => rule.findings.push(shown),
                None => rules.push(RuleFindings { rule: finding.rule, severity, findings: vec![shown] }),
            }
        }
        rules.sort_by_key(|rule| rule.severity.0);
        let summary = &answer.report.summary;
        let counts =
            [(Severity::Error, summary.errors), (Severity::Warning, summary.warnings), (Severity::Note, summary.notes)];
        let not_checked = |document: &&DocumentAnswer| document.outcome == DocumentOutcome::NotChecked;
        let unchecked = answer.report.documents.iter().filter(not_checked);
        Self {
            rules,
            unchecked: unchecked.map(|one| (one.location.to_string(), one.reason.clone())).collect(),
            counts: counts.map(|(severity, count)| (ShownSeverity(severity), count)).to_vec(),
            checked: summary.checked(),
        }
    }
}

impl ShownSeverity {
    /// Formats a count, such as `2 errors`.
    pub(crate) fn counted(self, number: &usize) -> String {
        counted(*number, self.name())
    }
}

impl Findings {
    /// Formats the number of checked objects.
    pub(crate) fn checked_in_words(&self) -> String {
        format!("{} checked", counted(self.checked, "object"))
    }
}

impl RuleFindings {
    /// Returns the headline of the first finding.
    pub(crate) fn example(&self) -> &str {
        self.findings.first().map(|finding| finding.headline.as_str()).unwrap_or_default()
    }
}

impl ShownFinding {
    fn new(finding: &FindingAnswer, text: Option<&SourceText>) -> Self {
        let edits = finding.fix.as_ref().and_then(|fix| Some((fix.fix.title.clone(), fix.edits.as_ref()?)));
        Self {
            headline: finding.headline(),
            place: finding.location.to_string(),
            path: finding.path.clone(),
            is_missing: finding.location.exact == Some(false),
            within: finding.within.iter().map(|named| (named.list.to_string(), named.name.to_string())).collect(),
            help: finding.help.clone(),
            accepted: finding.other_verdict(),
            excerpt: text.map(|text| excerpt::lines(text, &finding.location)).unwrap_or_default(),
            fix: edits.map(|(title, edits)| (title, text.map(|text| excerpt::fix(text, edits)).unwrap_or_default())),
            related: finding.related.iter().map(|one| (one.note.clone(), one.location.to_string())).collect(),
        }
    }
}
