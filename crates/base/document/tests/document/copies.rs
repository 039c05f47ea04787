//! Copies of values, in the style of the original.

use rootstock_document::{CopyAction, Field, Fragment, Item, NodeRef};
use rstest::rstest;

use crate::editing::edit;

#[rstest]
#[case(
    "l:\n# old\n- version: \"1\" # one\n  cri: [{name: a}]\n  # deep\n  regions:\n  - {name: eu, id: x}\n  - name: us\n    id: 'y'\n  open: true\n",
    "- version: \"2\"\n  cri: [{name: a}]\n  regions:\n  - {name: eu, id: z}\n  - {name: new}\n  open: true\n"
)]
#[case(
    "l: [{version: 1, regions: [{name: eu, id: x}, {name: us, id: y}], open: true}]\n",
    ", {version: \"2\", regions: [{name: eu, id: z}, {name: new}], open: true}]\n"
)]
#[case(
    "{\n  \"l\": [\n    {\n      \"version\": \"1\",\n      \"open\": [1, 2]\n    }\n  ]\n}",
    ",\n    {\n      \"version\": \"2\",\n      \"open\": [1, 2]\n    }\n  ]\n}"
)]
fn copy_keeps_the_style_of_the_original(#[case] before: &str, #[case] behind: &str) {
    let edited = edit(before, "l", |editor, list| {
        let mut change = |node: NodeRef<'_>| match node.key() {
            Some("version") => CopyAction::Text("2".to_owned()),
            Some("id") if node.as_str() == Some("x") => CopyAction::Text("z".to_owned()),
            Some("regions") => {
                let name = Field::new("name", Fragment::Text("new".to_owned()));
                CopyAction::With(vec![Item::new(Fragment::InBrackets(Box::new(Fragment::Object(vec![name]))))])
            }
            _ if node.get("name").is_some_and(|name| name.as_str() == Some("us")) => CopyAction::LeftOut,
            _ => CopyAction::AsIs,
        };
        let copy = Fragment::copied(list.items().next().unwrap(), &mut change).unwrap();
        editor.append_items(list, &[Item::new(copy)])
    });
    let edited = edited.unwrap();
    assert!(edited.ends_with(behind), "{edited}");
}

#[rstest]
#[case::double_quotes("\"x\"", "\"x\"", "\"z\"")]
#[case::single_quotes("'x'", "'x'", "\"z\"")]
#[case::needless_quotes("'1x'", "'1x'", "\"z\"")]
#[case::plain("x", "x", "z")]
#[case::number("1.30", "1.30", "z")]
#[case::boolean("true", "true", "z")]
#[case::null("~", "~", "z")]
#[case::nothing("", "null", "z")]
#[case::several_lines("\"x\n    y\"", "x y", "z")]
#[case::block("|-\n    x\n    y", "\"x\\ny\"", "z")]
#[case::alias("*q", "q", "z")]
fn scalar_is_copied_as_written(#[case] written: &str, #[case] copied: &str, #[case] replaced: &str) {
    for (change, expected) in [(CopyAction::AsIs, copied), (CopyAction::Text("z".to_owned()), replaced)] {
        let before = format!("q: &q \"q\"\nl:\n- a: {written}\n  b: 1\n");
        let edited = edit(&before, "l", |editor, list| {
            let mut change =
                |node: NodeRef<'_>| if node.key() == Some("a") { change.clone() } else { CopyAction::AsIs };
            let copy = Fragment::copied(list.items().next().unwrap(), &mut change).unwrap();
            editor.append_items(list, &[Item::new(copy)])
        });
        assert_eq!(edited.unwrap(), format!("{before}- a: {expected}\n  b: 1\n"));
    }
}
