use rootstock_advice::AdviceOptions;
use rootstock_core_model::{Semantics, Settings};
use rootstock_report::Report;
use rstest::rstest;

use crate::configuration::Configuration;
use crate::{Analysis, Role};

/// A profile with a finding in each of the regions `a` and `b`, and a comment at each place that a word names.
fn profile(comments: &[(&str, &str)]) -> String {
    let mut text = "\
apiVersion: core.gardener.cloud/v1beta1
kind: CloudProfile
metadata: {name: local}
spec: #SPEC
  type: local
  machineCapabilities: [{name: architecture, values: [amd64]}]
  kubernetes: {versions: [{version: 1.34.1, classification: supported}]}
  machineImages:
  - name: plain
    updateStrategy: minor
    versions: [{version: 1.0.0, classification: supported, capabilityFlavors: [{architecture: [amd64]}]}]
  machineTypes:
  - {name: medium, cpu: \"4\", gpu: \"0\", memory: 16Gi, capabilities: {architecture: [amd64]}}
  #LIST
  regions:
  - name: a #A
    zones:
    - name: a-1 #FIELD
    - name: a-2
      unavailableMachineTypes: [large]
  #B
  - {name: b, zones: [{name: b-1, unavailableMachineTypes: [large]}]}
  providerConfig:
    apiVersion: local.provider.extensions.gardener.cloud/v1alpha1
    kind: CloudProfileConfig
    machineImages:
    - name: plain
      versions:
      - {version: 1.0.0, capabilityFlavors: [{image: a/b:1, capabilities: {architecture: [amd64]}}]}
"
    .to_owned();
    for (place, comment) in comments {
        text = text.replace(&format!("#{place}\n"), &format!("# rootstock: {comment}\n"));
    }
    text
}

const RULE: &str = "zone-machine-type-unknown";

fn analysis(configuration: &str) -> Analysis {
    let registry = rootstock_providers::registry().unwrap();
    let configuration = Configuration::read("rootstock.toml", configuration, &registry).unwrap();
    let settings = Settings::new(Semantics::Documented, "2026-06-01T00:00:00Z".parse().unwrap());
    let mut analysis = Analysis::new(registry, settings);
    analysis.set_advice(Some(AdviceOptions::default()));
    analysis.set_configuration(configuration);
    analysis
}

fn check(text: &str, configuration: &str) -> Report {
    let mut analysis = analysis(configuration);
    analysis.set(Role::Checked, "a.yaml", text.as_bytes());
    analysis.check().report
}

/// Returns the findings of a report as `rule` or `rule line`, for those about comments.
fn found(report: &Report) -> Vec<String> {
    let text = |finding: &rootstock_report::Finding| {
        let rule = finding.violation.rule.name;
        let place = finding.place.as_ref().filter(|_| rule.starts_with("acceptance-"));
        let text = place.and_then(|place| report.source(finding.source)?.text().get(place.span.clone()));
        text.map_or_else(|| rule.to_owned(), |text| format!("{rule} at {text}"))
    };
    report.findings.iter().map(text).collect()
}

#[rstest]
#[case::none(&[], 0, &[RULE, RULE])]
#[case::an_item(&[("A", "allow zone-machine-type-unknown: soon")], 1, &[RULE])]
#[case::above_an_item(&[("B", "allow zone-machine-type-unknown until 2026-06-01: soon")], 1, &[RULE])]
#[case::each(&[("A", "allow zone-machine-type-unknown: soon"), ("B", "allow zone-machine-type-unknown: soon")], 2, &[])]
#[case::the_list(&[("LIST", "allow zone-machine-type-unknown: soon")], 2, &[])]
#[case::the_spec(&[("SPEC", "allow zone-machine-type-unknown: soon")], 2, &[])]
#[case::nested(&[("LIST", "allow zone-machine-type-unknown: x"), ("A", "allow zone-machine-type-unknown: y")], 2, &[])]
#[case::needless_nested(
    &[("SPEC", "allow zone-machine-type-unknown: x"), ("LIST", "allow zone-machine-type-unknown: y")],
    2,
    &["acceptance-unused at # rootstock: allow zone-machine-type-unknown: x"],
)]
#[case::another_field(&[("FIELD", "allow value-order-meaningless: soon")], 0, &["acceptance-unused at # rootstock: allow value-order-meaningless: soon", RULE, RULE])]
#[case::for_people(&[("A", "this is the type of the team of the image")], 0, &[RULE, RULE])]
#[case::expired(
    &[("LIST", "allow zone-machine-type-unknown until 2026-05-31: soon")],
    0,
    &["acceptance-expired at # rootstock: allow zone-machine-type-unknown until 2026-05-31: soon", RULE, RULE],
)]
#[case::misspelt(
    &[("LIST", "allow zone-machine-type-unknow: soon")],
    0,
    &["acceptance-misspelt at # rootstock: allow zone-machine-type-unknow: soon", RULE, RULE],
)]
fn comments_accept_what_is_below_them(
    #[case] comments: &[(&str, &str)],
    #[case] accepted: usize,
    #[case] expected: &[&str],
) {
    let report = check(&profile(comments), "");
    assert_eq!(
        (report.suppressed.len(), found(&report)),
        (accepted, expected.iter().map(|rule| (*rule).to_owned()).collect())
    );
    assert_eq!(report.summary().suppressed, accepted);
}

