//! Tests of the decoder beyond the simple cases.
#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing, missing_docs, reason = "tests")]

use std::collections::BTreeMap;

use rootstock_core_model::read::read;
use rootstock_core_model::without_follow_ups;
use rootstock_core_model::{
    BadValue, Change, CloudProfile, Decode, Path, Quantity, RawObject, ReadLimits, Releases, Rule, Severity, Source,
    Violation, ViolationKind, decode,
};
use rootstock_document::Decodable;
use rootstock_document::decode::BySerde;
use rootstock_versioning::Timestamp;
use rstest::rstest;
use serde::Deserialize;

fn raw(text: &str) -> RawObject {
    let file = read("a.yaml", text.as_bytes(), &ReadLimits::DEFAULT);
    file.documents[0].raw().unwrap_or_else(|| panic!("{:?}", file.documents[0])).clone()
}

#[derive(Debug, Default, PartialEq, Deserialize, Decodable)]
#[serde(default, rename_all = "camelCase")]
struct Everything {
    flag: bool,
    maybe_flag: Option<bool>,
    small: i8,
    unsigned: u32,
    large: u64,
    fraction: f64,
    text: String,
    maybe_text: Option<String>,
    list: Vec<String>,
    numbers: Vec<i32>,
    map: BTreeMap<String, i32>,
    choice: Choice,
    maybe_choice: Option<Choice>,
    amount: Quantity,
    maybe_amount: Option<Quantity>,
    #[decodable(by_serde)]
    since: Option<Timestamp>,
    inner: Inner,
    maybe_inner: Option<Inner>,
    #[decodable(by_serde)]
    pair: (i32, String),
    raw: RawObject,
    maybe_raw: Option<RawObject>,
}

#[derive(Debug, Default, PartialEq, Deserialize, Decodable)]
#[serde(default)]
struct Inner {
    name: String,
}

#[derive(Debug, Default, PartialEq, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Choice {
    #[default]
    Left,
    Right,
    Sized {
        size: i32,
    },
    Named(String),
}

rootstock_document::decodable_by_serde!(Choice);

/// Decodes a text by slots and by serde, asserts that both agree, and returns the value and the findings.
fn everything(text: &str) -> (Everything, Vec<String>) {
    let messages = |violations: Vec<Violation>| -> Vec<String> {
        violations.iter().map(|found| format!("{} {}", found.rule.name, found)).collect()
    };
    let (raw, path) = (raw(text), Path::root("config"));
    let (value, violations) = decode::<Everything>(raw.node(), &path);
    let (BySerde(by_serde), serde_violations) = decode(raw.node(), &path);
    let found = messages(violations);
    assert_eq!((&value, &found), (&by_serde, &messages(serde_violations)), "{text}");
    (value, found)
}

#[rstest]
#[case("flag: yes", Everything { flag: true, ..Everything::default() })]
#[case("flag: null\nsmall: ~\ntext:\nlist: null\ninner: null\nmap: null\namount: null", Everything::default())]
#[case("small: 0b11\nunsigned: 0777\nlarge: 18446744073709551615", Everything { small: 3, unsigned: 511, large: u64::MAX, ..Everything::default() })]
#[case("small: 1e1\nunsigned: 2.0", Everything { small: 10, unsigned: 2, ..Everything::default() })]
#[case("fraction: 1_000.5", Everything { fraction: 1000.5, ..Everything::default() })]
#[case("list: [a, null]", Everything { list: vec!["a".into(), String::new()], ..Everything::default() })]
#[case("numbers: [1, null]", Everything { numbers: vec![1, 0], ..Everything::default() })]
#[case("choice: right", Everything { choice: Choice::Right, ..Everything::default() })]
#[case("choice: {sized: {size: 3}}", Everything { choice: Choice::Sized { size: 3 }, ..Everything::default() })]
#[case("maybeChoice: {named: a}", Everything { maybe_choice: Some(Choice::Named("a".into())), ..Everything::default() })]
#[case("maybeText: ''", Everything { maybe_text: Some(String::new()), ..Everything::default() })]
#[case("map: {y: 1, 2: 2}", Everything { map: BTreeMap::from([("true".into(), 1), ("2".into(), 2)]), ..Everything::default() })]
#[case("amount: 010\nmaybeAmount: 1.50", Everything { amount: "8".parse().unwrap(), maybe_amount: Some("1.5".parse().unwrap()), ..Everything::default() })]
#[case("pair: [1, a]", Everything { pair: (1, "a".into()), ..Everything::default() })]
#[case("inner: &i {name: a}\nmaybeInner: *i", Everything { inner: Inner { name: "a".into() }, maybe_inner: Some(Inner { name: "a".into() }), ..Everything::default() })]
#[case("<<: {text: a}\nlist: [b]", Everything { text: "a".into(), list: vec!["b".into()], ..Everything::default() })]
#[case("raw: {a: [1]}\nmaybeRaw: null", Everything { raw: raw("a: [1]"), ..Everything::default() })]
fn values_are_read_as_in_kubernetes(#[case] text: &str, #[case] expected: Everything) {
    assert_eq!(everything(text), (expected, Vec::new()));
}

