use rootstock_advice::AdviceOptions;
use rootstock_core_model::{Semantics, Settings};
use rootstock_report::Report;
use rstest::rstest;

use super::Baseline;
use crate::{Analysis, Role};

/// A profile with an error and a warning in each of its regions, and an unnamed item that is wrong.
fn profile(name: &str, regions: &[&str]) -> String {
    let region = |name: &&str| {
        format!("  - {{name: {name}, zones: [{{name: z, unavailableMachineTypes: [large]}}, {{name: z}}]}}\n")
    };
    let regions: String = regions.iter().map(region).collect();
    format!(
        "apiVersion: core.gardener.cloud/v1beta1\nkind: CloudProfile\nmetadata: {{name: {name}}}\nspec:\n  type: local\n  \
         kubernetes: {{versions: [{{version: 1.34.1}}]}}\n  machineImages: [{{name: a, versions: [{{version: 1.0.0}}]}}]\n  \
         machineTypes: [{{name: m, cpu: '1', gpu: '0', memory: 1Gi}}]\n  regions:\n{regions}"
    )
}

fn check(texts: &[(&str, &str)], baseline: Option<&str>) -> Report {
    check_with(false, texts, baseline)
}

fn check_with(advice: bool, texts: &[(&str, &str)], baseline: Option<&str>) -> Report {
    let settings = Settings::new(Semantics::Documented, "2026-06-01T00:00:00Z".parse().unwrap());
    let mut analysis = Analysis::new(rootstock_providers::registry().unwrap(), settings);
    analysis.set_advice(advice.then(AdviceOptions::default));
    analysis.set_baseline(baseline.map(|text| Baseline::read("baseline.json", text).unwrap()));
    for (name, text) in texts {
        analysis.set(Role::Checked, name, text.as_bytes());
    }
    analysis.check().report
}

/// Returns the rules of the findings that remain, and the number of those left out.
fn outcome(report: &Report) -> (Vec<&str>, usize) {
    (report.findings.iter().map(|finding| finding.violation.rule.name).collect(), report.suppressed.len())
}

#[test]
fn baseline_leaves_out_what_it_was_written_from() {
    let text = profile("a", &["one", "two"]);
    let before = check(&[("a.yaml", &text)], None);
    let baseline = Baseline::text_of(&before);
    insta::assert_snapshot!(baseline);
    let after = check(&[("a.yaml", &text)], Some(&baseline));
    assert_eq!(outcome(&after), (Vec::new(), before.findings.len()));
    assert!(before.findings.iter().any(|finding| finding.is_error()));
}

/// Neither lines, nor positions in lists, nor files matter.
#[test]
fn moved_findings_are_known() {
    let before = check(&[("a.yaml", &profile("a", &["one", "two"]))], None);
    let baseline = Baseline::text_of(&before);
    let moved = format!("# first\n\n{}", profile("a", &["two", "one"]));
    assert_eq!(outcome(&check(&[("b.yaml", &moved)], Some(&baseline))), (Vec::new(), before.findings.len()));
}

#[test]
fn new_findings_are_reported() {
    let baseline = Baseline::text_of(&check(&[("a.yaml", &profile("a", &["one"]))], None));
    let more = profile("a", &["one", "two"]);
    let report = check(&[("a.yaml", &more)], Some(&baseline));
    assert!(!report.findings.is_empty());
    assert!(report.findings.iter().all(|finding| finding.within.iter().any(|named| named.name == "two")));
    // Another object has its own findings.
    let other = profile("b", &["one"]);
    assert_eq!(check(&[("a.yaml", &other)], Some(&baseline)).suppressed.len(), 0);
}

#[test]
fn findings_that_are_gone_are_reported() {
    let before = profile("a", &["one", "two"]);
    let baseline = Baseline::text_of(&check(&[("a.yaml", &before)], None));
    let report = check(&[("a.yaml", &profile("a", &["one"]))], Some(&baseline));
    let texts: Vec<String> = report.findings.iter().map(|finding| finding.violation.detail.to_string()).collect();
    assert!(
        !texts.is_empty() && texts.iter().all(|text| text.contains("[two]") && text.contains("no longer found")),
        "{texts:?}"
    );
    // Places are those in the baseline.
    let finding = &report.findings[0];
    let source = report.source(finding.source).unwrap();
    assert_eq!(source.name(), "baseline.json");
    assert!(source.slice(&finding.place.as_ref().unwrap().span).contains("[two]"));
    // Of an object that is not checked, nothing is known.
    let other = check(&[("b.yaml", &profile("b", &[]))], Some(&baseline));
    assert!(!outcome(&other).0.contains(&"baseline-entry-gone"));
}

