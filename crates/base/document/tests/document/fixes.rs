//! Fixes as text edits, and paths as positions, for YAML in block and flow style, and for JSON.
#![allow(clippy::unwrap_used, clippy::panic, missing_docs, reason = "tests")]

use rootstock_document::{Applicability, Change, Editor, FieldPath, Fix, Locator, RawObject, apply_edits, read};
use rstest::rstest;
use serde_json::json;

/// Converts `a.b[0].c` to a path; good enough for tests.
pub(crate) fn path(text: &str) -> FieldPath {
    text.replace('[', ".[").split('.').filter(|step| !step.is_empty()).fold(FieldPath::root(), |path, step| match step
        .strip_prefix('[')
        .and_then(|step| step.strip_suffix(']'))
    {
        Some(index) => path.index(index.parse().unwrap()),
        None => path.field(step.to_owned()),
    })
}

fn apply_change(text: &str, change: Change) -> Option<String> {
    apply_changes(text, vec![change])
}

fn apply_changes(text: &str, changes: Vec<Change>) -> Option<String> {
    let file = read::read("test.yaml", text.as_bytes(), &Default::default());
    let raw = file.documents.first().unwrap().raw().unwrap().clone();
    let fix = Fix { title: "mend it".to_owned(), applicability: Applicability::Safe, changes };
    let root = raw.node();
    let edits = Editor::new(root.tree()).fix(&fix, &mut Locator::new(root))?;
    apply_edits(text, &edits)
}

fn unwrap(at: &str) -> Change {
    Change::Unwrap { path: path(at), child: "c".to_owned() }
}

fn replace(at: &str, text: &str) -> Change {
    Change::Replace { path: path(at), text: text.to_owned() }
}

fn rename(at: &str, name: &str) -> Change {
    Change::RenameKey { path: path(at), name: name.to_owned() }
}

fn add(at: &str, value: serde_json::Value) -> Change {
    Change::Add { path: path(at), value: RawObject::from_serialize(&value).unwrap() }
}

fn rewrite(at: &str, fields: [&str; 2], value: serde_json::Value) -> Change {
    let value = RawObject::from_serialize(&value).unwrap();
    let (fields, name) = (fields.map(str::to_owned).to_vec(), "new".to_owned());
    Change::Rewrite { path: path(at), fields, name, value, merged: Vec::new() }
}

fn merge(at: &str, others: &[&str], value: serde_json::Value) -> Change {
    match rewrite(at, ["a", "b"], value) {
        Change::Rewrite { path: at, fields, name, value, .. } => {
            Change::Rewrite { path: at, fields, name, value, merged: others.iter().map(|other| path(other)).collect() }
        }
        other => other,
    }
}

fn remove(at: &str) -> Change {
    Change::Remove { path: path(at) }
}