#[rstest]
#[case("flag: maybe", "wrong-type config.flag: Invalid type: \"maybe\": must be `true` or `false`, not a string")]
#[case("small: 200", "wrong-type config.small: Invalid type: 200: must be a whole number from -128 to 127")]
#[case("unsigned: -1", "wrong-type config.unsigned: Invalid type: -1: must be a whole number from 0 to 4294967295")]
#[case("unsigned: 1.5", "wrong-type config.unsigned: Invalid type: 1.5: must be a whole number")]
#[case("{\"unsigned\": 1e1}", "wrong-type config.unsigned: Invalid type: 1e1: must be a whole number")]
#[case("fraction: a", "wrong-type config.fraction: Invalid type: \"a\": must be a number, not a string")]
#[case("text: {a: b}", "wrong-type config.text: Invalid type: {…}: must be a string, not an object")]
#[case("numbers: 1", "wrong-type config.numbers: Invalid type: 1: must be a list, not a number")]
#[case("numbers: a", "wrong-type config.numbers: Invalid type: \"a\": must be a list, not a string")]
#[case("numbers: {a: 1}", "wrong-type config.numbers: Invalid type: {…}: must be a list, not an object")]
#[case("map: [a]", "wrong-type config.map: Invalid type: […]: must be an object, not a list")]
#[case(
    "since: 2020",
    "invalid-timestamp config.since: Invalid type: 2020: must be a date and time, such as `2026-12-31T23:59:59Z`, not a number"
)]
#[case("amount: '1 Gi'", "invalid-quantity config.amount: Invalid type: \"1 Gi\":")]
#[case(
    "maybeAmount: yes",
    "wrong-type config.maybeAmount: Invalid type: yes: must be a quantity, such as `500m` or `16Gi`, not a boolean"
)]
#[case("choice: up", "wrong-type config.choice: Invalid type: \"up\": unknown variant")]
#[case("inner: {nam: a}", "unknown-field config.inner.nam: Unknown field: there is no field `nam` here")]
#[case("pair: [1]", "wrong-type config.pair: Invalid type: […]: invalid length 1")]
#[case("Flag: true", "unknown-field config.Flag: Unknown field: there is no field `Flag` here")]
fn invalid_values_are_reported_and_defaulted(#[case] text: &str, #[case] expected: &str) {
    let (value, found) = everything(text);
    assert_eq!(value, Everything::default());
    assert_eq!(found.len(), 1, "{found:?}");
    assert!(found[0].starts_with(expected), "{}", found[0]);
}

