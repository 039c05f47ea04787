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
pub(crate) const MOST: usize = 5_000;

/// Findings of one rule with the same severity that the other semantics judge alike.
type Class = (&'static str, Severity, Option<Semantics>);

fn class(violation: &Violation) -> Class {
    (violation.rule.name, violation.severity, violation.accepted_by)
}

/// Drops the findings beyond the limit, the last ones of each class: every class gets an equal share of the limit, as
/// far as it needs it. Adds the dropped findings to `left_out`.
pub(crate) fn bound(violations: &mut Vec<Violation>, left_out: &mut Vec<LeftOut>) {
    if violations.len() <= MOST {
        return;
    }
    let mut counts: HashMap<Class, usize> = HashMap::new();
    for violation in &*violations {
        *counts.entry(class(violation)).or_default() += 1;
    }
    let share = share(counts.into_values().collect());
    let mut seen: HashMap<Class, usize> = HashMap::new();
    violations.retain(|violation| {
        let seen = seen.entry(class(violation)).or_default();
        *seen += 1;
        let is_told = *seen <= share;
        if !is_told {
            add(left_out, violation, 1);
        }
        is_told
    });
    violations.shrink_to_fit();
}

/// Returns the number of findings that each class may keep if all of them share the limit equally.
fn share(mut counts: Vec<usize>) -> usize {
    counts.sort_unstable();
    let (mut room, mut classes) = (MOST, counts.len());
    for count in counts {
        let share = room / classes.max(1);
        if count > share {
            return share;
        }
        room -= count;
        classes -= 1;
    }
    MOST
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
    retell(&mut finding).then_some(finding)
}

/// Weighs a finding, or each class of a summary; returns false if nothing is left of it.
pub(crate) fn weigh(finding: &mut Finding, mut is_told: impl FnMut(&mut Violation) -> bool) -> bool {
    if finding.left_out.is_empty() {
        return is_told(&mut finding.violation);
    }
    finding.left_out.retain_mut(|one| is_told(&mut one.first));
    retell(finding) && is_told(&mut finding.violation)
}

/// Updates the summary of what is left out; returns false if nothing is.
fn retell(finding: &mut Finding) -> bool {
    let left_out = &finding.left_out;
    let Some(worst) = left_out.iter().map(|one| one.first.severity).min() else { return false };
    let mut accepted = left_out.iter().filter(|one| one.first.severity == worst).map(|one| one.first.accepted_by);
    let first = accepted.next().flatten();
    let violation = &mut finding.violation;
    violation.severity = worst;
    violation.accepted_by = first.filter(|_| accepted.all(|other| other == first));
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
    finding.stands_for().filter(|(found, _)| found.severity == Severity::Error).map(|(_, count)| count).sum()
}

#[cfg(test)]
mod tests {
    use rootstock_core_model::{Path, Rule};

    use super::*;

    fn violations(rule: &'static Rule, count: usize) -> impl Iterator<Item = Violation> {
        (0..count).map(move |at| Violation::invalid(rule, &Path::object(), at.to_string(), "is wrong"))
    }

    #[test]
    fn few_are_all_told() {
        let mut few: Vec<_> = violations(&TOO_MANY_FINDINGS, MOST).collect();
        let mut left_out = Vec::new();
        bound(&mut few, &mut left_out);
        assert_eq!((few.len(), left_out.len()), (MOST, 0));
    }

    #[test]
    fn each_rule_has_its_share_and_nothing_is_lost() {
        let rules = crate::rules();
        let [one, two, three, ..] = rules.as_slice() else { panic!("{rules:?}") };
        let mut many: Vec<_> =
            violations(one, 3).chain(violations(two, 10 * MOST)).chain(violations(three, MOST)).collect();
        let mut left_out = Vec::new();
        bound(&mut many, &mut left_out);
        let told = |rule: &Rule| many.iter().filter(|found| found.rule.name == rule.name).count();
        let gone = |rule: &Rule| -> usize {
            left_out.iter().filter(|one| one.first.rule.name == rule.name).map(|one| one.count).sum()
        };
        let each = (MOST - 3) / 2;
        assert_eq!([told(one), told(two), told(three)], [3, each, each]);
        assert_eq!([gone(one), gone(two), gone(three)], [0, 10 * MOST - each, MOST - each]);
    }
}
