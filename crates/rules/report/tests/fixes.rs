//! Selection of fixes to make at once.
#![allow(clippy::unwrap_used, clippy::panic, missing_docs, reason = "tests")]

use rootstock_core_model::{Applicability, Change, FieldPath, Fix, Path, Releases, Rule, Severity, Source, Violation};
use rootstock_document::Edit;
use rootstock_report::{Finding, FixSet, Place, Report, SourceText};
use rstest::rstest;

static RULE: Rule = Rule {
    name: "odd",
    package: "test",
    since: "0.1.0",
    severity: Severity::Error,
    source: Source::Rootstock,
    releases: Releases::ALL,
    finds_in_equal_shoots: true,
    remedy: "",
    page: "",
};

/// A finding whose fix has these edits: `1-2=b` replaces a byte, `3-3=x` inserts.
fn finding(source: rootstock_report::SourceId, applicability: Applicability, edits: &str) -> Finding {
    let edits: Vec<Edit> = edits
        .split_whitespace()
        .map(|edit| {
            let (span, text) = edit.split_once('=').unwrap();
            let (start, end) = span.split_once('-').unwrap();
            Edit { span: start.parse().unwrap()..end.parse().unwrap(), text: text.to_owned() }
        })
        .collect();
    let fix = Fix { title: String::new(), applicability, changes: vec![Change::Remove { path: FieldPath::root() }] };
    let start = edits.first().map_or(0, |edit| edit.span.start);
    Finding {
        violation: Violation::invalid(&RULE, &Path::root("a"), "", "is odd").with_fix(fix),
        source,
        document: None,
        place: Some(Place { span: start..start, exact: true }),
        within: Vec::new(),
        related: Vec::new(),
        edits: Some(edits),
        left_out: Vec::new(),
    }
}

#[rstest]
#[case::apart(&["0-1=A", "2-3=C"], "AbCd", 2)]
#[case::side_by_side(&["0-1=A", "1-2=B"], "ABcd", 2)]
#[case::overlapping(&["0-2=AB", "1-3=BC"], "ABcd", 1)]
#[case::within(&["0-4=X", "1-2=B"], "X", 1)]
#[case::the_same_twice(&["0-1=A", "0-1=A"], "Abcd", 2)]
#[case::insertions_at_same_position(&["1-1=x", "1-1=y"], "axbcd", 1)]
#[case::the_first_in_the_text_wins(&["1-3=X", "0-2=Y"], "Ycd", 1)]
#[case::all_edits_or_none(&["0-1=A 3-4=D", "2-4=Z"], "AbcD", 1)]
#[case::overlaps_itself(&["0-2=A 1-3=B", "3-4=D"], "abcD", 1)]
fn first_of_overlapping_fixes_is_applied(#[case] fixes: &[&str], #[case] after: &str, #[case] selected: usize) {
    let mut report = Report::default();
    let source = report.add_source(SourceText::new("a.yaml", "abcd"));
    report.findings.extend(fixes.iter().map(|edits| finding(source, Applicability::Safe, edits)));
    report.sort();
    let set = FixSet::of(&report, Applicability::Safe, |_| true);
    let texts: Vec<(_, String)> = set.texts(&report).collect();
    assert_eq!(texts, [(source, after.to_owned())]);
    assert_eq!(set.selected.len(), selected);
}

#[test]
fn suggested_and_rejected_fixes_are_not_applied() {
    let mut report = Report::default();
    let source = report.add_source(SourceText::new("a.yaml", "abcd"));
    report.findings.push(finding(source, Applicability::Suggested, "0-1=A"));
    report.findings.push(finding(source, Applicability::Safe, "1-2=B"));
    assert!(FixSet::of(&report, Applicability::Safe, |_| false).is_empty());
    let set = FixSet::of(&report, Applicability::Safe, |_| true);
    assert_eq!(set.texts(&report).map(|(_, text)| text).collect::<Vec<_>>(), ["aBcd"]);
    let set = FixSet::of(&report, Applicability::Suggested, |_| true);
    assert_eq!(set.texts(&report).map(|(_, text)| text).collect::<Vec<_>>(), ["ABcd"]);
}