#[rstest]
#[case("text: 1.30", Everything { text: "1.30".into(), ..Everything::default() })]
#[case("text: yes", Everything { text: "yes".into(), ..Everything::default() })]
#[case("flag: \"true\"", Everything { flag: true, ..Everything::default() })]
#[case("unsigned: \"5\"", Everything { unsigned: 5, ..Everything::default() })]
#[case("list: a", Everything { list: vec!["a".into()], ..Everything::default() })]
fn recoverable_values_are_repaired(#[case] text: &str, #[case] expected: Everything) {
    let (value, violations) = decode::<Everything>(raw(text).node(), &Path::object());
    assert_eq!(value, expected);
    assert_eq!(violations.len(), 1);
    assert!(matches!(violations[0].fix.as_ref().unwrap().changes[0], Change::Replace { .. }));
}

#[test]
fn types_that_reject_a_value_do_not_affect_other_fields() {
    let text = "choice: up\nmaybeChoice: down\npair: [1]\ntext: kept\nflag: maybe\nsmall: 1";
    let (value, found) = everything(text);
    assert_eq!(value, Everything { text: "kept".into(), small: 1, ..Everything::default() });
    assert_eq!(found.len(), 4, "{found:?}");
}

#[test]
fn a_document_that_is_not_an_object_gives_one_finding() {
    let (value, found) = everything("[1, 2]");
    assert_eq!(value, Everything::default());
    assert_eq!(found, ["wrong-type config: Invalid type: […]: must be an object, not a list"]);
}

#[test]
fn a_raw_object_keeps_its_spans_for_later_decoding() {
    let text = "spec:\n  providerConfig:\n    kind: X\n    amount: 1x\n";
    let (profile, violations) = decode::<CloudProfile>(raw(text).node(), &Path::object());
    assert!(violations.is_empty());
    let config = profile.spec.provider_config.unwrap();
    assert_eq!(config.get("amount").unwrap().span().range(), text.find("1x").unwrap()..text.find("1x").unwrap() + 2);
    let spec = Path::root("spec");
    let (_, violations) = config.decode::<Everything>(&spec.field("providerConfig"));
    let paths: Vec<String> = violations.iter().map(|found| found.path.to_string()).collect();
    assert_eq!(paths, ["spec.providerConfig.kind", "spec.providerConfig.amount"]);
}

/// YAML 1.2 reads `yes` as a string, so a fix does not write it.
#[rstest]
#[case("flag: 'yes'", "true")]
#[case("flag: \"Off\"", "false")]
#[case("small: '5'", "5")]
fn needless_quotes_are_removed(#[case] text: &str, #[case] fixed: &str) {
    let (_, violations) = decode::<Everything>(raw(text).node(), &Path::root("config"));
    let [found] = &violations[..] else { panic!("{violations:?}") };
    let [Change::Replace { text, .. }] = &found.fix.as_ref().unwrap().changes[..] else { panic!("{found:?}") };
    assert_eq!(text, fixed);
}

#[test]
fn findings_that_follow_from_another_are_omitted() {
    static RULE: Rule = Rule {
        name: "required",
        package: "test",
        since: "0.1.0",
        severity: Severity::Error,
        source: Source::Rootstock,
        releases: Releases::ALL,
        finds_in_equal_shoots: true,
        remedy: "",
        page: "",
    };
    let text = "spec:\n  regionz: []\n  type: [local]\n  kubernetes: {versions: [{version: 1.30}]}\n";
    let (_, decoded) = decode::<CloudProfile>(raw(text).node(), &Path::object());
    let spec = Path::root("spec");
    let kubernetes = spec.field("kubernetes");
    let versions = kubernetes.field("versions");
    let first = versions.index(0);
    let later = vec![
        Violation::required(&RULE, &spec.field("regions"), ""),
        Violation::required(&RULE, &spec.field("type"), ""),
        // An empty text is a missing one.
        Violation::not_supported(&RULE, &spec.field("regions"), "", &["a"]),
        Violation::required(&RULE, &spec.field("machineTypes"), ""),
        // Read as intended, so that the rules can check the value.
        Violation::new(&RULE, ViolationKind::Invalid, &first.field("version"), "1.30", ""),
    ];
    let kept: Vec<String> = without_follow_ups(&decoded, later).iter().map(|found| found.path.to_string()).collect();
    assert_eq!(kept, ["spec.machineTypes", "spec.kubernetes.versions[0].version"]);
}

