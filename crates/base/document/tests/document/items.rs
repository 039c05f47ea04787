//! Edits of lists: adding, removing and keeping items with their comments.

use rootstock_document::{EditObstacle, Editor, Fragment, Item, Locator, NodeRef, ReadLimits, apply_edits, read};
use rstest::rstest;

use crate::editing::edit;
use crate::fixes::path;

#[rstest]
#[case("l:\n# of a\n- a\n# of b\n- b\n- c\n", "l:\n# of a\n- a\n- c\n")]
#[case("l: [a, b, c]\n", "l: [a, c]\n")]
#[case("l: [a, b,c]\n", "l: [a,c]\n")]
#[case("l: [a, # of a\n b, # of b\n c]\n", "l: [a, # of a\n c]\n")]
#[case("l: [a, b]\n", "l: [a]\n")]
#[case("l: [a, b, c, d]\n", "l: [a, c, d]\n")]
#[case("l:\n-\n- b\n-\n", "l:\n-\n-\n")]
#[case("l:\n- a\n- # later\n- c\n", "l:\n- a\n- c\n")]
#[case("{\n  \"l\": [\n    \"a\",\n    \"b\"\n  ]\n}", "{\n  \"l\": [\n    \"a\"\n  ]\n}")]
fn item_is_removed(#[case] before: &str, #[case] after: &str) {
    assert_eq!(edit(before, "l", |editor, list| editor.remove_items(list, &[1], true)).unwrap(), after);
}

#[rstest]
#[case("l:\n- a # first\nm: 1\n", "l:\n- a # first\n- b\nm: 1\n")]
#[case("l:\n  - a\n", "l:\n  - a\n  - b\n")]
#[case("l:\n- [a]\nm: 1\n", "l:\n- [a]\n- b\nm: 1\n")]
#[case("l:\n- a\n-\nm: 1\n", "l:\n- a\n-\n- b\nm: 1\n")]
#[case("l:\n- a\n- # later\nm: 1\n", "l:\n- a\n- # later\n- b\nm: 1\n")]
#[case("l:\n- a\n- # later", "l:\n- a\n- # later\n- b")]
#[case("l:\n- a\n-\n  # later\nm: 1\n", "l:\n- a\n-\n- b\n  # later\nm: 1\n")]
#[case("l: [a]\n", "l: [a, b]\n")]
#[case("{\n  \"l\": [\n    \"a\"\n  ]\n}", "{\n  \"l\": [\n    \"a\",\n    \"b\"\n  ]\n}")]
fn item_is_appended(#[case] before: &str, #[case] after: &str) {
    let item = || Item::new(Fragment::Text("b".to_owned()));
    assert_eq!(edit(before, "l", |editor, list| editor.append_items(list, &[item()])).unwrap(), after);
}

#[rstest]
#[case("l:\n# the first\n- a # first\nm: 1\n", "l:\n- b\n- c\n# the first\n- a # first\nm: 1\n")]
#[case("l: [a]\n", "l: [b, c, a]\n")]
#[case("{\n  \"l\": [\n    \"a\"\n  ]\n}", "{\n  \"l\": [\n    \"b\",\n    \"c\",\n    \"a\"\n  ]\n}")]
fn items_are_inserted_first(#[case] before: &str, #[case] after: &str) {
    let items = ["b", "c"].map(|text| Item::new(Fragment::Text(text.to_owned())));
    assert_eq!(edit(before, "l", |editor, list| editor.insert_items(list, 0, &items)).unwrap(), after);
}

#[rstest]
#[case("l:\n- a # first\n# of c\n- c\n", "l:\n- a # first\n- b\n# of c\n- c\n")]
#[case("l: [a, c]\n", "l: [a, b, c]\n")]
fn item_is_inserted_between_others(#[case] before: &str, #[case] after: &str) {
    let item = Item::new(Fragment::Text("b".to_owned()));
    assert_eq!(edit(before, "l", |editor, list| editor.insert_items(list, 1, &[item])).unwrap(), after);
}