#[test]
fn reason_and_comment_are_kept() {
    let report = check(&profile(&[("A", "allow zone-machine-type-unknown until 2026-07-01: it comes in July")]), "");
    let suppressed = &report.suppressed[0];
    assert_eq!(suppressed.reason, "it comes in July");
    let comment = "# rootstock: allow zone-machine-type-unknown until 2026-07-01: it comes in July";
    assert_eq!(report.source(suppressed.by.0).unwrap().slice(&suppressed.by.1.span), comment);
}

/// Errors of Gardener cannot be accepted.
#[test]
fn errors_stay() {
    let text = profile(&[]).replace("- name: a-2\n", "- name: a-1 # rootstock: allow value-order-meaningless: later\n");
    let report = check(&text, "");
    let error = report.findings.iter().find(|finding| finding.is_error()).unwrap();
    let text = text.replace("value-order-meaningless", error.violation.rule.name);
    let report = check(&text, "");
    assert!(report.suppressed.is_empty());
    let unused = report.findings.iter().find(|finding| finding.violation.rule.name == "acceptance-unused").unwrap();
    assert!(unused.violation.detail.contains("only errors"), "{}", unused.violation.detail);
}

/// A configuration switches rules off, raises them, and weighs the findings about comments.
#[test]
fn configuration_applies_too() {
    let unused =
        profile(&[("FIELD", "allow value-order-meaningless: soon"), ("LIST", "allow zone-machine-type-unknown: soon")]);
    let off = check(&unused, "[severity]\nvalue-order-meaningless = \"off\"\nzone-machine-type-unknown = \"error\"\n");
    assert_eq!((found(&off), off.suppressed.len()), (Vec::new(), 2));
    let lower = check(&unused, "[severity]\nacceptance-unused = \"note\"\n");
    assert_eq!(lower.worst(), Some(rootstock_core_model::Severity::Note));
}

/// A comment is not reported as unused while the profile is missing.
#[test]
fn comments_of_unchecked_documents_are_left_alone() {
    let shoot = "apiVersion: core.gardener.cloud/v1beta1\nkind: Shoot\nmetadata: {name: a, namespace: garden-a}\nspec:\n  \
                 cloudProfile: {name: other} # rootstock: allow value-order-meaningless: soon\n";
    assert!(!found(&check(shoot, "")).iter().any(|rule| rule.starts_with("acceptance-")));
    let other = "apiVersion: v1\nkind: Pod # rootstock: allow nothing: soon\n";
    assert_eq!(found(&check(other, "")), Vec::<String>::new());
}

/// An editor replaces the text, and then the comments of the new text count.
#[test]
fn comments_follow_the_text() {
    let mut analysis = analysis("");
    for (comments, count) in [(&[][..], 2), (&[("LIST", "allow zone-machine-type-unknown: soon")], 0), (&[], 2)] {
        analysis.set(Role::Checked, "a.yaml", profile(comments).as_bytes());
        assert_eq!(analysis.check().report.findings.len(), count);
    }
}

/// Time grows with the number of comments and findings, not with their product.
#[test]
fn many_comments_are_applied_in_time() {
    let item = |number: usize| {
        let comment = if number.is_multiple_of(2) { " # rootstock: allow zone-machine-type-unknown: x" } else { "" };
        format!("  - {{name: a{number}, zones: [{{name: b-1, unavailableMachineTypes: [large]}}]}}{comment}\n")
    };
    let many: String = (0..3_000).map(item).collect();
    let above = "  # rootstock: allow zone-machine-type-unknown: y\n".repeat(3_000);
    let text = profile(&[]).replace("  #LIST\n", &above).replace("  - name: a #A\n", &format!("{many}  - name: a\n"));
    let begun = std::time::Instant::now();
    let report = check(&text, "");
    assert_eq!((report.suppressed.len(), report.findings.len()), (3_002, 2_999));
    assert!(begun.elapsed().as_secs() < 60, "{:?}", begun.elapsed());
}