#[rstest]
#[case::block(
    "l:\n- c:\n    a: [1] # kept\n\n    b: 2\n- c:\n    a: 3\n",
    unwrap("l[0]"),
    "l:\n- a: [1] # kept\n\n  b: 2\n- c:\n    a: 3\n"
)]
#[case::block_to_the_end("l:\n  - c:\n      a: 1\n      b: 2", unwrap("l[0]"), "l:\n  - a: 1\n    b: 2")]
#[case::crlf("l:\r\n- c:\r\n    a: 1\r\n    b: 2\r\n", unwrap("l[0]"), "l:\r\n- a: 1\r\n  b: 2\r\n")]
#[case::wide_indent(
    "l:\n-   c:\n        a: 1\n        b: |\n          text\n",
    unwrap("l[0]"),
    "l:\n-   a: 1\n    b: |\n      text\n"
)]
#[case::comment("l:\n- c: # why\n    a: 1\n    b: 2\n", unwrap("l[0]"), "l:\n- # why\n  a: 1\n  b: 2\n")]
#[case::comment_line("l:\n- c:\n    # why\n    a: 1\n", unwrap("l[0]"), "l:\n- # why\n  a: 1\n")]
#[case::scalar_value("l:\n- c: 1 # one\n", unwrap("l[0]"), "l:\n- 1 # one\n")]
#[case::alias_value("x: &x {a: 1}\nl:\n- c: *x\n", unwrap("l[0]"), "x: &x {a: 1}\nl:\n- *x\n")]
#[case::blank_lines(
    "l:\n- c:\n    a: 1\n \n     \n  # b\n    b: 2\n",
    unwrap("l[0]"),
    "l:\n- a: 1\n\n   \n# b\n  b: 2\n"
)]
#[case::flow_value("l:\n- c: {a: 1}\n", unwrap("l[0]"), "l:\n- {a: 1}\n")]
#[case::flow("l: [{c: {a: 1}}, 2]\n", unwrap("l[0]"), "l: [{a: 1}, 2]\n")]
#[case::json(r#"{"l": [{"c": {"a": 1}}]}"#, unwrap("l[0]"), r#"{"l": [{"a": 1}]}"#)]
#[case::in_a_map("m:\n  c:\n    a: 1\n    b: 2\no: 3\n", unwrap("m"), "m:\n  a: 1\n  b: 2\no: 3\n")]
#[case::scalar("a: 1.30 # note\n", replace("a", "\"1.30\""), "a: \"1.30\" # note\n")]
#[case::in_quotes("{\"a\": \"x\"}", replace("a", "y"), "{\"a\": \"y\"}")]
#[case::written_in_quotes("a: \"x\"\n", replace("a", "'y'"), "a: 'y'\n")]
#[case::written_in_brackets("a: \"x\"\n", replace("a", "[y]"), "a: [y]\n")]
#[case::plain("a: x\n", replace("a", "y"), "a: y\n")]
#[case::key("a:\n  vers: [1]\n", rename("a.vers", "versions"), "a:\n  versions: [1]\n")]
#[case::json_key(r#"{"vers": 1}"#, rename("vers", "versions"), r#"{"versions": 1}"#)]
#[case::field("a: 1\nb:\n  c: 2\n  d: 3\ne: 4\n", remove("b"), "a: 1\ne: 4\n")]
#[case::first_field_of_an_item("l:\n- a: 1\n  b: 2\n", remove("l[0].a"), "l:\n- b: 2\n")]
#[case::last_field("l:\n- a: 1\n  b: 2 # gone\nm: 3\n", remove("l[0].b"), "l:\n- a: 1\nm: 3\n")]
#[case::merged(
    "l:\n- a: 1 # one\n  v: x\n# second\n- b: 2\n  # of a\n  a: 3\n  v: x # the same\n- v: y\n",
    merge("l[0]", &["l[1]"], json!([{"a": 1}, {"a": 3, "b": 2}])),
    "l:\n- new:\n  - a: 1 # one\n  # second\n  # the same\n  - # of a\n    a: 3\n    b: 2\n  v: x\n- v: y\n"
)]
#[case::merged_in_brackets(
    "l: [{a: 1, v: x}, {a: 2, v: x}, {a: 3, v: x}]\n",
    merge("l[0]", &["l[1]", "l[2]"], json!([{"a": 1}, {"a": 2}, {"a": 3}])),
    "l: [{new: [{a: 1}, {a: 2}, {a: 3}], v: x}]\n"
)]
#[case::comments_of_others(
    "a: 1\n# of b\nb: 2 # gone\n\n# of c\nc: 3\n",
    remove("b"),
    "a: 1\n# of b\n\n# of c\nc: 3\n"
)]
#[case::item("l:\n- a: 1\n- a: 2\n- a: 3\n", remove("l[1]"), "l:\n- a: 1\n- a: 3\n")]
#[case::last_item("l:\n- 1\n- 2\nm: 3\n", remove("l[1]"), "l:\n- 1\nm: 3\n")]
#[case::flow_item("l: [NVMe, SCSI, NVMe]\n", remove("l[2]"), "l: [NVMe, SCSI]\n")]
#[case::first_flow_item("l: [NVMe, SCSI]\n", remove("l[0]"), "l: [SCSI]\n")]
#[case::only_flow_item("l: [NVMe]\n", remove("l[0]"), "l: []\n")]
#[case::only_flow_field("a: {b: 1}\n", remove("a.b"), "a: {}\n")]
#[case::item_of_a_list_in_a_list("l:\n- - 1\n  - 2\n", remove("l[0][0]"), "l:\n- - 2\n")]
#[case::dash_on_a_line_of_its_own("l:\n-\n  a: 1\n- a: 2\n", remove("l[0]"), "l:\n- a: 2\n")]
#[case::strings("a:\n  b: 1\n", add("a.c", json!(["x", "1"])), "a:\n  b: 1\n  c: [x, \"1\"]\n")]
#[case::scalars("a:\n  b: 1\n", add("a.c", json!(["x", 1, null, true])), "a:\n  b: 1\n  c:\n  - x\n  - 1\n  - null\n  - true\n")]
#[case::objects("a:\n  b: 1\n", add("a.c", json!([{"d": [], "e": {}}])), "a:\n  b: 1\n  c:\n  - d: []\n    e: {}\n")]
#[case::in_brackets("a: {b: 1}\n", add("a.c", json!([{"d": "x, y"}, 1])), "a: {b: 1, c: [{d: \"x, y\"}, 1]}\n")]
#[case::behind_nothing("a: {b: 1, x : }\n", add("a.c", json!(2)), "a: {b: 1, x : , c: 2}\n")]
#[case::instead_of_nothing("a:\n  c: []\n  b: 1\n", add("a.c", json!(2)), "a:\n  c: 2\n  b: 1\n")]
#[case::instead("a:\n  b: 1\n  c: 2\n  d: 3\n", rewrite("a", ["c", "d"], json!(4)), "a:\n  b: 1\n  new: 4\n")]
#[case::an_alias_is_written_out("a: &a 1\nb: *a\n", replace("b", "2"), "a: &a 1\nb: 2\n")]
#[case::json_field("{\n  \"a\": 1,\n  \"b\": 2\n}", remove("b"), "{\n  \"a\": 1\n}")]
fn edits(#[case] before: &str, #[case] change: Change, #[case] after: &str) {
    assert_eq!(apply_change(before, change).as_deref(), Some(after));
    let read_again = read::read("test.yaml", after.as_bytes(), &Default::default());
    assert!(read_again.documents.iter().all(|document| document.problems.is_empty()), "{after}");
}

