//! Comparison of this JSON parser with serde_json, without the fallback to YAML.

use proptest::prelude::*;

use super::*;
use crate::RawObject;

#[path = "../../../tests/document/support.rs"]
mod support;

fn ours(text: &str) -> Option<(RawObject, bool)> {
    let source: Arc<String> = Arc::new(text.to_owned());
    let ((tree, warnings, _), end) = parse(&source, Span::new(0, text.len() as u32), &ReadLimits::DEFAULT).ok()?;
    let is_whole = text.get(end as usize..)?.trim_matches([' ', '\t', '\n', '\r']).is_empty();
    is_whole.then(|| (RawObject::from(tree), warnings.is_empty()))
}

/// Returns JSON with one character changed, inserted or removed, or truncated.
fn damaged() -> impl Strategy<Value = String> {
    let bytes = r#"{}[]",:0123456789eE+-.\untrfals"#;
    (support::value(), any::<prop::sample::Index>(), prop::sample::select(bytes.chars().collect::<Vec<_>>()), 0..4_u8)
        .prop_map(|(value, index, character, how)| {
            let text = serde_json::json!({"a": value}).to_string();
            let mut characters: Vec<char> = text.chars().collect();
            let at = index.index(characters.len());
            match how {
                0 => characters[at] = character,
                1 => characters.insert(at, character),
                2 => drop(characters.remove(at)),
                _ => characters.truncate(at),
            }
            characters.into_iter().collect()
        })
}

/// Compares with a tolerance, because serde_json is off by one bit for numbers with many digits.
fn nearly_equal(one: &serde_json::Value, other: &serde_json::Value) -> bool {
    use serde_json::Value::{Array, Number, Object};
    match (one, other) {
        (Number(a), Number(b)) => {
            let (a, b) = (a.as_f64().unwrap(), b.as_f64().unwrap());
            a == b || ((a - b) / b).abs() < 1e-12
        }
        (Array(a), Array(b)) => a.len() == b.len() && a.iter().zip(b).all(|(a, b)| nearly_equal(a, b)),
        (Object(a), Object(b)) => {
            a.len() == b.len() && a.iter().all(|(key, a)| b.get(key).is_some_and(|b| nearly_equal(a, b)))
        }
        (a, b) => a == b,
    }
}

proptest! {
    // Use few letters, so that many keys are equal or similar, and some need escapes.
    #[test]
    fn repeated_keys_are_reported(keys in prop::collection::vec("[ab\"]{0,3}", 0..20)) {
        let fields: Vec<String> = keys.iter().map(|key| format!("{}:1", serde_json::json!(key))).collect();
        let (_, is_clean) = ours(&format!("{{{}}}", fields.join(","))).unwrap();
        let distinct: std::collections::HashSet<&String> = keys.iter().collect();
        prop_assert_eq!(is_clean, distinct.len() == keys.len());
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 4000, ..ProptestConfig::default() })]

    #[test]
    fn results_match_serde_json(text in damaged()) {
        let theirs = serde_json::from_str::<serde_json::Value>(&text);
        match (ours(&text), theirs) {
            (Some((ours, true)), Ok(theirs)) => {
                let ours = serde_json::to_value(&ours).unwrap();
                prop_assert!(nearly_equal(&ours, &theirs), "{}: {} {}", text, ours, theirs);
            }
            // A duplicate key: both parsers continue.
            (Some((_, false)), Ok(_)) | (None, Err(_)) => {}
            (None, Ok(_)) => prop_assert!(false, "we refuse {}", text),
            // Go accepts a single surrogate, and does not limit numbers that are not used.
            (Some(_), Err(error)) => {
                let known = text.contains("\\ud") || error.to_string().contains("out of range");
                prop_assert!(known, "we read {}: {}", text, error);
            }
        }
    }
}
