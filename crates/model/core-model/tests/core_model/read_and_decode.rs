//! Tests from text to typed objects: the findings, their positions, and what is read in spite of them.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::string_slice,
    missing_docs,
    reason = "tests"
)]

use rootstock_core_model::read::{File, read};
use rootstock_core_model::{CloudProfile, Decode, FieldPath, GARDENER, ReadLimits, Violation, violations};
use rootstock_document::Locator;
use rstest::rstest;

fn file(text: &str) -> File {
    read("test.yaml", text.as_bytes(), &ReadLimits::DEFAULT)
}

/// Returns the profile and all findings of the first document as `line:column rule path: detail (help)`.
fn findings(text: &str) -> (CloudProfile, Vec<String>) {
    let file = file(text);
    let document = &file.documents[0];
    let found = violations(&document.problems);
    let Some(raw) = document.raw() else {
        return (CloudProfile::default(), found.iter().map(|found| line(&file, 0, found)).collect());
    };
    let (profile, decoded) = raw.decode::<CloudProfile>(&rootstock_core_model::Path::object());
    let lines = found.iter().chain(&decoded).map(|found| line(&file, 0, found)).collect();
    (profile, lines)
}

fn line(file: &File, document: usize, found: &Violation) -> String {
    let span = found.span.unwrap_or_else(|| {
        let raw = file.documents[document].raw().unwrap();
        let target = Locator::with_hints(raw.node(), &GARDENER).locate(&found.path);
        target.node.key_span().unwrap_or_else(|| target.node.span())
    });
    let at = file.source.line_column(span.start);
    format!("{}:{} {} {}: {} ({})", at.line, at.column, found.rule.name, found.path, found.detail, found.help)
}

#[test]
fn one_mistake_never_hides_another() {
    let text = "\
kind: CloudProfile
spec:
  type: local
  kubernetes:
    versions:
    - version: 1.30
    - version: 1.31.1
      expirationDate: 2026-01-01
      clasification: supported
  machineTypes:
  - name: small
    cpu: 2x
    memory: 4Gib
    usable: \"yes\"
    capabilities:
      architecture: amd64
      storage: null
  - nothing
  limits:
    maxNodesTotal: 5000000000
  regions: {}
  seedSelector:
    labelSelector: {matchLabels: {a: b}}
  capabilities: {architecture: [amd64]}
  machineImages:
  - name: linux
    versions:
    - version: 1.0.0
      capabilitySets: []
      capabilityFlavors:
      - capabilities:
          architecture: [amd64]
      - architecture: [arm64, 1]
";
    let (profile, lines) = findings(text);
    insta::assert_snapshot!(lines.join("\n"));
    let spec = &profile.spec;
    assert_eq!(spec.kubernetes.offered()[0].version, "1.30");
    assert_eq!(spec.kubernetes.offered()[1].expiration_date, None);
    assert_eq!(spec.types()[0].usable, Some(true));
    assert!(spec.types()[0].cpu.is_zero());
    assert_eq!(spec.types()[0].capabilities.get("architecture"), Some(&["amd64".to_owned()][..]));
    assert_eq!(spec.types()[0].capabilities.get("storage"), Some(&[][..]));
    assert_eq!(spec.types().len(), 2);
    let flavors = spec.images()[0].offered()[0].flavors();
    assert_eq!(flavors[0].0.get("architecture"), Some(&["amd64".to_owned()][..]));
    assert_eq!(flavors[1].0.get("architecture"), Some(&["arm64".to_owned(), "1".to_owned()][..]));
}

#[rstest]
#[case::block("a: 1\nb:\n  - x\n  - {c: d}\n", "b[1].c", "4:9")]
#[case::crlf("a: 1\r\nb:\r\n  - x\r\n  - {c: d}\r\n", "b[1].c", "4:9")]
#[case::bom("\u{feff}a: 1\nb: 2\n", "b", "2:4")]
#[case::bom_first("\u{feff}a: 1\n", "a", "1:4")]
#[case::inline("--- {a: {b: 1}}\n", "a.b", "1:13")]
#[case::unicode("ä: 'ü'\nb: \"é\" \n", "b", "2:4")]
#[case::json("{\n  \"a\": [1, {\"b\": \"x\\n\"}]\n}", "a[1].b", "2:18")]
#[case::literal("a:\n  b: |\n    text\n", "a.b", "2:6")]
fn values_have_the_right_position(#[case] text: &str, #[case] path: &str, #[case] expected: &str) {
    let file = file(text);
    let raw = file.documents[0].raw().unwrap_or_else(|| panic!("{:?}", file.documents));
    let found = Locator::new(raw.node()).locate(&parse_path(path));
    assert!(found.exact);
    let at = file.source.line_column(found.node.span().start);
    assert_eq!(format!("{}:{}", at.line, at.column), expected);
}

fn parse_path(text: &str) -> FieldPath {
    text.split(['.', '[']).fold(FieldPath::root(), |path, step| match step.strip_suffix(']') {
        Some(index) => path.index(index.parse().unwrap()),
        None => path.field(step.to_owned()),
    })
}

#[test]
fn a_finding_in_a_nested_flavor_points_to_the_existing_field() {
    let text = "spec:\n  machineImages:\n  - versions:\n    - capabilityFlavors:\n      - capabilities:\n          arch: [x]\n";
    let file = file(text);
    let path = parse_path("spec.machineImages[0].versions[0].capabilityFlavors[0].arch[0]");
    let found = Locator::with_hints(file.documents[0].raw().unwrap().node(), &GARDENER).locate(&path);
    assert!(found.exact);
    assert_eq!(file.source.slice(found.node.span()), "x");
}
