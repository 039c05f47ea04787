//! Appending lines after a block scalar at the end of the file.

use rootstock_document::{After, Fragment, Item, ReadLimits, read};
use rstest::rstest;

use crate::editing::edit;

/// The last scalar of a file keeps its value when something is appended.
#[rstest]
#[case::in_a_list("l:\n- |\n  x", "l:\n- |-\n  x\nnew: 1")]
#[case::folded_in_an_item("l:\n- a: >\n    x", "l:\n- a: >-\n    x\nnew: 1")]
#[case::plain("l:\n- x", "l:\n- x\nnew: 1")]
#[case::quoted("l: \"|\"", "l: \"|\"\nnew: 1")]
#[case::comment_with_a_dash("l: | # -\n  x", "l: |- # -\n  x\nnew: 1")]
#[case::tab_and_comment("l: |\t# -\n  x", "l: |-\t# -\n  x\nnew: 1")]
#[case::strips("l: >2- # +\n   x", "l: >2- # +\n   x\nnew: 1")]
#[case::repeated_text("k: &k |\n  x\nl: *k", "k: &k |\n  x\nl: *k\nnew: 1")]
#[case::repeated_list("k: &k\n- |\n  x\nl: *k", "k: &k\n- |\n  x\nl: *k\nnew: 1")]
#[case::blanks("l: |\n  x\n  ", "l: |\n  x\nnew: 1\n  ")]
#[case::windows("l: |\r\n  x", "l: |-\r\n  x\r\nnew: 1")]
fn last_scalar_keeps_its_value(#[case] before: &str, #[case] after: &str) {
    let one = || Fragment::Written("1".to_owned());
    let edited = edit(before, "", |editor, object| editor.add_field(object, After(&[]), "new", one())).unwrap();
    assert_eq!(edited, after);
    let value = |text: &str| {
        let file = read::read("a.yaml", text.as_bytes(), &ReadLimits::DEFAULT);
        serde_json::to_value(file.documents[0].raw().unwrap()).unwrap()["l"].clone()
    };
    assert_eq!(value(&edited), value(before));
}

/// The last line of the file belongs to the value only if it is indented further.
#[rstest]
#[case("a: |\n  x", "x")]
#[case("a: |\n  x\n  ", "x\n")]
#[case("a: |\n  x\n ", "x\n")]
#[case("a: |\n  x\n    ", "x\n  ")]
#[case("a: |\r\n  x\r\n  ", "x\n")]
#[case("a: >\n  x\n  ", "x\n")]
#[case("a: |\n  x \n  ", "x \n")]
#[case("a: |\n  x\n\n  ", "x\n")]
#[case("a: |\n  x\n   \n  ", "x\n \n")]
#[case("a: |2\n    x\n   ", "  x\n ")]
#[case("a: |2\n    x\n  ", "  x\n")]
#[case("a: |+\n  x", "x")]
#[case("a: |+\n  x\n  ", "x\n")]
#[case("a: |+\n  x\n\n  ", "x\n\n")]
#[case("a: |-\n  x\n  ", "x")]
#[case("a:\n- |\n  x\n ", "x\n")]
fn trailing_blanks_without_a_line_break(#[case] written: &str, #[case] value: &str) {
    let file = read::read("a.yaml", written.as_bytes(), &ReadLimits::DEFAULT);
    let found = serde_json::to_value(file.documents[0].raw().unwrap()).unwrap()["a"].clone();
    let found = if found.is_array() { found[0].clone() } else { found };
    assert_eq!(found, value);
}

/// The last scalar is changed only once, regardless of the number of additions.
#[test]
fn last_scalar_is_changed_once() {
    let edited = edit("l:\n- |\n  x", "l", |editor, list| {
        let item = || Item::new(Fragment::Text("z".to_owned()));
        editor.append_items(list, &[item()])?;
        editor.append_items(list, &[item()])
    });
    assert_eq!(edited.unwrap(), "l:\n- |-\n  x\n- z\n- z");
}