#[rstest]
#[case::none("l:\n- &x a\n", &[], "l:\n- &x a\n")]
#[case::first("l:\n# of a\n- a\n- b\n", &[0], "l:\n- b\n")]
#[case::neighbours("l:\n# of a\n- a\n# of b\n- b\n# of c\n- c\n", &[0, 1], "l:\n# of c\n- c\n")]
#[case::apart("l: [a, b, c, d]\n", &[0, 2], "l: [b, d]\n")]
#[case::to_the_end("l: [a, b, c, d]\n", &[2, 3], "l: [a, b]\n")]
#[case::all("l: [a, b, c, d]\n", &[0, 1, 2, 3], "l: []\n")]
#[case::others_repeated("k: &k x\nl:\n- a\n- b\nm: *k\n", &[0], "k: &k x\nl:\n- b\nm: *k\n")]
#[case::others_repeated_behind_it("l:\n- a\n- b\nk: &k x\nm: *k\n", &[0], "l:\n- b\nk: &k x\nm: *k\n")]
fn items_are_removed(#[case] before: &str, #[case] indices: &[usize], #[case] after: &str) {
    assert_eq!(edit(before, "l", |editor, list| editor.remove_items(list, indices, true)).unwrap(), after);
}

/// The first item of a nested list is on the same line as the outer dash.
#[rstest]
#[case::first("l:\n- - a\n  - b\n  - c\n", &[0], "l:\n- - b\n  - c\n")]
#[case::first_two("l:\n- - a\n  - b\n  - c\n", &[0, 1], "l:\n- - c\n")]
#[case::last_two("l:\n- - a\n  - b\n  - c\n", &[1, 2], "l:\n- - a\n")]
fn items_of_a_nested_list_are_removed(#[case] before: &str, #[case] indices: &[usize], #[case] after: &str) {
    assert_eq!(edit(before, "l.0", |editor, list| editor.remove_items(list, indices, true)).unwrap(), after);
}

#[test]
fn comment_after_a_shared_line_is_kept() {
    let text = "l:\n- - a\n  # of b\n  - b\n";
    let obstacle = edit(text, "l.0", |editor, list| editor.remove_items(list, &[0], true)).unwrap_err().to_string();
    assert!(obstacle.starts_with("line 2: there is a comment between the item and the next one"), "{obstacle}");
}

#[test]
fn comments_stay_unless_the_caller_moves_them() {
    let edited = edit("l:\n- a\n# of b\n- b\n", "l", |editor, list| editor.remove_items(list, &[1], false));
    assert_eq!(edited.unwrap(), "l:\n- a\n# of b\n");
}

#[rstest]
#[case::all("l:\n- a\n- b\n", &[0, 1], "line 1: the list would be empty")]
#[case::comment("l: [a # of a\n  ]\n", &[0], "line 1: there is a comment after the last item")]
#[case::anchor("l:\n- a\n- &b b\n", &[1], "line 3: there is an anchor or a tag")]
#[case::repeated("l:\n- a\n- b: &c c\nm: *c\n", &[1], "line 3: an alias")]
#[case::list_repeated("l: &l\n- a\n- b\nm: *l\n", &[1], "line 1: an alias")]
fn removing_items_is_refused(#[case] text: &str, #[case] indices: &[usize], #[case] message: &str) {
    let obstacle = edit(text, "l", |editor, list| editor.remove_items(list, indices, true)).unwrap_err().to_string();
    assert!(obstacle.starts_with(message), "{obstacle}");
}

#[rstest]
#[case::empty("l: []\n", 0, "line 1: the list is empty")]
#[case::anchor_in_front("l:\n- &a a\n", 0, "line 2: there is an anchor or a tag")]
#[case::anchor_behind("l:\n- &a a\n", 1, "line 2: there is an anchor or a tag")]
#[case::repeated("l: &l\n- a\nm: *l\n", 1, "line 1: an alias")]
fn inserting_items_is_refused(#[case] text: &str, #[case] position: usize, #[case] message: &str) {
    let item = Item::new(Fragment::Text("b".to_owned()));
    let obstacle = edit(text, "l", |editor, list| editor.insert_items(list, position, &[item])).unwrap_err();
    assert!(obstacle.to_string().starts_with(message), "{obstacle}");
}

