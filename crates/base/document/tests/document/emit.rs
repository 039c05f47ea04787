//! Round trips of emitted YAML through our parser and another one.
#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing, missing_docs, reason = "tests")]

use proptest::prelude::*;
use rootstock_document::emit::Comment;
use rootstock_document::read::read;
use rootstock_document::{FieldPath, NodeRef, RawObject, ReadLimits, emit};

use crate::support;

fn read_back(text: &str) -> RawObject {
    let file = read("emitted.yaml", text.as_bytes(), &ReadLimits::DEFAULT);
    assert_eq!(file.documents.len(), 1, "{text}");
    assert!(file.documents[0].problems.is_empty(), "{text}\n{:?}", file.documents[0].problems);
    // A null is read as an empty document.
    file.documents[0].raw().cloned().unwrap_or_default()
}

fn collect_paths(node: NodeRef<'_>, path: &FieldPath, paths: &mut Vec<FieldPath>) {
    let fields = node.entries().map(|(key, value)| (path.clone().field(key.to_owned()), value));
    let items = node.items().enumerate().map(|(index, item)| (path.clone().index(index), item));
    for (path, node) in fields.chain(items) {
        paths.push(path.clone());
        collect_paths(node, &path, paths);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1500, ..ProptestConfig::default() })]

    #[test]
    fn emitted_yaml_parses_to_the_same_value(value in support::value()) {
        let raw = RawObject::from_serialize(&value).unwrap();
        let text = emit::to_yaml(&value).unwrap();
        prop_assert_eq!(&read_back(&text), &raw, "{}", text);
        // The output is also stable.
        prop_assert_eq!(emit::node_to_yaml(read_back(&text).node()), text);
    }

    /// Comments do not change the value, regardless of their text and position.
    #[test]
    fn comments_do_not_change_the_value(value in support::value(), text in support::tricky_text(), every in 1_usize..4) {
        let raw = RawObject::from_serialize(&value).unwrap();
        let mut paths = vec![FieldPath::root()];
        collect_paths(raw.node(), &FieldPath::root(), &mut paths);
        let comments: Vec<Comment> =
            paths.into_iter().step_by(every).map(|path| Comment { path, text: text.clone() }).collect();
        let text = emit::node_to_yaml_with_comments(raw.node(), &comments);
        prop_assert_eq!(&read_back(&text), &raw, "{}", text);
        let other: serde_yaml::Value = serde_yaml::from_str(&text).map_err(|error| {
            TestCaseError::fail(format!("{error}\n{text}"))
        })?;
        prop_assert_eq!(&RawObject::from_serialize(&other).unwrap(), &raw, "{}", text);
    }

    #[test]
    fn serde_yaml_parses_emitted_yaml_to_the_same_value(value in support::value()) {
        let text = emit::to_yaml(&value).unwrap();
        let other: serde_yaml::Value = serde_yaml::from_str(&text).map_err(|error| {
            TestCaseError::fail(format!("{error}\n{text}"))
        })?;
        let raw = RawObject::from_serialize(&value).unwrap();
        prop_assert_eq!(&RawObject::from_serialize(&other).unwrap(), &raw, "{}", text);
    }

    #[test]
    fn json_round_trips_through_a_raw_object(value in support::value()) {
        let text = serde_json::to_string(&value).unwrap();
        let raw: RawObject = serde_json::from_str(&text).unwrap();
        prop_assert_eq!(&RawObject::from_serialize(&value).unwrap(), &raw);
        prop_assert_eq!(serde_json::from_str::<RawObject>(&serde_json::to_string(&raw).unwrap()).unwrap(), raw);
    }
}

#[test]
fn emitted_yaml_is_readable() {
    let value = serde_json::json!({
        "kind": "CloudProfile",
        "empty": {"list": [], "object": {}, "text": "", "null": null},
        "lists": [["a", ["b"]], [{"c": 1}, {"d": [{"e": 1.5}]}]],
        "pem": "-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----\n",
        "kept": "one\n\ntwo",
        "labels": {"on": "yes", "y": "N", "1": "1_000", "version": "1.30", "date": "2026-01-01", "long": "a: b #c"},
    });
    insta::assert_snapshot!(emit::to_yaml(&value).unwrap());
}
