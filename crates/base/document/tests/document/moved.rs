//! Values and items that move to another place: unchanged in style where possible.

use rootstock_document::{EditObstacle, Field, Fragment, Item, ListItem, NodeRef, Replaced};
use rstest::rstest;

use crate::editing::edit;

/// Returns the text with the field `l` of the root replaced by a value.
fn renamed(text: &str, value: impl for<'a> FnOnce(NodeRef<'a>) -> Fragment<'a>) -> Result<String, EditObstacle> {
    edit(text, "", |editor, object| {
        let replaced = [Replaced { key: "l", with_comments: false }];
        editor.replace_fields(object, &replaced, Field::new("new", value(object.get("l").unwrap())))
    })
}

fn unchanged(value: NodeRef<'_>) -> Fragment<'_> {
    Fragment::Moved(value)
}

fn rewritten(_: NodeRef<'_>) -> Fragment<'_> {
    Fragment::texts(["other"])
}

/// Returns all items of a list, without `x` and with `k`.
fn changed(list: NodeRef<'_>) -> Fragment<'_> {
    let with = vec![("k".to_owned(), "v".to_owned())];
    let item = |item| Item::Moved { item, without: &["x"], with: with.clone() };
    Fragment::List(ListItem::of(list).map(item).collect())
}

#[rstest]
#[case::rewritten("l: &a [x]\nb: *a\n", rewritten, None)]
#[case::an_item("l: [&a x]\nb: *a\n", rewritten, None)]
#[case::with_its_anchor("l: &a [x]\nb: *a\n", unchanged, None)]
#[case::within_moved_value("l: [&a x]\nb: *a\n", unchanged, Some("new: [&a x]\nb: *a\n"))]
#[case::the_alias("b: &a [x]\nl: *a\n", rewritten, Some("b: &a [x]\nnew: [other]\n"))]
fn values_with_dangling_aliases_cannot_move(
    #[case] text: &str,
    #[case] value: for<'a> fn(NodeRef<'a>) -> Fragment<'a>,
    #[case] expected: Option<&str>,
) {
    match (renamed(text, value), expected) {
        (Ok(changed), Some(expected)) => assert_eq!(changed, expected),
        (Err(obstacle), None) => assert!(obstacle.reason.contains("alias"), "{obstacle}"),
        (other, _) => panic!("{other:?}"),
    }
}

#[rstest]
#[case::block("l:\n- x: 1\n  b: 2 # two\nm: 1\n", "new:\n- b: 2 # two\n  k: v\nm: 1\n")]
#[case::between("l:\n- b: 1\n  x: 2\n  z: 3\n", "new:\n- b: 1\n  z: 3\n  k: v\n")]
#[case::there_already("l:\n- k: 1\n  x: 2\n  b: 3\n", "new:\n- k: 1\n  b: 3\n")]
#[case::nothing_to_take_out("l:\n- b: 1\n", "new:\n- b: 1\n  k: v\n")]
#[case::several("l:\n- x: 1\n  b: 2\n- b: 3\n", "new:\n- b: 2\n  k: v\n- b: 3\n  k: v\n")]
#[case::no_final_line_break("l:\n- b: 2", "new:\n- b: 2\n  k: v")]
#[case::no_final_line_break_and_nothing_new("l:\n- k: 2", "new:\n- k: 2")]
#[case::windows("l:\r\n- b: 2\r\n", "new:\r\n- b: 2\r\n  k: v\r\n")]
#[case::items_in_brackets("l:\n- {x: 1, b: 2} # c\n", "new:\n- {b: 2, k: v} # c\n")]
#[case::list_in_brackets("l: [{x: 1, b: 2}, {k: 1}]\n", "new: [{b: 2, k: v}, {k: 1}]\n")]
#[case::json(r#"{"l": [{"x": 1, "y": 2}]}"#, r#"{"new": [{"y": 2, "k": "v"}]}"#)]
#[case::alias("a: &a {x: 1, b: 2}\nl:\n- *a\n", "a: &a {x: 1, b: 2}\nnew:\n- {b: 2, k: v}\n")]
#[case::alias_that_has_all("a: &a {k: 1, b: 2}\nl:\n- *a\n", "a: &a {k: 1, b: 2}\nnew:\n- {k: 1, b: 2}\n")]
#[case::further_out(
    "o:\n- 1\np:\n- 1\nl:\n    - x: 1\n      b:\n        # of z\n        z: 1\n\n      w: 3\n",
    "o:\n- 1\np:\n- 1\nnew:\n- b:\n    # of z\n    z: 1\n\n  w: 3\n  k: v\n"
)]
#[case::comments_less_far_in(
    "o:\n- 1\np:\n- 1\nl:\n    - k: 1\n # of b\n      b: 2\n",
    "o:\n- 1\np:\n- 1\nnew:\n- k: 1\n# of b\n  b: 2\n"
)]
#[case::further_in(
    "o:\n  - 1\np:\n  - 1\nl:\n- x: 1\n  b: 2\n\n  z: 3\n",
    "o:\n  - 1\np:\n  - 1\nnew:\n  - b: 2\n\n    z: 3\n    k: v\n"
)]
#[case::further_out_but_not_to_the_margin(
    "o:\n  - 1\np:\n  - 1\nl:\n      - k: 1\n        b: 2\n",
    "o:\n  - 1\np:\n  - 1\nnew:\n  - k: 1\n    b: 2\n"
)]
fn moved_items_keep_their_layout(#[case] before: &str, #[case] after: &str) {
    assert_eq!(renamed(before, changed).unwrap(), after);
}

/// An item on the line of an outer dash, which stays, is written in brackets.
#[rstest]
#[case::first("l:\n- - x: 1\n    b: 2\n", "new:\n- {b: 2, k: v}\n")]
#[case::others("l:\n- - b: 2\n  - x: 1\n    b: 3\n", "new:\n- {b: 2, k: v}\n- b: 3\n  k: v\n")]
fn items_of_a_nested_list_move(#[case] before: &str, #[case] after: &str) {
    assert_eq!(renamed(before, |list| changed(list.items().next().unwrap())).unwrap(), after);
}

#[rstest]
#[case::scalar("l: 'x' # c\n", "new: 'x'\n")]
#[case::brackets("l: [1, {a: b}]\n", "new: [1, {a: b}]\n")]
#[case::brackets_on_several_lines("l: [1,\n  2]\n", "new: [1,\n  2]\n")]
#[case::block("l:\n- 1\n- a: x\n", "new: [1, {a: x}]\n")]
#[case::strings("l:\n- a\n- \"1\"\n", "new: [a, \"1\"]\n")]
#[case::text("l: |\n  x\nm: 1\n", "new: \"x\\n\"\nm: 1\n")]
#[case::text_over_lines("l: \"x\n  y\"\n", "new: x y\n")]
#[case::nothing("l:\nm: 1\n", "new: null\nm: 1\n")]
#[case::alias("a: &a [x]\nl: *a\n", "a: &a [x]\nnew: [x]\n")]
#[case::json("{\n  \"l\": {\n    \"a\": 1\n  }\n}", "{\n  \"new\": {\n    \"a\": 1\n  }\n}")]
fn moved_values_keep_their_layout(#[case] before: &str, #[case] after: &str) {
    assert_eq!(renamed(before, unchanged).unwrap(), after);
}
