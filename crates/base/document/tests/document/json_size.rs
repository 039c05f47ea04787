//! Bound on a value's size as JSON.

use rootstock_document::ReadLimits;
use rootstock_document::read::read;
use rstest::rstest;

#[rstest]
#[case("a: no")]
#[case("a:")]
#[case("a: ~")]
#[case("[y, n, on, off]")]
#[case("a: 1e15")]
#[case("a: -1.5e-4")]
#[case("a: [.5, 1., 0x1f, 1_000, 0b11]")]
#[case("a: 123456789012345678901")]
#[case("a: \"\\x01\\x02\\u00e4\"")]
#[case("a: 'it''s'\nb: x\"y\\z")]
#[case("a: |\n  one\n  \"two\"\n  t\tabs\n")]
#[case("a: >-\n  one\n  two\n")]
#[case(r#"{"a\u0001\"": ["\n\\", 1.25, 1e300, true, {}, []]}"#)]
fn the_bound_covers_the_serialized_size(#[case] text: &str) {
    let file = read("profile.yaml", text.as_bytes(), &ReadLimits::default());
    let root = file.documents[0].raw().unwrap().node();
    let written = serde_json::to_string(&root).unwrap();
    assert!(root.max_compact_json_size().unwrap() >= written.len() as u64, "{written}");
}

#[test]
fn values_with_aliases_have_no_bound() {
    let file = read("profile.yaml", b"a: &x [b, c]\nd: *x\n", &ReadLimits::default());
    assert_eq!(file.documents[0].raw().unwrap().node().max_compact_json_size(), None);
}
