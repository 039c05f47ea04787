//! The findings of checks that begin or end.

use std::collections::{BTreeMap, BTreeSet, HashSet};

use rootstock_core_model::{FieldPath, Segment, Severity, Violation, ViolationKind};
use rootstock_report::{Finding, SourceText};

use crate::change::{ChangeDetail, ChangeGroup, CheckedAs, UpgradeChange};

/// Everything about a finding that counts: rule, severity and place.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct FindingKey<'f> {
    path: &'f FieldPath,
    rule: &'static str,
    severity: Severity,
    /// The number of findings that it represents because there are too many.
    left_out: usize,
}

impl<'f> FindingKey<'f> {
    pub(crate) fn of(finding: &'f Finding) -> Self {
        Self {
            path: &finding.violation.path,
            rule: finding.violation.rule.name,
            severity: finding.violation.severity,
            left_out: finding.left_out.iter().map(|one| one.count).sum(),
        }
    }
}

/// Indexes findings by key.
fn by_key(findings: &[Finding]) -> BTreeMap<FindingKey<'_>, Vec<&Violation>> {
    let mut all: BTreeMap<_, Vec<_>> = BTreeMap::new();
    findings.iter().for_each(|finding| all.entry(FindingKey::of(finding)).or_default().push(&finding.violation));
    all
}

/// Describes a finding with its line and column.
pub(crate) fn described(finding: &Finding, source: Option<&SourceText>) -> String {
    let text = finding.violation.detail.as_ref();
    match finding.place.as_ref().zip(source) {
        Some((place, source)) => {
            let at = source.line_column(place.span.start);
            format!("line {}, column {}: {text}", at.line, at.column)
        }
        None => text.to_owned(),
    }
}

/// The findings before and after, by the operation that the object is checked as.
pub(crate) type FindingsOfSides = [[Vec<Finding>; 3]; 2];

/// Returns the findings that only one of the sides has, each with the operations for which that is so.
pub(crate) fn compare(findings: &FindingsOfSides) -> Vec<UpgradeChange> {
    let [before, after] = findings;
    let mut changes: BTreeMap<(FindingKey<'_>, bool), (&Finding, Vec<CheckedAs>)> = BTreeMap::new();
    for ((operation, before), after) in CheckedAs::ALL.into_iter().zip(before).zip(after) {
        for (own, others, begins) in [(after, before, true), (before, after, false)] {
            let others = by_key(others);
            let mut found = BTreeSet::new();
            for finding in own {
                let key = FindingKey::of(finding);
                let is_known = others
                    .get(&key)
                    .is_some_and(|others| others.iter().any(|other| covers_all(other, &finding.violation)));
                if !is_known && found.insert(key) {
                    changes.entry((key, begins)).or_insert_with(|| (finding, Vec::new())).1.push(operation);
                }
            }
        }
    }
    let change = |((_, begins), (finding, operations)): ((FindingKey<'_>, bool), (&Finding, Vec<CheckedAs>))| {
        let is_error = finding.violation.severity == Severity::Error;
        let group = match (is_error, begins) {
            (true, true) if is_dropped(&finding.violation) => ChangeGroup::Dropped,
            (true, true) => ChangeGroup::Refused,
            (true, false) => ChangeGroup::Accepted,
            (false, true) => ChangeGroup::WarningBegins,
            (false, false) => ChangeGroup::WarningEnds,
        };
        UpgradeChange { group, finding: finding.clone(), detail: ChangeDetail::Checked(operations), cause: None }
    };
    let mut changes: Vec<UpgradeChange> = changes.into_iter().map(change).collect();
    // A warning about several items may only have moved to another of them.
    let begun: Vec<UpgradeChange> =
        changes.iter().filter(|change| change.group == ChangeGroup::WarningBegins).cloned().collect();
    changes.retain(|change| change.group != ChangeGroup::WarningEnds || !begun.iter().any(|one| covers(one, change)));
    changes
}

/// Returns whether a warning that begins is about all items of one that ends.
fn covers(begun: &UpgradeChange, ended: &UpgradeChange) -> bool {
    let [begun, ended] = [begun, ended].map(|change| &change.finding.violation);
    begun.rule.name == ended.rule.name && !ended.covers.is_empty() && covers_all(begun, ended)
}

/// Returns whether a finding is about all items of another one.
fn covers_all(one: &Violation, other: &Violation) -> bool {
    if one.covers == other.covers {
        return true;
    }
    let items: HashSet<&String> = one.covers.iter().collect();
    other.covers.iter().all(|item| items.contains(item))
}

/// Returns whether Gardener drops the field that a finding is about. It keeps the parts that belong to an extension, which refuses
/// unknown fields.
fn is_dropped(found: &Violation) -> bool {
    const OF_EXTENSION: [&str; 3] = ["providerConfig", "infrastructureConfig", "controlPlaneConfig"];
    let mut steps = found.path.segments().iter();
    found.kind == ViolationKind::UnknownField
        && !steps.any(|step| matches!(step, Segment::Field(name) if OF_EXTENSION.contains(&name.as_ref())))
}
