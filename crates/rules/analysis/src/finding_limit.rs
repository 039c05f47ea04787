//! The limit on the findings reported for a document.
//!
//! Findings beyond the limit are counted by rule and severity, and reported as one finding as severe as the worst of
//! them, so that no verdict depends on the limit.

use std::collections::HashMap;

use rootstock_core_model::{
    BadValue, FieldPath, Semantics, Severity, Source, Violation, ViolationKind, counted, listed,
};
use rootstock_report::{Finding, LeftOut};

rootstock_core_model::rules! {
    /// More findings in a document than are reported.
    TOO_MANY_FINDINGS: Error, since "0.1.0", Source::Rootstock;
}

/// The maximum number of findings reported for a document.
pub(crate) const MAX_FINDINGS: usize = 5_000;

/// The number of findings with a fix that are kept beyond the limit while fixes are made: without them, every few thousand fixes would
/// need another round, in which everything is read again.
const MAX_FIXABLE: usize = 2 * MAX_FINDINGS;

/// The purpose of the findings, which decides how many are kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) enum FindingLimit {
    /// A report.
    #[default]
    Reporting,
    /// The text in which their fixes are made. The verdict of the other semantics is left out, because it takes most of the time.
    Fixing,
}

/// Findings of one rule with the same severity that the other semantics judge alike.
type Class = (&'static str, Severity, Verdict);

/// The other semantics if they accept the object, and if only they refuse it.
type Verdict = (Option<Semantics>, Option<Semantics>);

fn class(violation: &Violation) -> Class {
    (violation.rule.name, violation.severity, verdict(violation))
}

const fn verdict(violation: &Violation) -> Verdict {
    (violation.accepted_by, violation.refused_by)
}

/// Drops the findings beyond the limit, the last ones of each class: every class gets an equal share of the limit, as
/// far as it needs it. Adds the dropped findings to `left_out`.
pub(crate) fn bound(violations: &mut Vec<Violation>, left_out: &mut Vec<LeftOut>, limit: FindingLimit) {
    if violations.len() <= MAX_FINDINGS {
        return;
    }
    let mut counts: HashMap<Class, usize> = HashMap::new();
    for violation in &*violations {
        *counts.entry(class(violation)).or_default() += 1;
    }
    let share = share(counts.into_values().collect());
    let mut seen: HashMap<Class, usize> = HashMap::new();
    let mut room = match limit {
        FindingLimit::Reporting => 0,
        FindingLimit::Fixing => MAX_FIXABLE,
    };
    violations.retain(|violation| {
        let seen = seen.entry(class(violation)).or_default();
        *seen += 1;
        if *seen <= share {
            return true;
        }
        if room > 0 && violation.fix.is_some() {
            room -= 1;
            return true;
        }
        add(left_out, violation, 1);
        false
    });
    violations.shrink_to_fit();
}

/// Returns the number of findings that each class may keep if all of them share the limit equally.
fn share(mut counts: Vec<usize>) -> usize {
    counts.sort_unstable();
    let (mut room, mut classes) = (MAX_FINDINGS, counts.len());
    for count in counts {
        let share = room / classes.max(1);
        if count > share {
            return share;
        }
        room -= count;
        classes -= 1;
    }
    MAX_FINDINGS
}

fn add(left_out: &mut Vec<LeftOut>, violation: &Violation, count: usize) {
    match left_out.iter_mut().find(|one| class(&one.first) == class(violation)) {
        Some(known) => known.count += count,
        None => left_out.push(LeftOut { first: violation.clone(), count }),
    }
}

/// Returns the finding that reports what is left out; `None` if nothing is.
pub(crate) fn finding(left_out: Vec<LeftOut>) -> Option<Finding> {
    let violation = Violation::new(&TOO_MANY_FINDINGS, ViolationKind::TooLong, FieldPath::root(), BadValue::None, "");
    let mut finding = Finding { left_out, ..Finding::unlocated(violation) };
    update_summary(&mut finding).then_some(finding)
}

/// Weighs a finding, or each class of a summary; returns false if nothing is left of it.
pub(crate) fn adjust_severity(finding: &mut Finding, mut is_reported: impl FnMut(&mut Violation) -> bool) -> bool {
    if finding.left_out.is_empty() {
        return is_reported(&mut finding.violation);
    }
    finding.left_out.retain_mut(|one| is_reported(&mut one.first));
    update_summary(finding) && is_reported(&mut finding.violation)
}

/// Updates the summary of what is left out; returns false if nothing is.
fn update_summary(finding: &mut Finding) -> bool {
    let left_out = &finding.left_out;
    let Some(worst) = left_out.iter().map(|one| one.first.severity).min() else { return false };
    let mut verdicts = left_out.iter().filter(|one| one.first.severity == worst).map(|one| verdict(&one.first));
    let first = verdicts.next();
    let violation = &mut finding.violation;
    violation.severity = worst;
    (violation.accepted_by, violation.refused_by) =
        first.filter(|_| verdicts.all(|other| Some(other) == first)).unwrap_or_default();
    let count = |severity| {
        let these = left_out.iter().filter(|one| one.first.severity == severity);
        these.map(|one| one.count).sum::<usize>()
    };
    let words = [(Severity::Error, "error"), (Severity::Warning, "warning"), (Severity::Note, "note")];
    let counts: Vec<String> = words
        .into_iter()
        .filter_map(|(severity, word)| {
            Some(count(severity)).filter(|count| *count > 0).map(|count| counted(count, word))
        })
        .collect();
    let counts = counts.join(" and ");
    let mut rules: Vec<&str> = left_out.iter().map(|one| one.first.rule.name).collect();
    rules.sort_unstable();
    rules.dedup();
    violation.detail = format!("not all findings are listed: {counts} of {} are omitted", listed(rules)).into();
    violation.help = "fix the listed findings, and check again".into();
    true
}

/// Returns the number of errors that a finding represents.
pub(crate) fn errors(finding: &Finding) -> usize {
    finding
        .represented_violations()
        .filter(|(found, _)| found.severity == Severity::Error)
        .map(|(_, count)| count)
        .sum()
}

#[cfg(test)]
mod tests {
    use rootstock_core_model::{Path, Rule};

    use super::*;

    fn violations(rule: &'static Rule, count: usize) -> impl Iterator<Item = Violation> {
        (0..count).map(move |at| Violation::invalid(rule, &Path::object(), at.to_string(), "is wrong"))
    }

    #[test]
    fn findings_within_limit_are_all_kept() {
        let mut few: Vec<_> = violations(&TOO_MANY_FINDINGS, MAX_FINDINGS).collect();
        let mut left_out = Vec::new();
        bound(&mut few, &mut left_out, FindingLimit::Reporting);
        assert_eq!((few.len(), left_out.len()), (MAX_FINDINGS, 0));
    }

    #[test]
    fn rules_share_the_limit_and_dropped_findings_are_counted() {
        let rules = crate::rules();
        let [one, two, three, ..] = rules.as_slice() else { panic!("{rules:?}") };
        let mut many: Vec<_> = violations(one, 3)
            .chain(violations(two, 10 * MAX_FINDINGS))
            .chain(violations(three, MAX_FINDINGS))
            .collect();
        let mut left_out = Vec::new();
        bound(&mut many, &mut left_out, FindingLimit::Reporting);
        let kept = |rule: &Rule| many.iter().filter(|found| found.rule.name == rule.name).count();
        let dropped = |rule: &Rule| -> usize {
            left_out.iter().filter(|one| one.first.rule.name == rule.name).map(|one| one.count).sum()
        };
        let each = (MAX_FINDINGS - 3) / 2;
        assert_eq!([kept(one), kept(two), kept(three)], [3, each, each]);
        assert_eq!([dropped(one), dropped(two), dropped(three)], [0, 10 * MAX_FINDINGS - each, MAX_FINDINGS - each]);
    }
}
