//! New content follows the predominant style of a document: line ends, indentation, dashes, quotes.

use rootstock_document::{After, EditObstacle, Editor, Field, Fragment, Item, NodeRef};
use rstest::rstest;

use crate::editing::edit;

/// Appends a field that contains an object and a list.
fn add<'a>(editor: &mut Editor<'a>, object: NodeRef<'a>) -> Result<(), EditObstacle> {
    let text = |text: &str| Fragment::Text(text.to_owned());
    let list =
        Fragment::List(vec![Item::new(text("p")), Item::new(Fragment::Object(vec![Field::new("q", text("r"))]))]);
    editor.add_field(object, After(&[]), "new", Fragment::Object(vec![Field::new("l", list)]))
}

#[rstest]
#[case::default_style("a: 1\n", "new:\n  l:\n  - p\n  - q: r\n")]
#[case::most_objects("a:\n    b: 1\nc:\n    d: 1\ne:\n  f: 1\n", "new:\n    l:\n    - p\n    - q: r\n")]
#[case::tie_of_objects("a:\n   b: 1\nc:\n  d: 1\n", "new:\n   l:\n   - p\n   - q: r\n")]
#[case::deep_down("a:\n- b:\n     c: 1\n", "new:\n   l:\n   - p\n   - q: r\n")]
#[case::most_lists("a:\n  - b\nc:\n  - d\ne:\n- f\n", "new:\n  l:\n    - p\n    - q: r\n")]
#[case::tie_of_lists("a:\n- b\nc:\n  - d\n", "new:\n  l:\n  - p\n  - q: r\n")]
#[case::lists_of_objects("a:\n    - b:\n        c: 1\n", "new:\n  l:\n      - p\n      - q: r\n")]
#[case::brackets_show_nothing("a: {\n      b: 1}\n", "new:\n  l:\n  - p\n  - q: r\n")]
#[case::aliases_show_nothing("a: &a\n    b: 1\nc: *a\nd:\n   e: 1\nf:\n   g: 1\n", "new:\n   l:\n   - p\n   - q: r\n")]
#[case::aliases_count_once("a: &a\n   b:\n    c: 1\nd: *a\n", "new:\n   l:\n   - p\n   - q: r\n")]
#[case::windows("a: 1\r\nb: 2\r\n", "new:\r\n  l:\r\n  - p\r\n  - q: r\r\n")]
#[case::windows_in_the_first_line("a: 1\r\nb: 2\n", "new:\r\n  l:\r\n  - p\r\n  - q: r\r\n")]
#[case::windows_further_down("a: 1\nb: 2\r\n", "new:\n  l:\n  - p\n  - q: r\n")]
fn new_content_has_the_predominant_style(#[case] before: &str, #[case] behind: &str) {
    assert_eq!(edit(before, "", add).unwrap(), format!("{before}{behind}"));
}

#[rstest]
#[case::json(r#"{"a": 1}"#, r#"{"a": 1, "new": {"l": ["p", {"q": "r"}]}}"#)]
#[case::no_json(r#"{"a": 1, b: 2}"#, r#"{"a": 1, b: 2, new: {l: [p, {q: r}]}}"#)]
#[case::empty("{}", r#"{"new": {"l": ["p", {"q": "r"}]}}"#)]
#[case::spread(
    "{\n    \"a\": 1\n}",
    "{\n    \"a\": 1,\n    \"new\": {\n        \"l\": [\n            \"p\",\n            {\n                \"q\": \"r\"\n            }\n        ]\n    }\n}"
)]
#[case::spread_yaml("{\n a: 1\n}", "{\n a: 1,\n new: {\n  l: [\n   p,\n   {\n    q: r\n   }\n  ]\n }\n}")]
#[case::spread_behind_a_bracket("{a: 1,\n b: 2}", "{a: 1,\n b: 2, new: {l: [p, {q: r}]}}")]
fn new_content_in_brackets_matches_the_rest(#[case] before: &str, #[case] after: &str) {
    assert_eq!(edit(before, "", add).unwrap(), after);
}

/// Text is quoted if it would mean something else without quotes, which in brackets is the case more often.
#[rstest]
#[case::plain("x y", "x y", "x y")]
#[case::number("1.30", "\"1.30\"", "\"1.30\"")]
#[case::comma("x, y", "x, y", "\"x, y\"")]
#[case::bracket("x]", "x]", "\"x]\"")]
#[case::nothing("", "\"\"", "\"\"")]
fn text_is_quoted_if_necessary(#[case] text: &str, #[case] in_block: &str, #[case] in_brackets: &str) {
    for (before, after) in [
        ("a: 1\n", format!("a: 1\nnew: {in_block}\n")),
        ("{a: 1}", format!("{{a: 1, new: {in_brackets}}}")),
        ("{\"a\": 1}", format!("{{\"a\": 1, \"new\": \"{text}\"}}")),
    ] {
        let added = edit(before, "", |editor, object| {
            editor.add_field(object, After(&[]), "new", Fragment::Text(text.to_owned()))
        });
        assert_eq!(added.unwrap(), after);
    }
}

#[rstest]
#[case::plain("a: x\n", "y z", "a: y z\n")]
#[case::would_be_a_number("a: x\n", "1", "a: \"1\"\n")]
#[case::would_end_the_list("a: x\n", "y, z", "a: \"y, z\"\n")]
#[case::single_quotes("a: 'x'\n", "1", "a: '1'\n")]
#[case::apostrophe("a: 'x'\n", "it's", "a: it's\n")]
#[case::line_end("a: 'x'\n", "y\nz", "a: \"y\\nz\"\n")]
#[case::double_quotes("a: \"x\"\n", "y", "a: \"y\"\n")]
fn replacement_keeps_the_quotes(#[case] before: &str, #[case] new: &str, #[case] after: &str) {
    assert_eq!(edit(before, "a", |editor, node| editor.replace_text(node, new)).unwrap(), after);
}

#[rstest]
#[case::several_lines("a: \"x\n  y\"\n", "line 1: the value spans several lines")]
#[case::block("b: 1\na: |\n  x\n", "line 2: the value spans several lines")]
#[case::nothing("a:\n", "line 1: the value spans several lines")]
#[case::list("a: [x]\n", "line 1: the value spans several lines")]
#[case::alias("b: &b x\na: *b\n", "line 2: an alias (`*…`) cannot be edited")]
#[case::repeated("a: &a x\nb: *a\n", "line 1: an alias (`*…`) or merge key (`<<`) repeats")]
fn replacing_other_values_is_refused(#[case] text: &str, #[case] message: &str) {
    let obstacle = edit(text, "a", |editor, node| editor.replace_text(node, "z")).unwrap_err().to_string();
    assert!(obstacle.starts_with(message), "{obstacle}");
}

#[rstest]
#[case::block("l:\n- 1\n", "l:\n- 1\n- {}\n- []\n- a: {}\n")]
#[case::brackets("l: [1]\n", "l: [1, {}, [], {a: {}}]\n")]
#[case::spread(
    "{\n  \"l\": [\n    1\n  ]\n}",
    "{\n  \"l\": [\n    1,\n    {},\n    [],\n    {\n      \"a\": {}\n    }\n  ]\n}"
)]
fn empty_values_are_written_on_one_line(#[case] before: &str, #[case] after: &str) {
    let empty = || Fragment::Object(Vec::new());
    let values = || [empty(), Fragment::List(Vec::new()), Fragment::Object(vec![Field::new("a", empty())])];
    let edited = edit(before, "l", |editor, list| editor.append_items(list, &values().map(Item::new)));
    assert_eq!(edited.unwrap(), after);
}
