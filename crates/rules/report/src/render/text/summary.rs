//! The end of the text: the outcome of the documents, and the totals.

use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::io;

use rootstock_core_model::{Release, Semantics, counted};

use super::clean;
use crate::{DocumentAnswer, DocumentOutcome, FindingAnswer, ReportAnswer};
use rootstock_document::printable;

/// The sentence about a check without anything to check.
pub const NOTHING_CHECKED: &str = "nothing was checked: the input contains no CloudProfile, NamespacedCloudProfile or Shoot \
                                   (core.gardener.cloud/v1beta1)";

/// Writes one line for each document that was not checked although the user might expect it to be.
pub(super) fn write_not_checked(answer: &ReportAnswer, out: &mut dyn io::Write) -> io::Result<()> {
    const MAX_LISTED: usize = 10;
    // Without a reason, a finding says why.
    let documents_with_findings: HashSet<usize> =
        answer.findings.iter().filter_map(|finding| finding.document).collect();
    let documents = answer.documents.iter().enumerate();
    let documents =
        documents.filter(|(number, document)| !documents_with_findings.contains(number) || !document.reason.is_empty());
    let unchecked = documents.filter(|(_, document)| document.outcome == DocumentOutcome::NotChecked);
    let mut left = 0;
    for (position, (_, document)) in unchecked.enumerate() {
        if position >= MAX_LISTED {
            left += 1;
            continue;
        }
        let what = match (document.kind.as_str(), document.name.as_str()) {
            ("", _) => "a document".to_owned(),
            (kind, "") => kind.to_owned(),
            (kind, name) => format!("{kind} `{name}`"),
        };
        let place = printable(document.location.to_string());
        writeln!(out, "not checked: {place}: {}: {}", clean(&what), clean(&document.reason))?;
    }
    if left > 0 {
        writeln!(out, "not checked: {left} more")?;
    }
    Ok(())
}

pub(super) fn write_summary(answer: &ReportAnswer, out: &mut dyn io::Write) -> io::Result<()> {
    let summary = &answer.summary;
    let checked = summary.checked();
    let mut parts = vec![format!("{} checked", checked_kinds(answer))];
    if checked > 0 {
        let clean = if summary.with_findings == 0 { "clean".to_owned() } else { format!("{} clean", summary.clean) };
        parts.push(clean);
    }
    if summary.with_findings > 0 {
        parts.push(format!("{} with findings", summary.with_findings));
    }
    let mut line = parts.join(", ");
    let mut others = Vec::new();
    if summary.not_checked > 0 {
        let kinds: Vec<String> = summary.other_kinds.iter().map(|(kind, n)| format!("{n} {}", clean(kind))).collect();
        others.push(format!("{} not checked ({})", counted(summary.not_checked, "document"), kinds.join(", ")));
    }
    if summary.unreadable > 0 {
        others.push(format!("{} not readable", counted(summary.unreadable, "document")));
    }
    if summary.empty > 0 {
        others.push(format!("{} empty", counted(summary.empty, "document")));
    }
    for other in others {
        line.push_str("; ");
        line.push_str(&other);
    }
    writeln!(out, "{line}")?;
    let scopes: BTreeSet<(&str, &str)> = answer
        .documents
        .iter()
        .filter_map(|document| Some((document.kind.as_str(), document.scope.as_deref()?)))
        .collect();
    for (kind, scope) in scopes {
        writeln!(out, "checked parts of a {}: {}", clean(kind), clean(scope))?;
    }
    let is_patch = |document: &DocumentAnswer| {
        document.outcome == DocumentOutcome::NotChecked
            && document.kind == "CloudProfile"
            && !document.reason.is_empty()
    };
    let has_patch = answer.documents.iter().any(is_patch);
    if (summary.documents == 0 || checked + summary.unreadable == 0) && !has_patch {
        writeln!(out, "{NOTHING_CHECKED}")?;
    }
    write_fixes(answer, out)?;
    write_suppressed(answer, out)?;
    if answer.findings.is_empty() {
        return Ok(());
    }
    let mut found = Vec::new();
    for (number, what) in [(summary.errors, "error"), (summary.warnings, "warning"), (summary.notes, "note")] {
        if number > 0 {
            found.push(counted(number, what));
        }
    }
    writeln!(out, "found {}", found.join(", "))?;
    let verdicts = |by: fn(&FindingAnswer) -> Option<Semantics>| {
        let found = answer.findings.iter().filter_map(move |finding| Some((by(finding)?, finding.gardener)));
        found.collect::<Vec<(Semantics, Option<Release>)>>()
    };
    let accepted = verdicts(|finding| finding.accepted_by);
    if let Some((semantics, gardener)) = accepted.first() {
        writeln!(out, "{} of the errors: {}", accepted.len(), semantics.accepts(*gardener))?;
    }
    let refused = verdicts(|finding| finding.refused_by);
    match refused.first() {
        Some((semantics, gardener)) => {
            writeln!(out, "{} of the warnings and notes: {}", refused.len(), semantics.refuses(*gardener))
        }
        None => Ok(()),
    }
}

/// Writes the number of suppressed findings, by comments of the documents and by files.
fn write_suppressed(answer: &ReportAnswer, out: &mut dyn io::Write) -> io::Result<()> {
    let mut sources = BTreeMap::<Option<&str>, usize>::new();
    for suppressed in &answer.suppressed {
        let file = (!suppressed.is_by_comment()).then(|| suppressed.suppressed_by.shown_file());
        *sources.entry(file).or_default() += 1;
    }
    for (file, count) in sources {
        let by = file.map_or("comments".into(), printable);
        writeln!(out, "suppressed {} by {by}", counted(count, "finding"))?;
    }
    Ok(())
}

/// Writes the fixes that were made, and those that turned out not to be possible.
fn write_fixes(answer: &ReportAnswer, out: &mut dyn io::Write) -> io::Result<()> {
    let Some(fixes) = &answer.fixes else { return Ok(()) };
    for fix in &fixes.not_made {
        let place = format!("{}: {}: {}", printable(&fix.file), fix.path, fix.title);
        writeln!(out, "not fixed: {} ({}): {}", clean(&place), fix.rule, clean(&fix.because))?;
    }
    let files: BTreeSet<&str> = fixes.made.iter().map(|fix| fix.file.as_str()).collect();
    match files.len() {
        0 if fixes.not_made.is_empty() => writeln!(out, "there was nothing to fix"),
        0 => writeln!(out, "fixed nothing"),
        files => writeln!(out, "fixed {} in {}", counted(fixes.made.len(), "finding"), counted(files, "file")),
    }
}

/// Returns the number of checked objects of each kind.
fn checked_kinds(answer: &ReportAnswer) -> String {
    let mut kinds = BTreeMap::<&str, usize>::new();
    for document in answer.documents.iter().filter(|document| document.outcome == DocumentOutcome::Checked) {
        *kinds.entry(&document.kind).or_default() += 1;
    }
    if kinds.is_empty() {
        return counted(0, "CloudProfile");
    }
    let kinds: Vec<String> = kinds.into_iter().map(|(kind, number)| counted(number, &clean(kind))).collect();
    match kinds.split_last() {
        Some((last, rest)) if !rest.is_empty() => format!("{} and {last}", rest.join(", ")),
        _ => kinds.concat(),
    }
}
