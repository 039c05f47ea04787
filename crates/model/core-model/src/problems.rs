//! Conversion of document problems to findings, with rules, Kubernetes' vocabulary and the specifics of Gardener's objects.

use rootstock_document::{FieldPath, Problem, ProblemKind, Segment};

use crate::hints::FLAVORS;
use crate::rules::{
    DOCUMENT_LIMIT, DUPLICATE_KEY, DUPLICATE_KEY_IN_FLAVOR, FOREIGN_TAG, INVALID_BASE64, INVALID_DURATION,
    INVALID_QUANTITY, INVALID_TIMESTAMP, MERGE_OVERRIDE, NESTED_CAPABILITIES, OLD_FIELD_NAME, SEED_SELECTOR_LEVEL,
    UNKNOWN_FIELD, UNQUOTED_KEY, UNQUOTED_STRING, UNREADABLE_DOCUMENT, WRONG_TYPE,
};
use crate::{Rule, Violation, ViolationKind};

/// The rules that belong to the names in [`GARDENER`](crate::GARDENER)'s hints.
static HINTED: [&Rule; 7] = [
    &INVALID_BASE64,
    &INVALID_DURATION,
    &INVALID_QUANTITY,
    &INVALID_TIMESTAMP,
    &NESTED_CAPABILITIES,
    &OLD_FIELD_NAME,
    &SEED_SELECTOR_LEVEL,
];

/// Converts the problems reported by the readers and the decoder to findings.
#[must_use]
pub fn violations(problems: &[Problem]) -> Vec<Violation> {
    problems.iter().cloned().map(violation).collect()
}

/// Converts a problem to a finding.
pub(crate) fn violation(problem: Problem) -> Violation {
    let in_flavor = problem.kind == ProblemKind::DuplicateKey && is_capability(&problem.path);
    let (rule, kind) =
        if in_flavor { (&DUPLICATE_KEY_IN_FLAVOR, ViolationKind::Duplicate) } else { rule_and_kind(problem.kind) };
    let detail = if in_flavor {
        let key = problem.bad.as_str();
        format!("`{key}` occurs twice in this flavor; Gardener silently uses the last one")
    } else {
        problem.detail
    };
    let mut violation = Violation::new(rule, kind, problem.path, problem.bad, detail).with_help(problem.help);
    violation.span = problem.span;
    violation.related = problem.related;
    violation.fix = problem.fix;
    violation
}

fn rule_and_kind(kind: ProblemKind) -> (&'static Rule, ViolationKind) {
    match kind {
        ProblemKind::Unreadable => (&UNREADABLE_DOCUMENT, ViolationKind::Invalid),
        ProblemKind::BeyondLimit => (&DOCUMENT_LIMIT, ViolationKind::Invalid),
        ProblemKind::DuplicateKey => (&DUPLICATE_KEY, ViolationKind::Duplicate),
        ProblemKind::MergeOverride => (&MERGE_OVERRIDE, ViolationKind::Duplicate),
        ProblemKind::UnquotedKey => (&UNQUOTED_KEY, ViolationKind::Invalid),
        ProblemKind::ForeignTag => (&FOREIGN_TAG, ViolationKind::Invalid),
        ProblemKind::WrongType => (&WRONG_TYPE, ViolationKind::TypeInvalid),
        ProblemKind::UnquotedString => (&UNQUOTED_STRING, ViolationKind::TypeInvalid),
        ProblemKind::UnknownField => (&UNKNOWN_FIELD, ViolationKind::UnknownField),
        ProblemKind::HintedField(name) => (hinted(name, &UNKNOWN_FIELD), ViolationKind::UnknownField),
        ProblemKind::InvalidScalar(name) | ProblemKind::NestedLevel(name) => {
            (hinted(name, &WRONG_TYPE), ViolationKind::TypeInvalid)
        }
    }
}

/// Returns the rule of a hint, or the fallback if the hint does not belong to this crate.
fn hinted(name: &str, fallback: &'static Rule) -> &'static Rule {
    HINTED.into_iter().find(|rule| rule.name == name).unwrap_or(fallback)
}

/// Returns whether a path points to a capability of a flavor in the core section.
fn is_capability(path: &FieldPath) -> bool {
    let names = ["spec", "machineImages", "", "versions", "", FLAVORS, "", "*"];
    path.segments().len() == names.len()
        && path.segments().iter().zip(names).all(|(segment, name)| match segment {
            Segment::Field(field) => name == "*" || field == name,
            Segment::Index(_) => name.is_empty(),
        })
}
