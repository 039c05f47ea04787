//! The output of each renderer for the same report.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, missing_docs, reason = "tests")]

use rootstock_core_model::{Applicability, Change, FieldPath, Fix, Path, Releases, Rule, Severity, Source, Violation};
use rootstock_document::{Edit, Named};
use rootstock_report::ReportAnswer;
use rootstock_report::render::{github, gitlab, junit, markdown, sarif, text};
use rootstock_report::{
    DocumentOutcome, DocumentRecord, Finding, Place, RelatedPlace, Report, SourceId, SourceText, pointer,
};

static UNREGISTERED: Rule = Rule {
    name: "capability-name-unregistered",
    package: "test",
    since: "0.1.0",
    severity: Severity::Error,
    source: Source::Gardener,
    releases: Releases::ALL,
    finds_in_equal_shoots: true,
    remedy: "",
    page: "# unregistered\n\nThe names of capabilities are registered in `spec.machineCapabilities`.\n\nMore about it.\n",
};
static REPEATED: Rule = Rule {
    name: "machine-type-repeated",
    package: "test",
    since: "0.1.0",
    severity: Severity::Warning,
    source: Source::Rootstock,
    releases: Releases::ALL,
    finds_in_equal_shoots: true,
    remedy: "",
    page: "# repeated\n\nThe names of machine types differ.\n\nMore about it.\n",
};
static NESTED: Rule = Rule {
    name: "flavor-nested",
    package: "test",
    since: "0.1.0",
    severity: Severity::Error,
    source: Source::Gardener,
    releases: Releases::ALL,
    finds_in_equal_shoots: true,
    remedy: "",
    page: "# nested\n\nA flavor has its capabilities without a level of its own.\n\nMore about it.\n",
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
        left_out: Vec::new(),
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
        inside: String::new(),
        reason: String::new(),
    };
    report.documents.push(document("CloudProfile", DocumentOutcome::Checked, place("kind: CloudProfile")));
    let shoot = document("Shoot", DocumentOutcome::NotChecked, place("kind: Shoot"));
    report.documents.push(DocumentRecord { reason: "only a CloudProfile is checked".to_owned(), ..shoot });

    let spec = Path::root("spec");
    let types = spec.field("machineTypes");
    let first = types.index(0);
    report.findings.push(finding(
        Violation::name_not_supported(&UNREGISTERED, &first.field("capabilities"), "gpu", &["architecture", "gpus"]),
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
fn text_output_is_stable() {
    let mut out = Vec::new();
    let report = report();
    text::render(&ReportAnswer::from(&report), &report.sources, text::TextOptions::default(), &mut out).unwrap();
    insta::assert_snapshot!(strip(out));
}

#[test]
fn json_output_is_stable() {
    insta::assert_snapshot!(serde_json::to_string_pretty(&ReportAnswer::from(&report())).unwrap());
}

#[test]
fn repeated_findings_take_one_line_each() {
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
fn very_long_line_is_truncated() {
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
fn sort_order_is_independent_of_insertion_order() {
    let sorted = report();
    let mut reversed = report();
    reversed.findings.reverse();
    reversed.sort();
    let paths = |report: &Report| report.findings.iter().map(|f| pointer(&f.violation.path)).collect::<Vec<_>>();
    assert_eq!(paths(&sorted), paths(&reversed));
}

/// The report as CI tools see it: from another directory, including suppressed findings.
fn answer() -> ReportAnswer {
    let mut report = report();
    let by = report.add_source(SourceText::new("rootstock.toml", "[[suppress]]\nreason = \"known\"\n"));
    let suppressed = report.findings.pop().unwrap();
    report.suppressed.push(rootstock_report::Suppressed {
        finding: suppressed,
        reason: "known, see #12".to_owned(),
        by: (by, Place { span: 0..12, exact: true }),
    });
    ReportAnswer::from(&report)
}

fn written(render: impl FnOnce(&mut dyn std::io::Write) -> std::io::Result<()>) -> String {
    let mut out = Vec::new();
    render(&mut out).unwrap();
    String::from_utf8(out).unwrap()
}

fn sarif_of(answer: &ReportAnswer) -> String {
    written(|out| sarif::render(answer, &[&UNREGISTERED, &REPEATED, &NESTED], "1.2.3", out))
}

#[test]
fn sarif_output_is_valid_and_stable() {
    let log = sarif_of(&answer());
    let schema = include_str!("sarif-2.1.0.json");
    let mut schema: serde_json::Value = serde_json::from_str(schema).unwrap();
    // The official schema's patterns for languages, which are not used here, are not valid regular expressions.
    for object in ["run", "toolComponent"] {
        let language = schema.pointer_mut(&format!("/definitions/{object}/properties/language")).unwrap();
        assert!(language.as_object_mut().unwrap().remove("pattern").is_some());
    }
    let validator = jsonschema::validator_for(&schema).unwrap();
    let value: serde_json::Value = serde_json::from_str(&log).unwrap();
    let errors: Vec<String> =
        validator.iter_errors(&value).map(|error| format!("{error} at {}", error.instance_path())).collect();
    assert_eq!(errors, <Vec<String>>::new());
    let mut broken = value;
    broken["runs"][0]["results"][0]["level"] = "fatal".into();
    assert!(!validator.is_valid(&broken), "the schema holds nothing");
    insta::assert_snapshot!(log);
}

#[test]
fn sarif_fix_replaces_the_fixed_region() {
    let log: serde_json::Value = serde_json::from_str(&sarif_of(&ReportAnswer::from(&report()))).unwrap();
    let results = log["runs"][0]["results"].as_array().unwrap();
    let fixed = results.iter().find(|result| result.get("fixes").is_some()).unwrap();
    let replacement = &fixed["fixes"][0]["artifactChanges"][0]["replacements"][0];
    let region = |name: &str| replacement["deletedRegion"][name].as_u64().unwrap() as usize;
    let byte = |line: usize, column: usize| {
        let before: usize = TEXT.split_inclusive('\n').take(line - 1).map(str::len).sum();
        before + TEXT.get(before..).unwrap().char_indices().nth(column - 1).unwrap().0
    };
    let deleted = byte(region("startLine"), region("startColumn"))..byte(region("endLine"), region("endColumn"));
    assert_eq!(TEXT.get(deleted).unwrap(), "capabilities:\n          ");
    assert_eq!(replacement["insertedContent"]["text"], "");
}

#[test]
fn junit_output_is_stable() {
    insta::assert_snapshot!(written(|out| junit::render(&answer(), Severity::Error, out)));
}

#[test]
fn github_annotations_are_escaped() {
    let mut answer = answer();
    let hostile = &mut answer.findings[0];
    hostile.location.file = "odd,name:50%.yaml".to_owned();
    hostile.help = "first\r\n::error::second".into();
    insta::assert_snapshot!(written(|out| github::render(&answer, out)));
}

#[test]
fn gitlab_output_is_stable() {
    let text = written(|out| gitlab::render(&answer(), out));
    insta::assert_snapshot!(text);
}

#[test]
fn markdown_output_is_escaped() {
    let mut answer = answer();
    let hostile = &mut answer.findings[0];
    hostile.location.file = "`a`\n<script>@everyone.yaml".to_owned();
    hostile.message = "```` <img onerror=x> @everyone [x](javascript:x)".to_owned();
    insta::assert_snapshot!(written(|out| markdown::render(&answer, out)));
}

#[test]
fn fingerprints_are_unique_and_survive_moved_lines() {
    let fingerprints = |report: &Report| -> Vec<String> {
        let text = written(|out| gitlab::render(&ReportAnswer::from(report), out));
        let issues: Vec<serde_json::Value> = serde_json::from_str(&text).unwrap();
        issues.iter().map(|issue| issue["fingerprint"].as_str().unwrap().to_owned()).collect()
    };
    let before = report();
    let mut moved = before.clone();
    for finding in &mut moved.findings {
        finding.place = finding.place.take().map(|it| Place { span: it.span.start + 1..it.span.end + 1, ..it });
    }
    assert_eq!(fingerprints(&before), fingerprints(&moved));
    let mut twice = before.clone();
    twice.findings.extend(before.findings.clone());
    let all = fingerprints(&twice);
    let distinct: std::collections::BTreeSet<&String> = all.iter().collect();
    assert_eq!(all.len(), distinct.len());
}
