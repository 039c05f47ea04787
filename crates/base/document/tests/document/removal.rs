//! Removal of fields from objects.

use rstest::rstest;

use crate::editing::edit;

#[rstest]
#[case("a: {b: 1, c: 2, d: 3}\n", "a: {c: 2}\n")]
#[case("a: {b: 1, d: 3, c: 2}\n", "a: {c: 2}\n")]
#[case("a:\n  b: 1\n  c: 2 # two\n  d:\n  - x\ne: 1\n", "a:\n  c: 2 # two\ne: 1\n")]
#[case::all_in_brackets("a: {b: 1, d: 3}\n", "a: {}\n")]
#[case::all_in_brackets_on_lines("a: {\n  b: 1,\n  d: 3 }\n", "a: {\n  }\n")]
#[case::neighbours("a: {c: 2, b: 1, d: 3, e: 4}\n", "a: {c: 2, e: 4}\n")]
#[case::apart_on_lines("a:\n  b: 1\n  d:\n    x: 1\n\n  c: 2\n", "a:\n\n  c: 2\n")]
#[case::not_there("a: &a {c: 1}\ne: *a\n", "a: &a {c: 1}\ne: *a\n")]
fn fields_are_removed(#[case] before: &str, #[case] after: &str) {
    assert_eq!(edit(before, "a", |editor, object| editor.remove_fields(object, &["b", "d"])).unwrap(), after);
}

/// The first fields of an item are on the line of its dash.
#[rstest]
#[case("- b: 1\n  c: 2\n", "- c: 2\n")]
#[case("- b: 1 # gone\n  d: 3\n\n  c: 2\n  e: 4\n", "- c: 2\n  e: 4\n")]
#[case("- c: 2\n  d: 3\n  b: 1", "- c: 2\n")]
fn fields_of_an_item_are_removed(#[case] before: &str, #[case] after: &str) {
    assert_eq!(edit(before, "0", |editor, object| editor.remove_fields(object, &["b", "d"])).unwrap(), after);
}

#[rstest]
#[case::comment_behind_the_last("a: {b: 1, d: 3 # three\n  }\n", "line 1: there is a comment between")]
#[case::nothing_left(
    "a:\n  b: 1\n  d: 3\n",
    "line 1: there is a comment between a field to remove and the next one, or no field"
)]
#[case::repeated("a:\n  c: 2\n  b: {x: &x 1}\ne: *x\n", "line 3: an alias")]
#[case::no_object_of_its_own("e: &e {b: 1}\na: *e\n", "line 2: an alias")]
fn removing_fields_is_refused(#[case] text: &str, #[case] message: &str) {
    let obstacle = edit(text, "a", |editor, object| editor.remove_fields(object, &["b", "d"])).unwrap_err().to_string();
    assert!(obstacle.starts_with(message), "{obstacle}");
}