#[rstest]
#[case::with_sibling_fields("l:\n- c:\n    a: 1\n  d: 2\n", unwrap("l[0]"))]
#[case::another_field("l:\n- d:\n    a: 1\n", unwrap("l[0]"))]
#[case::list("l:\n- c:\n  - 1\n", unwrap("l[0]"))]
#[case::text_on_lines_of_its_own("l:\n- c: |\n    text\n", unwrap("l[0]"))]
#[case::text_on_another_line("l:\n- c:\n    text\n", unwrap("l[0]"))]
#[case::less_far_in("l:\n- c:\n    a: 1\n # of b\n    b: 2\n", unwrap("l[0]"))]
#[case::repeated("l:\n- &l\n  c:\n    a: 1\n- *l\n", unwrap("l[0]"))]
#[case::no_field("a:\n- 1\n", rename("a[0]", "b"))]
#[case::no_field_to_add("a:\n- 1\n", add("a[1]", json!(2)))]
#[case::nowhere_to_add("a: 1\n", add("b.c", json!(2)))]
#[case::no_object_to_add_to("a: 1\n", add("a.c", json!(2)))]
#[case::nothing_to_rewrite("a:\n  b: 1\n", rewrite("a", ["c", "d"], json!(4)))]
#[case::not_there("a: 1\n", replace("b", "2"))]
#[case::block_scalar("a: |\n  text\n", replace("a", "2"))]
#[case::an_object("a: {b: 1}\n", replace("a", "2"))]
#[case::comment_behind_the_dash("l:\n- a: 1\n  # of b\n  b: 2\n", remove("l[0].a"))]
#[case::only_child("a:\n  b: 1\nc: 2\n", remove("a.b"))]
#[case::repeated_by_an_alias("a: &a 1\nb: *a\n", replace("a", "2"))]
#[case::key_repeated_by_an_alias("a: &a {vers: 1}\nb: *a\n", rename("a.vers", "version"))]
#[case::repeated_by_an_alias_elsewhere("a:\n  b: &b {c: 1}\n  d: 1\ne: *b\n", remove("a.b"))]
#[case::repeated_item("a: [&b 1, 2]\ne: *b\n", remove("a[0]"))]
#[case::from_a_merge_key("a: &a {b: 1}\nc:\n  <<: *a\n  d: 2\n", remove("c.b"))]
fn ambiguous_fixes_are_refused(#[case] before: &str, #[case] change: Change) {
    assert_eq!(apply_change(before, change), None);
}