/// A profile without a provider, with machine types that have a size without a unit and no image, and image versions and versions of
/// Kubernetes without a classification.
fn grouped_profile(types: &[&str], versions: &[&str]) -> String {
    let each = |names: &[&str], item: fn(&str) -> String| names.iter().map(|name| item(name)).collect::<String>();
    let types =
        each(types, |name| format!("{{name: {name}, cpu: '1', gpu: '0', memory: 16777216, architecture: arm64}}, "));
    let offered = each(versions, |version| format!("{{version: {version}, architectures: [amd64]}}, "));
    let deprecated = each(versions, |version| {
        format!("{{version: {version}, architectures: [amd64], classification: deprecated}}, ")
    });
    format!(
        "apiVersion: core.gardener.cloud/v1beta1\nkind: CloudProfile\nmetadata: {{name: a}}\nspec:\n  type: own\n  \
         regions: [{{name: r}}]\n  kubernetes: {{versions: [{{version: 1.34.1, classification: supported}}]}}\n  \
         machineImages: [{{name: one, versions: [{offered}{{version: 9.0.0, classification: supported}}]}}, \
         {{name: two, versions: [{deprecated}{{version: 9.0.0, classification: supported}}]}}]\n  machineTypes: [{types}]\n"
    )
}

const GROUPED: [&str; 4] =
    ["size-without-unit", "machine-type-without-image", "image-versions-unclassified", "deprecated-without-expiration"];

/// The findings of a check with a baseline that was written from another profile.
fn later(before: &str, after: &str) -> Report {
    let baseline = Baseline::text_of(&check_with(true, &[("a.yaml", before)], None));
    check_with(true, &[("a.yaml", after)], Some(&baseline))
}

#[test]
fn grouped_findings_with_new_items_are_reported() {
    let (one, two) = (grouped_profile(&["m"], &["1.0.0"]), grouped_profile(&["m", "o"], &["1.0.0", "2.0.0"]));
    let before = check_with(true, &[("a.yaml", &one)], None);
    for rule in GROUPED {
        assert!(outcome(&before).0.contains(&rule), "{rule}: {before:?}");
    }
    let report = later(&one, &two);
    assert_eq!(sorted(outcome(&report).0), sorted(GROUPED.to_vec()));
    assert_eq!(outcome(&later(&two, &two)).0, Vec::<&str>::new());
}

/// Even if the remaining item is not the one at which the finding was.
#[test]
fn grouped_findings_with_fewer_items_are_known() {
    let (two, rest) = (grouped_profile(&["m", "o"], &["1.0.0", "2.0.0"]), grouped_profile(&["o"], &["2.0.0"]));
    let report = later(&two, &rest);
    let gone: Vec<String> = report.findings.iter().map(|finding| finding.violation.detail.to_string()).collect();
    insta::assert_snapshot!(gone.join("\n"), @r"
    the finding of `deprecated-without-expiration` for `1.0.0` at `spec.machineImages[two].versions[].version` of `CloudProfile/a` is no longer found
    the finding of `image-versions-unclassified` for `one 1.0.0` at `spec.machineImages[].versions[].version` of `CloudProfile/a` is no longer found
    the finding of `machine-type-without-image` for `m` at `spec.machineTypes[]` of `CloudProfile/a` is no longer found
    the finding of `size-without-unit` for `m` at `spec.machineTypes[].memory` of `CloudProfile/a` is no longer found
    ");
}

fn sorted<T: Ord>(mut list: Vec<T>) -> Vec<T> {
    list.sort();
    list
}

/// Findings that differ only in the position of an unnamed item are counted.
#[test]
fn counts_are_exact() {
    let baseline = |count: usize| {
        format!(
            r#"{{"schema": "rootstock.baseline/v1", "findings": [{{"object": "CloudProfile/a", "rule": "zone-machine-type-unknown",
                "path": "spec.regions[r].zones[z].unavailableMachineTypes[]", "count": {count}}}]}}"#
        )
    };
    let text = profile("a", &["r"]).replace("[large]", "[large, huge, vast]");
    for (known, rest, gone) in [(1, 2, 0), (3, 0, 0), (5, 0, 1)] {
        let report = check(&[("a.yaml", &text)], Some(&baseline(known)));
        let (rules, suppressed) = outcome(&report);
        let number = |name| rules.iter().filter(|rule| **rule == name).count();
        assert_eq!(
            (suppressed, number("zone-machine-type-unknown"), number("baseline-entry-gone")),
            (known.min(3), rest, gone)
        );
    }
}

#[rstest]
#[case("{}", "missing field `schema`")]
#[case(r#"{"schema": "rootstock.check/v1", "findings": []}"#, "unknown variant `rootstock.check/v1`")]
#[case(r#"{"schema": "rootstock.baseline/v1", "findings": [{"rule": "x", "path": ""}]}"#, "missing field `object`")]
#[case(
    r#"{"schema": "rootstock.baseline/v1", "findings": [{"object": "a", "rule": "x", "path": "", "line": 1}]}"#,
    "unknown field `line`"
)]
fn other_files_are_refused(#[case] text: &str, #[case] problem: &str) {
    let error = Baseline::read("b.json", text).unwrap_err().to_string();
    assert!(error.starts_with("b.json is not a baseline") && error.contains(problem), "{error}");
}