#[rstest]
#[case::nothing_repeated("k: &k x\nl:\n- &a a\n- b\nm: [*k, x]\n", "")]
#[case::repeated_behind_it("l:\n- a\n- &b b\nm: *b\n", "line 3: an alias")]
#[case::repeated_in_it("l:\n- &a a\n- *a\n", "line 2: an alias")]
#[case::repeated_as_a_whole("l: &l\n- a\nm: *l\n", "line 2: an alias")]
fn reordering_repeated_items_is_refused(#[case] text: &str, #[case] message: &str) {
    let said = edit(text, "l", |editor, list| editor.check_order(list)).err().map(|said| said.to_string());
    assert!(said.clone().unwrap_or_default().starts_with(message), "{said:?}");
    assert_eq!(said.is_none(), message.is_empty(), "{said:?}");
}

/// Returns the text after a change that locates values by path.
fn edit_at(
    text: &str,
    change: impl for<'a> FnOnce(&mut Editor<'a>, &mut Locator<'a>) -> Result<(), EditObstacle>,
) -> Result<String, String> {
    let file = read::read("a.yaml", text.as_bytes(), &ReadLimits::DEFAULT);
    let raw = file.documents[0].raw().unwrap().clone();
    let root: NodeRef<'_> = raw.node();
    let mut editor = Editor::new(root.tree());
    change(&mut editor, &mut Locator::new(root)).map_err(|obstacle| obstacle.to_string())?;
    Ok(apply_edits(text, &editor.finish()).unwrap())
}

const IMAGES: &str = "\
images:
# of x
- name: x
  versions:
  - 1 # one
  # of two
  - 2
- name: y
  versions:
  - 3
";

/// An item whose list becomes empty is removed, too.
#[rstest]
#[case::some(&["images[0].versions[1]"], Ok("images:\n# of x\n- name: x\n  versions:\n  - 1 # one\n- name: y\n  versions:\n  - 3\n"))]
#[case::all_of_one(&["images[1].versions[0]"], Ok("images:\n# of x\n- name: x\n  versions:\n  - 1 # one\n  # of two\n  - 2\n"))]
#[case::all_of_another(&["images[0].versions[0]", "images[0].versions[1]"], Ok("images:\n- name: y\n  versions:\n  - 3\n"))]
#[case::of_both(&["images[1].versions[0]", "images[0].versions[0]"], Ok("images:\n# of x\n- name: x\n  versions:\n  # of two\n  - 2\n"))]
#[case::the_items_themselves(&["images[1]"], Ok("images:\n# of x\n- name: x\n  versions:\n  - 1 # one\n  # of two\n  - 2\n"))]
#[case::everything(&["images[0]", "images[1]"], Err("line 1: the list would be empty"))]
#[case::nowhere(&["images[0].regions[0]"], Err("line 3: the list of the item to remove is not written here"))]
fn items_with_emptied_lists_are_removed(#[case] paths: &[&str], #[case] after: Result<&str, &str>) {
    let paths: Vec<_> = paths.iter().map(|at| path(at)).collect();
    let edited = edit_at(IMAGES, |editor, locator| editor.remove_items_at(locator, &paths));
    assert_eq!(edited.as_deref().map_err(String::as_str), after);
}

/// A list that becomes empty is removed with its field.
#[rstest]
#[case::some(&["images[0].versions[1]"], Ok("images:\n# of x\n- name: x\n  versions:\n  - 1 # one\n- name: y\n  versions:\n  - 3\n"))]
#[case::all(&["images[1].versions[0]"], Ok("images:\n# of x\n- name: x\n  versions:\n  - 1 # one\n  # of two\n  - 2\n- name: y\n"))]
#[case::the_only_field(&["images[0]", "images[1]"], Err("line 1: there is a comment between a field to remove and the next one, or no field would be left; move the comment"))]
#[case::nowhere(&["images[0].regions[0]"], Err("line 3: the list of the item to remove is not written here"))]
fn emptied_lists_are_removed_with_their_field(#[case] paths: &[&str], #[case] after: Result<&str, &str>) {
    let paths: Vec<_> = paths.iter().map(|at| path(at)).collect();
    let edited = edit_at(IMAGES, |editor, locator| editor.remove_items_or_list(locator, &paths));
    assert_eq!(edited.as_deref().map_err(String::as_str), after);
}