#[test]
fn fix_with_a_failing_step_is_not_applied() {
    let (text, good) = ("a: 1\nb: 2\n", || rename("a", "c"));
    assert_eq!(apply_changes(text, vec![good(), replace("b", "3")]).as_deref(), Some("c: 1\nb: 3\n"));
    assert_eq!(apply_changes(text, vec![good(), replace("x", "3")]), None);
    assert_eq!(apply_changes(text, Vec::new()), None);
    // A fix that fails leaves no edits behind.
    let file = read::read("test.yaml", text.as_bytes(), &Default::default());
    let raw = file.documents.first().unwrap().raw().unwrap().clone();
    let fix = |changes| Fix { title: "mend it".to_owned(), applicability: Applicability::Safe, changes };
    let (mut editor, mut locator) = (Editor::new(raw.node().tree()), Locator::new(raw.node()));
    assert_eq!(editor.fix(&fix(vec![good(), replace("x", "3")]), &mut locator), None);
    editor.replace_text(raw.node().get("b").unwrap(), "4").unwrap();
    let edits = editor.fix(&fix(vec![replace("b", "3")]), &mut locator).unwrap();
    assert_eq!(apply_edits(text, &edits).as_deref(), Some("a: 1\nb: 3\n"));
}

#[rstest]
#[case("spec.types[0].cpu", "4", true)]
#[case("spec.types[0].gpu", "name: small\n    cpu: 4", false)]
#[case("spec.types", "types", true)]
#[case("spec.empty", "empty", true)]
#[case("spec.zones[0]", "spec", false)]
fn path_is_located(#[case] at: &str, #[case] shown: &str, #[case] exact: bool) {
    let text = "spec:\n  types:\n  - name: small\n    cpu: 4\n  empty:\n";
    let file = read::read("test.yaml", text.as_bytes(), &Default::default());
    let raw = file.documents.first().unwrap().raw().unwrap().clone();
    let located = Locator::new(raw.node()).locate(&path(at));
    assert_eq!(text.get(located.span.range()).unwrap().trim_end(), shown);
    assert_eq!(located.exact, exact);
    if at.starts_with("spec.types[0]") {
        assert_eq!(located.within.first().unwrap().name, "small");
    }
}

#[test]
fn long_lists_are_indexed_once() {
    let items = (0..5_000).map(|index| format!("- name: n{index}\n")).collect::<String>();
    let file = read::read("test.yaml", format!("l:\n{items}").as_bytes(), &Default::default());
    let raw = file.documents.first().unwrap().raw().unwrap().clone();
    let mut locator = Locator::new(raw.node());
    for index in 0..5_000 {
        let located = locator.locate(&FieldPath::root().field("l").index(index).field("name"));
        assert_eq!(located.within.first().unwrap().name, format!("n{index}"));
    }
}
