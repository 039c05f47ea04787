//! What each renderer makes of the same report.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, missing_docs, reason = "tests")]

use rootstock_core_model::{Applicability, Change, FieldPath, Fix, Path, Rule, Severity, Source, Violation};
use rootstock_document::{Edit, Named};
use rootstock_report::ReportAnswer;
use rootstock_report::render::text;
use rootstock_report::{
    DocumentOutcome, DocumentRecord, Finding, Place, RelatedPlace, Report, SourceId, SourceText, pointer,
};

static UNREGISTERED: Rule = Rule {
    name: "capability-name-unregistered",
    package: "test",
    since: "0.1.0",
    severity: Severity::Error,
    source: Source::Gardener,
    page: "",
};
static REPEATED: Rule = Rule {
    name: "machine-type-repeated",
    package: "test",
    since: "0.1.0",
    severity: Severity::Warning,
    source: Source::Rootstock,
    page: "",
};
static NESTED: Rule = Rule {
    name: "flavor-nested",
    package: "test",
    since: "0.1.0",
    severity: Severity::Error,
    source: Source::Gardener,
    page: "",
};

const TEXT: &str = "\
kind: CloudProfile
spec:
  machineTypes:
  - name: small
    capabilities:
      gpu: [nvidia]
  - name: small\u{1b}[31m
  machineImages:
  - name: linux
    versions:
    - capabilityFlavors:
      - capabilities:
          architecture: [amd64] # kept
---
kind: Shoot
";

fn place(text: &str) -> Option<Place> {
    let start = TEXT.find(text).unwrap();
    Some(Place { span: start..start + text.len(), exact: true })
}

fn finding(violation: Violation, place: Option<Place>) -> Finding {
    Finding {
        violation,
        source: SourceId(0),
        document: Some(0),
        place,
        within: Vec::new(),
        related: Vec::new(),
        edits: None,
    }
}

fn report() -> Report {
    let mut report = Report::default();
    let source = report.add_source(SourceText::new("profiles/broken.yaml", TEXT));
    let document = |kind: &str, outcome, place| DocumentRecord {
        source,
        place,
        api_version: String::new(),
        kind: kind.to_owned(),
        name: String::new(),
        outcome,
        reason: String::new(),
    };
    report.documents.push(document("CloudProfile", DocumentOutcome::Checked, place("kind: CloudProfile")));
    let shoot = document("Shoot", DocumentOutcome::NotChecked, place("kind: Shoot"));
    report.documents.push(DocumentRecord { reason: "only a CloudProfile is checked".to_owned(), ..shoot });

    let spec = Path::root("spec");
    let types = spec.field("machineTypes");
    let first = types.index(0);
    report.findings.push(finding(
        Violation::not_supported(&UNREGISTERED, &first.field("capabilities"), "gpu", &["architecture", "gpus"]),
        place("gpu"),
    ));
    report.findings[0].within.push(Named { list: "machineTypes".to_owned(), name: "small".to_owned() });
    let name = FieldPath::root().field("spec").field("machineTypes").index(0).field("name");
    let again = Violation::duplicate(&REPEATED, &types.index(1).field("name"), "small\u{1b}[31m");
    let mut again = finding(again, place("small\u{1b}[31m"));
    again.related.push(RelatedPlace { place: place("small"), path: name, note: "first declared here".to_owned() });
    report.findings.push(again);
    let images = spec.field("machineImages");
    let image = images.index(0);
    let versions = image.field("versions");
    let version = versions.index(0);
    let flavors = version.field("capabilityFlavors");
    let flavor = flavors.index(0);
    let nested = Violation::invalid(&NESTED, &flavor.field("capabilities"), "", "cannot be decoded").with_fix(Fix {
        title: "take the `capabilities:` level out".to_owned(),
        applicability: Applicability::Safe,
        changes: vec![Change::Unwrap { path: flavor.to_field_path(), child: "capabilities".to_owned() }],
    });
    let mut nested = finding(nested, place("capabilities:\n          architecture"));
    let span = place("capabilities:\n          ").unwrap().span;
    nested.edits = Some(vec![Edit { span, text: String::new() }]);
    report.findings.push(nested);
    let missing = Place { exact: false, ..place("spec").unwrap() };
    report
        .findings
        .push(finding(Violation::required(&UNREGISTERED, &spec.field("type"), "must be set"), Some(missing)));
    report.sort();
    report
}

fn strip(bytes: Vec<u8>) -> String {
    let text = String::from_utf8(bytes).unwrap();
    let mut plain = String::new();
    let mut rest = text.as_str();
    while let Some((before, after)) = rest.split_once('\u{1b}') {
        plain.push_str(before);
        rest = after.split_once(['m', '\\']).unwrap().1;
    }
    plain + rest
}

#[test]
fn text_for_people() {
    let mut out = Vec::new();
    let report = report();
    text::render(&ReportAnswer::from(&report), &report.sources, text::TextOptions::default(), &mut out).unwrap();
    insta::assert_snapshot!(strip(out));
}

#[test]
fn json_for_programs() {
    insta::assert_snapshot!(serde_json::to_string_pretty(&ReportAnswer::from(&report())).unwrap());
}

#[test]
fn the_many_of_a_kind_take_one_line_each() {
    let mut report = report();
    let spec = Path::root("spec");
    let types = spec.field("machineTypes");
    for index in 0..10 {
        let violation = Violation::required(&NESTED, &types.index(index).field("cpu"), "must be set");
        report.findings.push(finding(violation, place("machineTypes")));
    }
    report.sort();
    let mut out = Vec::new();
    let options = text::TextOptions { full_per_rule: 1, ..Default::default() };
    text::render(&ReportAnswer::from(&report), &report.sources, options, &mut out).unwrap();
    insta::assert_snapshot!(strip(out));
}

#[test]
fn a_line_of_a_megabyte_is_cut() {
    let long = format!("{{\"a\": \"{}\", \"b\": 1, \"c\": \"{}\"}}", "x".repeat(1 << 19), "ö".repeat(1 << 19));
    let at = long.find("\"b\"").unwrap();
    let mut report = Report::default();
    report.add_source(SourceText::new("-", &long));
    let violation = Violation::required(&NESTED, &Path::root("b"), "must be set");
    report.findings.push(finding(violation, Some(Place { span: at..at + 3, exact: true })));
    let mut out = Vec::new();
    text::render(&ReportAnswer::from(&report), &report.sources, text::TextOptions::default(), &mut out).unwrap();
    let shown = strip(out);
    assert!(shown.len() < 2000, "{}", shown.len());
    assert!(shown.contains("<stdin>:1:524299"), "{shown}");
}

#[test]
fn the_order_does_not_depend_on_where_findings_came_from() {
    let sorted = report();
    let mut reversed = report();
    reversed.findings.reverse();
    reversed.sort();
    let paths = |report: &Report| report.findings.iter().map(|f| pointer(&f.violation.path)).collect::<Vec<_>>();
    assert_eq!(paths(&sorted), paths(&reversed));
}
