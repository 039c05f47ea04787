//! Values that a document repeats are read as if each of them stood there alone.

use std::collections::BTreeMap;

use rootstock_document::decode::{Slot, decode};
use rootstock_document::{Decodable, Hints, NodeRef, Path, Problem, ReadLimits, read};
use rstest::rstest;
use serde::Deserialize;

/// What is read once, if it is written so again.
#[derive(Debug, Clone, PartialEq, Default, Deserialize)]
#[serde(transparent)]
struct Labels(BTreeMap<String, BTreeMap<String, String>>);

impl Decodable for Labels {
    fn slot(&mut self) -> Slot<'_> {
        Slot::repeated(self)
    }
}

/// The same of a string.
#[derive(Debug, Clone, PartialEq, Default, Deserialize)]
#[serde(transparent)]
struct Name(String);

impl Decodable for Name {
    fn slot(&mut self) -> Slot<'_> {
        Slot::repeated(self)
    }
}

#[derive(Debug, PartialEq, Default, Decodable)]
#[serde(default)]
struct Pool {
    name: Name,
    one: Labels,
    other: Labels,
}

#[derive(Debug, PartialEq, Default, Decodable)]
#[serde(default)]
struct Pools {
    pools: Vec<Pool>,
    deeper: Pool,
}

fn alone<T: Decodable + Default>(value: Option<NodeRef<'_>>) -> (T, Vec<Problem>) {
    value.map(|value| decode::<T>(value, &Path::object(), &Hints::NONE)).unwrap_or_default()
}

#[rstest]
#[case::alike(r#"{"pools": [{"one": {"a": {"b": "c"}}, "other": {"a": {"b": "c"}}}, {"one": {"a": {"b": "c"}}}]}"#)]
#[case::not_quite(r#"{"pools": [{"one": {"a": {"b": "c"}}, "other": {"a": {"b":"c"}}}, {"one": {"a": {"b": "d"}}}]}"#)]
#[case::wrong(
    r#"{"pools": [{"one": {"a": {"b": 7}}, "other": {"a": {"b": 7}}}, {"one": {"a": ["b"]}, "other": {"a": ["b"]}}]}"#
)]
#[case::wrong_elsewhere(
    r#"{"pools": [{"one": {"a": {"b": "c"}}, "others": 1}, {"one": {"a": {"b": "c"}}, "other": []}]}"#
)]
#[case::in_flow("pools: [{one: {a: {b: c}}, other: {a: {b: c}}}, {one: {a: {b: yes}}, other: {a: {b: yes}}}]\n")]
#[case::in_blocks(
    "pools:\n- one:\n    a:\n      b: c\n  other:\n    a:\n      b: c\n- one:\n    a:\n      b: 7\n  other:\n    a:\n      b: 7\n"
)]
#[case::the_same_lines_deeper(
    "pools:\n- one:\n    a:\n    b: {c: d}\ndeeper:\n  one: {}\n  other:\n   a:\n    b: {c: d}\n"
)]
#[case::another_anchor("pools:\n- one: {a: &x {b: c}}\n  other: {a: *x}\n- one: {a: &x {b: d}}\n  other: {a: *x}\n")]
#[case::numbers("pools: [{name: !!str 7}, {name: 7}, {name: '7'}, {name: 7}, {name: \"7\"}, {name: x}, {name: x}]\n")]
#[case::other_numbers(
    "pools:\n- name: 7\n- name: !!str 7\n- name: yes\n- name: !!str yes\n- name: |\n    7\n- name: 7\n"
)]
fn are_read_as_each_alone(#[case] text: &str) {
    let file = read::read("pools.yaml", text.as_bytes(), &ReadLimits::DEFAULT);
    let root = file.documents[0].raw().unwrap().node();
    let (pools, problems) = decode::<Pools>(root, &Path::object(), &Hints::NONE);
    let (mut expected, mut told) = (Vec::new(), 0);
    let written = root.get("pools").into_iter().flat_map(|pools| pools.items()).chain(root.get("deeper"));
    for pool in written {
        let ((name, of_name), (one, of_one), (other, of_other)) =
            (alone(pool.get("name")), alone(pool.get("one")), alone(pool.get("other")));
        expected.push(Pool { name, one, other });
        told += of_name.len() + of_one.len() + of_other.len();
    }
    if root.get("deeper").is_none() {
        expected.push(Pool::default());
    }
    let Pools { mut pools, deeper } = pools;
    pools.push(deeper);
    assert_eq!(pools, expected);
    let unknown = problems.iter().filter(|problem| problem.kind.is_unknown_field()).count();
    assert_eq!(problems.len() - unknown, told, "{problems:?}");
}
