//! Findings that comments of a manifest accept: `# rootstock: allow RULE until DATE: reason`.

mod comment;

use std::collections::HashMap;
use std::ops::Range;

use rootstock_core_model::{Path, Rule, Source, Violation, ViolationKind};
use rootstock_document::{NodeRef, marked_comments};
use rootstock_report::{DocumentOutcome, Finding, Place, Report, SourceId, Suppressed};
use rootstock_versioning::Day;

pub(crate) use self::comment::AcceptanceComment;
use self::comment::{Acceptance, MARK, Misspelling};
use crate::unchecked;

rootstock_core_model::rules! {
    /// A comment that accepts findings, and is past its date.
    ACCEPTANCE_EXPIRED: Warning, since "0.1.0", Source::Rootstock;
    /// A comment that is meant to accept findings, and cannot be read.
    ACCEPTANCE_MISSPELT: Warning, since "0.1.0", Source::Rootstock;
    /// A comment that accepts no finding.
    ACCEPTANCE_UNUSED: Warning, since "0.1.0", Source::Rootstock;
}

/// Returns the comments of a text that may accept findings. `roots` are the values of its readable documents.
pub(crate) fn comments<'n>(text: &str, roots: impl IntoIterator<Item = NodeRef<'n>>) -> Vec<AcceptanceComment> {
    marked_comments(text, roots, MARK).into_iter().map(AcceptanceComment::from).collect()
}

/// The conditions under which acceptances apply.
pub(crate) struct Conditions<'c> {
    /// All rules.
    pub(crate) rules: &'c [&'static Rule],
    /// The day of the check.
    pub(crate) today: Day,
    /// Returns whether findings of a rule are reported at all.
    pub(crate) is_reported: &'c dyn Fn(&'static Rule) -> bool,
}

/// An acceptance, and what it has accepted.
#[derive(Debug)]
struct Entry {
    source: SourceId,
    document: usize,
    comment: Range<usize>,
    acceptance: Acceptance,
    subject: Option<Range<usize>>,
    /// The innermost acceptance of the same rule whose subject contains this one.
    around: Option<usize>,
    accepted: usize,
    /// Matching errors, which cannot be accepted.
    errors: usize,
}

/// The acceptances of a check's documents.
#[derive(Debug, Default)]
pub(crate) struct Acceptances {
    entries: Vec<Entry>,
    index: Index,
}

impl Acceptances {
    /// Reads the comments of the documents of a report. Also returns the findings about comments that are misspelt or past their date.
    pub(crate) fn read(
        report: &Report,
        comments: &[(SourceId, &[AcceptanceComment])],
        conditions: &Conditions<'_>,
    ) -> (Self, Vec<Finding>) {
        let mut entries: Vec<Entry> = Vec::new();
        let mut found = Vec::new();
        // The starts of the documents in order, per input.
        let mut documents: HashMap<SourceId, Vec<(usize, usize)>> = HashMap::new();
        for (number, document) in report.documents.iter().enumerate() {
            let start = document.place.as_ref().map_or(0, |place| place.span.start);
            documents.entry(document.source).or_default().push((start, number));
        }
        for (source, comment) in comments.iter().flat_map(|(source, all)| all.iter().map(|one| (*source, one))) {
            let Some(document) = documents.get(&source).and_then(|documents| {
                let at = comment.subject.as_ref().map_or(comment.span.start, |subject| subject.start);
                let before = documents.partition_point(|(start, _)| *start <= at).saturating_sub(1);
                documents.get(before).map(|(_, number)| *number)
            }) else {
                continue;
            };
            if report.documents.get(document).is_none_or(|document| document.outcome != DocumentOutcome::Checked) {
                continue;
            }
            let mut report_comment = |violation| found.push(located(violation, source, document, &comment.span));
            match comment.read(conditions.rules) {
                Ok(None) => {}
                Ok(Some(acceptance)) if acceptance.until.is_some_and(|until| until < conditions.today) => {
                    report_comment(expired(&acceptance));
                }
                Ok(Some(acceptance)) => entries.push(Entry {
                    source,
                    document,
                    comment: comment.span.clone(),
                    acceptance,
                    subject: comment.subject.clone(),
                    around: None,
                    accepted: 0,
                    errors: 0,
                }),
                Err(misspelling) => report_comment(misspelt(&misspelling)),
            }
        }
        let index = index(&mut entries);
        (Self { entries, index }, found)
    }

    /// Returns whether a comment accepts a finding if it is not an error.
    pub(crate) fn cover(&self, finding: &Finding) -> bool {
        covering(finding, &self.index, &self.entries).is_some()
    }
}

