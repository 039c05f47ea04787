//! What a value takes as JSON is what is written of it.

use proptest::prelude::*;
use rootstock_document::read::read;
use rootstock_document::{RawObject, ReadLimits, emit, in_json_quotes};
use rstest::rstest;
use serde_json::Value;

use crate::support;

/// As Go writes it: fractions without `.0`, and a plus before exponents.
fn go_json(value: &Value) -> String {
    let joined = |parts: Vec<String>| parts.join(",");
    match value {
        Value::Number(number) if number.is_f64() => {
            let text = number.to_string();
            let text = text.strip_suffix(".0").unwrap_or(&text);
            match text.split_once('e') {
                Some((mantissa, exponent)) if !exponent.starts_with(['-', '+']) => format!("{mantissa}e+{exponent}"),
                _ => text.to_owned(),
            }
        }
        Value::Array(items) => format!("[{}]", joined(items.iter().map(go_json).collect())),
        Value::Object(fields) => {
            let field = |(key, value): (&String, &Value)| format!("{}:{}", Value::from(key.as_str()), go_json(value));
            format!("{{{}}}", joined(fields.iter().map(field).collect()))
        }
        other => other.to_string(),
    }
}

fn size_of(text: &str) -> u64 {
    let file = read("sized.yaml", text.as_bytes(), &ReadLimits::DEFAULT);
    assert!(file.documents[0].problems.is_empty(), "{text}\n{:?}", file.documents[0].problems);
    // A null is an empty document.
    let size = file.documents[0].raw().map(|raw| (raw.node().compact_json(), raw.node().compact_json_at_most()));
    let (size, most) = size.unwrap_or((4, 4));
    assert!(size <= most, "{size} <= {most}: {text}");
    size
}

proptest! {
    #[test]
    fn it_is_what_is_written(value in support::value()) {
        let written = go_json(&value);
        let size = written.len() as u64;
        prop_assert_eq!(RawObject::from_serialize(&value).unwrap().node().compact_json(), size, "{}", written);
        prop_assert_eq!(size_of(&emit::to_yaml(&value).unwrap()), size, "{}", written);
        // JSON alone is read as JSON where it is an object.
        prop_assert_eq!(size_of(&format!("{{\"a\": {value}}}")), size + 6, "{}", written);
    }

    #[test]
    fn a_text_is_escaped(text in "[a\"\\\\\u{0}-\u{1f}\u{7f}ä😀]{0,30}") {
        prop_assert_eq!(in_json_quotes(&text), Value::from(text).to_string().len() as u64);
    }
}

#[rstest]
#[case::alias("a: &a {b: [1, \"2\"], c: ~}\nd: *a\ne: [*a, x]\n")]
#[case::merged("a: &a {b: 1, c: \"x\\ty\"}\nd:\n  <<: *a\n  c: 2\ne: 3\n")]
#[case::merged_alias("a: &a {b: 1}\nd: &d\n  <<: *a\n  c: {}\ne: [*d, []]\n")]
#[case::plain_keys("1: true\nyes: no\nat: 0777\n")]
fn what_stands_for_something_else_takes_what_that_takes(#[case] text: &str) {
    let file = read("sized.yaml", text.as_bytes(), &ReadLimits::DEFAULT);
    let node = file.documents[0].raw().unwrap().node();
    assert_eq!(node.compact_json(), serde_json::to_string(&node).unwrap().len() as u64);
    assert!(node.compact_json() <= node.compact_json_at_most());
}

#[rstest]
#[case::words("[no, ~, yes, off, null, {a: , b: }, .inf]\n")]
#[case::numbers("[1e20, 1.2345678901234567e-6, -1.2345678901234567e-6, 0xffffffffffffffff, -1e300, .5, +1]\n")]
#[case::quotes("- a\"b\\c\n- 'a\tb\"c\\d'\n- \"\\x01\\x02\"\n- |\n  a\n\n\n  b\n")]
#[case::json(r#"{"a": [1E20, 1.0, "\u0001\u0002\u0003", "\"", -1e-7], "\n\n\n": null}"#)]
fn at_most_is_no_less(#[case] text: &str) {
    size_of(text);
}
