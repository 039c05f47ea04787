//! Comparison of our JSON parser with serde_json.
#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing, missing_docs, reason = "tests")]

use proptest::prelude::*;
use rootstock_document::read::{Body, read};
use rootstock_document::{RawObject, ReadLimits};
use rstest::rstest;

use crate::support;

fn ours(text: &str) -> Option<RawObject> {
    let file = read("a.json", text.as_bytes(), &ReadLimits::DEFAULT);
    match &file.documents[..] {
        [document] => document.raw().cloned(),
        _ => None,
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, ..ProptestConfig::default() })]

    #[test]
    fn json_is_read_like_serde_json(value in support::value(), pretty in any::<bool>()) {
        let value = serde_json::json!({"a": value});
        let text = if pretty { serde_json::to_string_pretty(&value) } else { serde_json::to_string(&value) }.unwrap();
        let ours = ours(&text).unwrap();
        prop_assert_eq!(&ours, &RawObject::from_serialize(&value).unwrap(), "{}", text);
    }
}

#[rstest]
#[case(r#"{"a": 1,}"#, "1:9", "a comma is not allowed before `}`")]
#[case(r#"{"a": [1,]}"#, "1:10", "a comma is not allowed before `]`")]
#[case(r#"{"a": 01}"#, "1:8", "a number must not begin with 0")]
#[case(r#"{"a": 1.}"#, "1:9", "expected a digit")]
#[case(r#"{"a": "b}"#, "1:7", "a string is opened and never closed")]
#[case(r#"{"a": "\x"}"#, "1:9", "unknown escape after `\\`")]
#[case(r#"{"a": "\u12"}"#, "1:12", "four hexadecimal digits must follow `\\u`")]
#[case("{\"a\": \"b\nc\": 1", "1:9", "a control character in a string must be written as an escape")]
#[case(r#"{"a": 1"#, "1:8", "`{` is opened and never closed")]
#[case(r#"{"a": 1]"#, "1:8", "expected `,` or `}`")]
#[case(r#"{"a": 1} x"#, "1:10", "nothing may follow the value")]
#[case("{\"a\": 1}\n{\"b\": tru}", "2:7", "expected a value; strings need double quotes")]
fn syntax_error_has_position_and_reason(#[case] text: &str, #[case] at: &str, #[case] detail: &str) {
    let file = read("a.json", text.as_bytes(), &ReadLimits::DEFAULT);
    let document = file.documents.last().unwrap();
    // Some of these texts are valid YAML, so that there is no error.
    if matches!(document.body, Body::Unreadable) {
        let problem = &document.problems[0];
        let place = file.source.line_column(problem.span.unwrap().start);
        assert_eq!((format!("{}:{}", place.line, place.column).as_str(), problem.detail.as_str()), (at, detail));
    } else {
        assert!(serde_yaml::from_str::<serde_yaml::Value>(text).is_ok(), "{text}");
    }
}

#[test]
fn concatenated_values_are_read() {
    let file = read("a.json", b"{\"kind\": \"A\"}{\"kind\": \"B\"}\n {\"kind\": \"C\"}\n", &ReadLimits::DEFAULT);
    let kinds: Vec<&str> = file.documents.iter().map(|document| document.object().unwrap().kind.as_str()).collect();
    assert_eq!(kinds, ["A", "B", "C"]);
}

#[test]
fn lone_surrogate_is_replaced_as_in_go() {
    let raw = ours(r#"{"a": "\ud800x", "b": "\ud83d\ude00", "c": "\ud83dx"}"#).unwrap();
    let text = |key| raw.get(key).unwrap().as_str().unwrap().to_owned();
    assert_eq!([text("a"), text("b"), text("c")], ["\u{fffd}x", "😀", "\u{fffd}x"]);
}