/// Removes the findings that comments accept from a report, and adds findings about comments that accept nothing.
pub(crate) fn apply(report: &mut Report, comments: &[(SourceId, &[AcceptanceComment])], conditions: &Conditions<'_>) {
    let (Acceptances { mut entries, index }, mut found) = Acceptances::read(report, comments, conditions);
    let mut has_unchecked = vec![false; report.documents.len()];
    let mut kept = Vec::with_capacity(report.findings.len());
    for finding in std::mem::take(&mut report.findings) {
        let unchecked = finding.document.and_then(|document| has_unchecked.get_mut(document));
        unchecked.into_iter().for_each(|one| *one |= unchecked::is_about_unchecked(&finding.violation));
        let entry = covering(&finding, &index, &entries).and_then(|position| entries.get_mut(position));
        match entry.filter(|_| (conditions.is_reported)(finding.violation.rule)) {
            Some(entry) if finding.is_error() => {
                entry.errors += 1;
                kept.push(finding);
            }
            Some(entry) => {
                entry.accepted += 1;
                let reason = entry.acceptance.reason.clone();
                let by = (entry.source, Place { span: entry.comment.clone(), exact: true });
                report.suppressed.push(Suppressed { finding, reason, by });
            }
            None => kept.push(finding),
        }
    }
    report.findings = kept;
    let unused = entries.into_iter().filter(|entry| {
        let is_complete = !has_unchecked.get(entry.document).is_some_and(|unchecked| *unchecked);
        entry.accepted == 0 && is_complete && (conditions.is_reported)(entry.acceptance.rule)
    });
    found.extend(unused.map(|entry| located(unused_violation(&entry), entry.source, entry.document, &entry.comment)));
    report.findings.extend(found);
    report.sort();
}

/// The positions of the acceptances of each rule in each input, sorted by the starts of their subjects.
type Index = HashMap<Key, Vec<(usize, usize)>>;

/// An input and the name of a rule.
type Key = (SourceId, &'static str);

/// The position of an acceptance, and its subject.
type Subject = (usize, Range<usize>);

/// Indexes acceptances by input and rule, and connects each with the one around it. Of several with one subject, the first counts.
fn index(entries: &mut [Entry]) -> Index {
    let mut order: Vec<(usize, Range<usize>)> =
        entries.iter().enumerate().filter_map(|(position, entry)| Some((position, entry.subject.clone()?))).collect();
    order.sort_by_key(|(position, subject)| (subject.start, std::cmp::Reverse(subject.end), *position));
    let mut index = Index::new();
    let mut open: HashMap<Key, Vec<Subject>> = HashMap::new();
    for (position, subject) in order {
        let Some(entry) = entries.get_mut(position) else { continue };
        let key = (entry.source, entry.acceptance.rule.name);
        let open = open.entry(key).or_default();
        while open.last().is_some_and(|(_, around)| around.end < subject.end) {
            open.pop();
        }
        if open.last().is_some_and(|(_, around)| *around == subject) {
            continue;
        }
        entry.around = open.last().map(|(position, _)| *position);
        index.entry(key).or_default().push((subject.start, position));
        open.push((position, subject));
    }
    index
}

/// Returns the innermost acceptance that covers a finding. One at the first field of a document covers findings about the whole document.
fn covering(finding: &Finding, index: &Index, entries: &[Entry]) -> Option<usize> {
    let place = &finding.place.as_ref()?.span;
    let candidates = index.get(&(finding.source, finding.violation.rule.name))?;
    let last = candidates.partition_point(|(start, _)| *start <= place.start).checked_sub(1)?;
    let mut next = candidates.get(last).map(|(_, position)| *position);
    while let Some(position) = next {
        let entry = entries.get(position)?;
        let is_covered = |subject: &Range<usize>| {
            place.end <= subject.end || (finding.violation.path.segments().is_empty() && subject.start == place.start)
        };
        if entry.subject.as_ref().is_some_and(is_covered) {
            return next;
        }
        next = entry.around;
    }
    None
}

fn located(violation: Violation, source: SourceId, document: usize, comment: &Range<usize>) -> Finding {
    let place = Some(Place { span: comment.clone(), exact: true });
    Finding { source, document: Some(document), place, ..Finding::unlocated(violation) }
}

fn expired(acceptance: &Acceptance) -> Violation {
    let Acceptance { rule, until, reason } = acceptance;
    let until = until.map(|until| until.to_string()).unwrap_or_default();
    let detail = format!("`{}` was accepted until {until}: {reason}", rule.name);
    violation(&ACCEPTANCE_EXPIRED, rule.name, detail)
        .with_help("fix the finding, or give a later date; otherwise remove the comment")
}

fn misspelt(misspelling: &Misspelling) -> Violation {
    violation(&ACCEPTANCE_MISSPELT, "", misspelling.to_string())
}

fn unused_violation(entry: &Entry) -> Violation {
    let rule = entry.acceptance.rule.name;
    let (detail, help) = match (&entry.subject, entry.errors) {
        (None, _) => (
            "no field and no list item begins on the line of this comment, or on the next one",
            "move it to the line of the field or item that it is about, or to the line above",
        ),
        (Some(_), 0) => (
            "this comment accepts nothing that was found",
            "remove it: its finding no longer occurs, or it is at the wrong field or item",
        ),
        (Some(_), _) => (
            "this comment matches only errors, and what Gardener refuses cannot be accepted",
            "fix the findings, and remove the comment",
        ),
    };
    violation(&ACCEPTANCE_UNUSED, rule, format!("`{rule}`: {detail}")).with_help(help)
}

fn violation(rule: &'static Rule, bad: &str, detail: String) -> Violation {
    Violation::new(rule, ViolationKind::Advice, &Path::object(), bad, detail)
}

#[cfg(test)]
mod tests;
