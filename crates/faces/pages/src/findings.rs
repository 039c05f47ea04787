//! What is found in the documents, by rule, with the lines it stands in.

mod excerpt;

use std::borrow::Cow;
use std::collections::HashMap;

use rootstock_core_model::{Severity, counted};
use rootstock_queries::CheckAnswer;
use rootstock_report::{DocumentAnswer, DocumentOutcome, FindingAnswer, SourceText};

pub(crate) use excerpt::{ExcerptLine, FixLine};

/// How many findings of one rule are shown with their lines in one file; the others take one line each.
const FULL_PER_RULE: usize = 5;

/// What is found.
#[derive(Debug)]
pub(crate) struct Findings {
    /// The findings of each rule, the gravest first.
    pub(crate) rules: Vec<RuleFindings>,
    /// Documents that were not checked, and why.
    pub(crate) unchecked: Vec<(String, String)>,
    /// How many findings of each severity.
    pub(crate) counts: Vec<(SeverityShown, usize)>,
    /// How many objects were checked.
    pub(crate) checked: usize,
}

/// The findings of one rule.
#[derive(Debug)]
pub(crate) struct RuleFindings {
    /// The rule.
    pub(crate) rule: &'static str,
    /// How much they matter.
    pub(crate) severity: SeverityShown,
    /// The findings.
    pub(crate) findings: Vec<ShownFinding>,
}

/// A severity, with how it is shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct SeverityShown(pub(crate) Severity);

impl SeverityShown {
    /// Its name, which is also its class in the style sheet.
    pub(crate) const fn name(self) -> &'static str {
        match self.0 {
            Severity::Error => "error",
            Severity::Warning => "warning",
            Severity::Note => "note",
        }
    }

    /// Its sign, which differs in shape and not only in colour.
    pub(crate) const fn sign(self) -> &'static str {
        match self.0 {
            Severity::Error => "✖",
            Severity::Warning => "▲",
            Severity::Note => "■",
        }
    }
}

/// One finding.
#[derive(Debug)]
pub(crate) struct ShownFinding {
    /// What is wrong, in one sentence.
    pub(crate) headline: String,
    /// File, line and column.
    pub(crate) place: String,
    /// The field.
    pub(crate) path: String,
    /// Whether the field is not in the document.
    pub(crate) is_missing: bool,
    /// The names of the list items on the way.
    pub(crate) within: Vec<(String, String)>,
    /// What to write instead.
    pub(crate) help: Cow<'static, str>,
    /// That the other semantics accept it.
    pub(crate) accepted: Option<String>,
    /// The lines; none of what is told in one line only.
    pub(crate) excerpt: Vec<ExcerptLine>,
    /// What a fix would change, with what it is.
    pub(crate) fix: Option<(String, Vec<FixLine>)>,
    /// Other places that belong to it.
    pub(crate) related: Vec<(String, String)>,
}

impl Findings {
    /// What an answer says of the documents; `sources` are their texts.
    pub(crate) fn new(answer: &CheckAnswer, sources: &[SourceText]) -> Self {
        // Of several under one name the first is meant.
        let texts: HashMap<&str, &SourceText> = sources.iter().rev().map(|source| (source.name(), source)).collect();
        let mut rules: Vec<RuleFindings> = Vec::new();
        let mut in_full: HashMap<(&str, &str), usize> = HashMap::new();
        for finding in &answer.report.findings {
            let count = in_full.entry((&finding.location.file, finding.rule)).or_default();
            *count += 1;
            let text = texts.get(&*finding.location.file).filter(|_| *count <= FULL_PER_RULE);
            let shown = ShownFinding::new(finding, text.copied());
            let severity = SeverityShown(finding.severity);
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
            counts: counts.map(|(severity, count)| (SeverityShown(severity), count)).to_vec(),
            checked: summary.checked(),
        }
    }
}

impl SeverityShown {
    /// `2 errors`.
    pub(crate) fn counted(self, number: &usize) -> String {
        counted(*number, self.name())
    }
}

impl Findings {
    /// How many objects were checked.
    pub(crate) fn checked_in_words(&self) -> String {
        format!("{} checked", counted(self.checked, "object"))
    }
}

impl RuleFindings {
    /// What the first finding says.
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
            accepted: finding.accepted_by.map(|semantics| semantics.accepts().to_owned()),
            excerpt: text.map(|text| excerpt::lines(text, &finding.location)).unwrap_or_default(),
            fix: edits.map(|(title, edits)| (title, text.map(|text| excerpt::fix(text, edits)).unwrap_or_default())),
            related: finding.related.iter().map(|one| (one.note.clone(), one.location.to_string())).collect(),
        }
    }
}
