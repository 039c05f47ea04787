//! Assignment of comments to fields and items.

use rootstock_document::{Field, Fragment, Item, Replaced};
use rstest::rstest;

use crate::editing::edit;

#[rstest]
#[case::same_indentation_only("# x\n\n# y\n # z\n# 1\n# 2 \na: 1\n", "a", &["# 1", "# 2"])]
#[case::none("a: 1\n", "a", &[])]
#[case::first("# 1\na: 1\n", "a", &["# 1"])]
#[case::of_an_item("# 0\n- 1\n# 1\n- a: 2\n", "1", &["# 1"])]
#[case::on_the_line_of_a_dash("# 1\n- a: 2\n", "0.a", &[])]
#[case::in_brackets("{\n# 1\n a: 1}\n", "a", &[])]
fn comments_above(#[case] text: &str, #[case] path: &str, #[case] comments: &[&str]) {
    edit(text, path, |editor, node| {
        assert_eq!(editor.comments_above(node), comments);
        Ok(())
    })
    .unwrap();
}

#[rstest]
#[case::of_a_value("a: 1 # one \n", Some("# one"))]
#[case::of_several_lines("a: # these\n- 1 # one\n", Some("# these"))]
#[case::of_several_lines_behind_a_blank("a : # these\n- 1 # one\n", Some("# these"))]
#[case::of_nothing("a: # later\nb: 1\n", Some("# later"))]
#[case::none("a: 1\nb: 1 # one\n", None)]
#[case::of_an_item("a: [x] # all\n", Some("# all"))]
#[case::blanks_and_no_comment("{a: 1 , b: 2}\n", None)]
#[case::without_a_blank("{\"a\":#x\n[y]}\n", Some("#x"))]
#[case::no_comment("a: x#y\n", None)]
fn comment_after_a_value_is_found(#[case] text: &str, #[case] comment: Option<&str>) {
    edit(text, "a", |editor, field| {
        assert_eq!(editor.comment_after(field).as_deref(), comment);
        Ok(())
    })
    .unwrap();
}

/// A replaced field keeps the comments above it; after a dash, they are above the dash already.
#[rstest]
#[case::first("a: 1\nb: 2\n", "", "# c\n# d\nnew: x\nb: 2\n")]
#[case::behind_a_mark("\u{feff}a: 1\nb: 2\n", "", "\u{feff}# c\n# d\nnew: x\nb: 2\n")]
#[case::further_in("o:\n  b: 2\n  a: 1", "o", "o:\n  b: 2\n  # c\n  # d\n  new: x")]
#[case::behind_a_dash("- a: 1\n  b: 2\n", "0", "- new: x\n  b: 2\n")]
#[case::in_brackets("{a: 1, b: 2}", "", "{new: x, b: 2}")]
fn comments_of_an_added_field_are_written(#[case] before: &str, #[case] path: &str, #[case] after: &str) {
    let above = vec!["# c".to_owned(), "# d".to_owned()];
    let edited = edit(before, path, |editor, object| {
        let field = Field { above, ..Field::new("new", Fragment::Text("x".to_owned())) };
        editor.replace_fields(object, &[Replaced { key: "a", with_comments: false }], field)
    });
    assert_eq!(edited.unwrap(), after);
}

/// A byte order mark stays at the start of the file.
#[rstest]
#[case::comment("\u{feff}# c\na: 1\nb: 2\n", "\u{feff}new: x\n# c\na: 1\nb: 2\n", "\u{feff}# c\nb: 2\n")]
#[case::none("\u{feff}a: 1\nb: 2\n", "\u{feff}new: x\na: 1\nb: 2\n", "\u{feff}b: 2\n")]
fn byte_order_mark_stays_first_in_an_object(#[case] before: &str, #[case] added: &str, #[case] removed: &str) {
    let value = Fragment::Text("x".to_owned());
    assert_eq!(
        edit(before, "", |editor, object| editor.add_field_before(object, &["a"], "new", value)).unwrap(),
        added
    );
    assert_eq!(edit(before, "", |editor, object| editor.remove_fields(object, &["a"])).unwrap(), removed);
}

#[rstest]
#[case::comment("\u{feff}# c\n- 1\n- 2\n", "\u{feff}- 0\n# c\n- 1\n- 2\n")]
#[case::none("\u{feff}- 1\n- 2\n", "\u{feff}- 0\n- 1\n- 2\n")]
fn byte_order_mark_stays_first_in_a_list(#[case] before: &str, #[case] added: &str) {
    let item = Item::new(Fragment::Written("0".to_owned()));
    assert_eq!(edit(before, "", |editor, list| editor.insert_items(list, 0, &[item])).unwrap(), added);
    let removed = edit(before, "", |editor, list| editor.remove_items(list, &[0], true));
    assert_eq!(removed.unwrap(), "\u{feff}- 2\n");
}