#[test]
fn an_object_with_an_unreadable_field_is_not_judged_as_a_whole() {
    static RULE: Rule = Rule {
        name: "whole",
        package: "test",
        since: "0.1.0",
        severity: Severity::Error,
        source: Source::Rootstock,
        releases: Releases::ALL,
        finds_in_equal_shoots: true,
        remedy: "",
        page: "",
    };
    let text = "spec: {machineTypes: [{name: a, storage: {size: 40GB}}, {name: b, storage: {class: x}}]}\n";
    let (profile, decoded) = decode::<CloudProfile>(raw(text).node(), &Path::object());
    let spec = Path::root("spec");
    let types = spec.field("machineTypes");
    let items: Vec<Path<'_>> = (0..profile.spec.types().len()).map(|index| types.index(index)).collect();
    let whole = |path: &Path<'_>| {
        let storage = BadValue::Rendered("{}".to_owned());
        Violation::new(&RULE, ViolationKind::Invalid, path, storage, "")
    };
    let mut later: Vec<Violation> = items.iter().map(|item| whole(&item.field("storage"))).collect();
    // Only the object itself is incomplete, not the one that it is part of; and other findings at its place remain.
    later.push(whole(&items[0]));
    later.push(Violation::new(&RULE, ViolationKind::Invalid, &items[0].field("storage"), "text", ""));
    let kept: Vec<String> = without_follow_ups(&decoded, later).iter().map(|found| found.path.to_string()).collect();
    assert_eq!(kept, ["spec.machineTypes[1].storage", "spec.machineTypes[0]", "spec.machineTypes[0].storage"]);
}

#[test]
fn selectors_one_level_too_deep_are_unwrapped_only_if_nothing_is_lost() {
    let unwraps = |text: &str| {
        let (_, violations) = decode::<CloudProfile>(raw(text).node(), &Path::object());
        assert_eq!(violations.len(), 1);
        assert_eq!(violations[0].rule.name, "seed-selector-level");
        violations[0].fix.is_some()
    };
    assert!(unwraps("spec: {seedSelector: {labelSelector: {matchLabels: {a: b}}}}"));
    assert!(!unwraps("spec: {seedSelector: {labelSelector: {matchLabels: {a: b}}, providerTypes: [local]}}"));
}

/// The intended field is a guess; whether it accepts the value depends on its type.
#[rstest]
#[case::an_object("limit: {maxNodesTotal: 3}", "did you mean `limits`?")]
#[case::a_map("seedSelectors: {matchLabels: {a: b}}", "did you mean `seedSelector`?")]
#[case::a_list("volumeType: []", "did you mean `volumeTypes`?")]
#[case::no_object("limit: 3", "did you mean `limits`? Its value must be an object, not a number")]
#[case::no_list("regoins: {a: b}", "did you mean `regions`? Its value must be a list, not an object")]
#[case::there_already(
    "kubernete: {}, kubernetes: {}",
    "`kubernetes` is already set here: if `kubernete` means the same, merge the two"
)]
#[case::another_meaning("deprecationDate: 1", "the fields are ")]
fn unknown_fields_have_help(#[case] spec: &str, #[case] help: &str) {
    let text = format!("spec: {{{spec}}}\n");
    let file = read("a.yaml", text.as_bytes(), &ReadLimits::DEFAULT);
    let (_, found) = decode::<CloudProfile>(file.documents[0].raw().unwrap().node(), &Path::object());
    let unknown: Vec<&str> =
        found.iter().filter(|one| one.rule.name == "unknown-field").map(|one| &*one.help).collect();
    assert_eq!(unknown.len(), 1, "{found:?}");
    assert!(unknown[0].starts_with(help) && (help.ends_with(' ') || unknown[0] == help), "{unknown:?}");
    let renames = found.iter().any(|one| one.rule.name == "unknown-field" && one.fix.is_some());
    assert_eq!(renames, help.ends_with('?'), "{unknown:?}");
}
