//! Decoding of structs with their own defaults: as with serde, values from the document replace the defaults instead of adding to
//! them.

use std::collections::BTreeMap;

use rootstock_document::decode::{BySerde, decode};
use rootstock_document::{Decodable, Hints, Path, RawObject};
use rstest::rstest;
use serde::Deserialize;

#[derive(Debug, PartialEq, Deserialize, Decodable)]
#[serde(default)]
struct Pool {
    name: String,
    zones: Vec<String>,
    labels: BTreeMap<String, String>,
    minimum: Option<i32>,
    count: i32,
}

impl Default for Pool {
    fn default() -> Self {
        Self {
            name: "pool".into(),
            zones: vec!["a".into(), "b".into()],
            labels: BTreeMap::from([("a".into(), "b".into())]),
            minimum: Some(1),
            count: 3,
        }
    }
}

#[rstest]
#[case::nothing("{}")]
#[case::nulls(r#"{"name": null, "zones": null, "labels": null, "minimum": null, "count": null}"#)]
#[case::empty(r#"{"name": "", "zones": [], "labels": {}, "minimum": 0, "count": 0}"#)]
#[case::others(r#"{"name": "x", "zones": ["c"], "labels": {"c": "d"}, "minimum": 2, "count": 4}"#)]
#[case::wrong(r#"{"name": [], "zones": {"c": 1}, "labels": [1], "minimum": "x", "count": {}}"#)]
fn defaults_are_replaced_by_written_values(#[case] text: &str) {
    let raw: RawObject = serde_json::from_str(text).unwrap();
    let (pool, problems) = decode::<Pool>(raw.node(), &Path::object(), &Hints::NONE);
    let (BySerde(by_serde), problems_by_serde) = decode::<BySerde<Pool>>(raw.node(), &Path::object(), &Hints::NONE);
    assert_eq!(pool, by_serde);
    assert_eq!(format!("{problems:?}"), format!("{problems_by_serde:?}"));
}
