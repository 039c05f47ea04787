//! Changes of documents in every style: what is new looks like what is there, and the rest stays.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    missing_docs,
    reason = "tests"
)]

use rootstock_document::{
    After, EditObstacle, Editor, Field, Fragment, Item, Locator, NodeRef, ReadLimits, Replaced, Segment, apply_edits,
    read,
};
use rstest::rstest;

/// The text after some changes of the node at a path (`versions.0.regions`).
pub(crate) fn edit(
    text: &str,
    path: &str,
    change: impl for<'a> FnOnce(&mut Editor<'a>, NodeRef<'a>) -> Result<(), EditObstacle>,
) -> Result<String, EditObstacle> {
    let file = read::read("a.yaml", text.as_bytes(), &ReadLimits::DEFAULT);
    let raw = file.documents[0].raw().unwrap_or_else(|| panic!("{:?}", file.documents[0].problems)).clone();
    let root = raw.node().tree().root();
    let steps = path.split('.').filter(|step| !step.is_empty());
    let steps: Vec<Segment> = steps
        .map(|step| match step.parse() {
            Ok(index) => Segment::Index(index),
            Err(_) => Segment::Field(step.to_owned().into()),
        })
        .collect();
    let found = Locator::new(root).locate(&steps.into());
    assert!(found.exact, "{path}");
    let mut editor = Editor::new(root.tree());
    change(&mut editor, found.node)?;
    let edited = apply_edits(text, &editor.finish()).expect("edits that fit together");
    let again = read::read("a.yaml", edited.as_bytes(), &ReadLimits::DEFAULT);
    assert!(again.documents[0].raw().is_some(), "{edited}\n{:?}", again.documents[0].problems);
    Ok(edited)
}

fn architecture<'a>() -> Fragment<'a> {
    Fragment::Object(vec![Field::new("architecture", Fragment::texts(["amd64"]))])
}

#[rstest]
#[case::block(
    "a:\n  name: x\n  cpu: 1 # one\nb: 2\n",
    "a:\n  name: x\n  cpu: 1 # one\n  caps:\n    architecture: [amd64]\nb: 2\n"
)]
#[case::wide("a:\n    name: x\n", "a:\n    name: x\n    caps:\n        architecture: [amd64]\n")]
#[case::no_final_line_break("a:\n  name: x", "a:\n  name: x\n  caps:\n    architecture: [amd64]")]
#[case::windows("a:\r\n  name: x\r\nb: 1\r\n", "a:\r\n  name: x\r\n  caps:\r\n    architecture: [amd64]\r\nb: 1\r\n")]
#[case::comment_below(
    "a:\n  name: x\n  # more of x\n\n# of b\nb: 1\n",
    "a:\n  name: x\n  caps:\n    architecture: [amd64]\n  # more of x\n\n# of b\nb: 1\n"
)]
#[case::flow("a: {name: x, cpu: 1 }\n", "a: {name: x, cpu: 1, caps: {architecture: [amd64]} }\n")]
#[case::trailing_comma("a: {name: x, }\n", "a: {name: x, caps: {architecture: [amd64]}, }\n")]
#[case::empty("a: {}\n", "a: {caps: {architecture: [amd64]}}\n")]
#[case::null_before("a:\n  name: x\n  caps:\nb: 1\n", "a:\n  name: x\n  caps:\n    architecture: [amd64]\nb: 1\n")]
#[case::json(r#"{"a": {"name": "x"}}"#, r#"{"a": {"name": "x", "caps": {"architecture": ["amd64"]}}}"#)]
#[case::spread_json(
    "{\n  \"a\": {\n    \"name\": \"x\"\n  }\n}\n",
    "{\n  \"a\": {\n    \"name\": \"x\",\n    \"caps\": {\n      \"architecture\": [\"amd64\"]\n    }\n  }\n}\n"
)]
#[case::block_scalar(
    "a:\n  text: |\n    # no comment\n    x\n\nb: 1\n",
    "a:\n  text: |\n    # no comment\n    x\n  caps:\n    architecture: [amd64]\n\nb: 1\n"
)]
#[case::block_scalar_without_line_end(
    "a:\n  text: |\n    x",
    "a:\n  text: |-\n    x\n  caps:\n    architecture: [amd64]"
)]
#[case::block_scalar_that_keeps(
    "a:\n  text: >2+ # why\n      x\n    y",
    "a:\n  text: >2- # why\n      x\n    y\n  caps:\n    architecture: [amd64]"
)]
#[case::block_scalar_that_strips("a:\n  text: |-\n    x", "a:\n  text: |-\n    x\n  caps:\n    architecture: [amd64]")]
#[case::block_scalar_with_blank_lines(
    "a:\n  text: |\n    x\n\n",
    "a:\n  text: |\n    x\n  caps:\n    architecture: [amd64]\n\n"
)]
#[case::value_left_out(
    "a:\n  name: # later\nb: 1\n",
    "a:\n  name: # later\n  caps:\n    architecture: [amd64]\nb: 1\n"
)]
#[case::merged(
    "x: &x {cpu: 1}\na:\n  <<: *x\n  name: x\n",
    "x: &x {cpu: 1}\na:\n  <<: *x\n  name: x\n  caps:\n    architecture: [amd64]\n"
)]
fn a_field_is_added(#[case] before: &str, #[case] after: &str) {
    let edited = edit(before, "a", |editor, object| editor.add_field(object, After(&[]), "caps", architecture()));
    let edited = edited.unwrap();
    assert_eq!(edited, after);
    let text = |text: &str| {
        let file = read::read("a.yaml", text.as_bytes(), &ReadLimits::DEFAULT);
        let raw = file.documents[0].raw().unwrap().clone();
        let text = raw.node().get("a").and_then(|a| a.get("text")).and_then(NodeRef::as_str);
        text.map(str::to_owned)
    };
    assert_eq!(text(&edited), text(before), "what is there keeps its value");
}

#[rstest]
#[case::block("a:\n- name: x\n  cpu: 1\n", "a:\n- name: x\n  caps: [z]\n  cpu: 1\n")]
#[case::flow("a: [{name: x, cpu: 1}]\n", "a: [{name: x, caps: [z], cpu: 1}]\n")]
fn a_field_is_added_behind_another(#[case] before: &str, #[case] after: &str) {
    let value = || Fragment::texts(["z"]);
    let edited = edit(before, "a.0", |editor, object| editor.add_field(object, After(&["name"]), "caps", value()));
    assert_eq!(edited.unwrap(), after);
}

#[test]
fn a_field_is_added_in_front_with_the_comments_of_the_next_left_alone() {
    let before = "s:\n  type: x\n  # the images\n  # of all\n  images: []\n";
    let list = Fragment::List(vec![Item::new(architecture())]);
    let edited = edit(before, "s", |editor, object| editor.add_field_before(object, &["images"], "caps", list));
    let after = "s:\n  type: x\n  caps:\n  - architecture: [amd64]\n  # the images\n  # of all\n  images: []\n";
    assert_eq!(edited.unwrap(), after);
}

#[test]
fn a_field_comes_first_of_all() {
    let before = "# the images\nimages: []\n";
    let edited = edit(before, "", |editor, object| {
        editor.add_field_before(object, &["images"], "type", Fragment::Text("x".to_owned()))
    });
    assert_eq!(edited.unwrap(), "type: x\n# the images\nimages: []\n");
}

#[rstest]
#[case::of_a_value("a: 1 # one \n", Some("# one"))]
#[case::of_several_lines("a: # these\n- 1 # one\n", Some("# these"))]
#[case::of_nothing("a: # later\nb: 1\n", Some("# later"))]
#[case::none("a: 1\nb: 1 # one\n", None)]
#[case::of_an_item("a: [x] # all\n", Some("# all"))]
#[case::blanks_and_no_comment("{a: 1 , b: 2}\n", None)]
#[case::without_a_blank("{\"a\":#x\n[y]}\n", Some("#x"))]
#[case::no_comment("a: x#y\n", None)]
fn comments_behind(#[case] text: &str, #[case] comment: Option<&str>) {
    edit(text, "a", |editor, field| {
        assert_eq!(editor.comment_behind(field).as_deref(), comment);
        Ok(())
    })
    .unwrap();
}

/// Regions become the regions of a flavor, without their architecture.
fn to_flavor(text: &str) -> Result<String, EditObstacle> {
    edit(text, "v.0", |editor, version| {
        let regions = version.get("regions").unwrap();
        let item = |index| Item::Moved { list: regions, index, without: &["architecture"], with: Vec::new() };
        let items = (0..regions.len()).map(item).collect();
        let image = version.get("image").map(|image| Field {
            key: "image".to_owned(),
            value: Fragment::Moved(image),
            above: editor.comments_above(image),
            behind: editor.comment_behind(image),
        });
        let mut fields = vec![
            Field::new("capabilities", architecture()),
            Field { behind: editor.comment_behind(regions), ..Field::new("regions", Fragment::List(items)) },
        ];
        fields.extend(image);
        let flavor = Fragment::List(vec![Item::new(Fragment::Object(fields))]);
        let replaced =
            [Replaced { key: "image", with_comments: true }, Replaced { key: "regions", with_comments: false }];
        editor.replace_fields(version, &replaced, Field::new("capabilityFlavors", flavor))
    })
}

#[test]
fn what_moves_takes_its_comments_along() {
    let text = "\
v:
- version: 1.0.0 # stable
  # only for old regions
  image: name # a name
  # by region
  regions: # all of them
  # Europe first
  - name: eu
    id: \"1\" # one
    architecture: amd64 # optional

  - architecture: amd64
    name: us
    id: '2'
  # - name: asia
  kept: true # yes
";
    insta::assert_snapshot!(to_flavor(text).unwrap());
}

#[test]
fn indented_lists_stay_indented() {
    let text = "v:\n  - version: 1.0.0\n    regions:\n      - name: eu\n        id: x\n  - version: 2.0.0\n";
    insta::assert_snapshot!(to_flavor(text).unwrap());
}

#[rstest]
#[case(
    "v: [{version: 1, regions: [{name: eu, id: x, architecture: amd64}, {name: us, id: y}], image: i}]\n",
    "v: [{version: 1, capabilityFlavors: [{capabilities: {architecture: [amd64]}, regions: [{name: eu, id: x}, {name: us, id: y}], image: i}]}]\n"
)]
#[case(
    "v:\n- version: 1\n  regions:\n  # Europe\n  - {name: eu, architecture: amd64} # e\n  - {name: us}\n",
    "v:\n- version: 1\n  capabilityFlavors:\n  - capabilities:\n      architecture: [amd64]\n    regions:\n    # Europe\n    - {name: eu} # e\n    - {name: us}\n"
)]
#[case(
    "v:\n- version: 1\n  regions: [{architecture: amd64, name: eu, id: x}] # r\n",
    "v:\n- version: 1\n  capabilityFlavors:\n  - capabilities:\n      architecture: [amd64]\n    regions: [{name: eu, id: x}] # r\n"
)]
fn flow_style_stays_flow_style(#[case] before: &str, #[case] after: &str) {
    assert_eq!(to_flavor(before).unwrap(), after);
}

#[test]
fn spread_json_stays_spread() {
    let text = r#"{
    "v": [
        {
            "version": "1.0.0",
            "image": "i",
            "regions": [
                {
                    "name": "eu",
                    "id": "x",
                    "architecture": "amd64"
                }
            ]
        }
    ]
}
"#;
    insta::assert_snapshot!(to_flavor(text).unwrap());
}

#[rstest]
#[case("v: &v\n- version: 1\n  regions: [{name: eu}]\nw: *v\n", "line 2: an alias")]
#[case("w: &w {version: 1, regions: [{name: eu}]}\nv:\n- *w\n", "line 3: an alias")]
#[case("w: &w\n  regions: [{name: eu}]\nv:\n- <<: *w\n  version: 1\n", "line 4: the field to replace comes from")]
fn what_an_alias_repeats_is_refused(#[case] text: &str, #[case] message: &str) {
    let obstacle = to_flavor(text).unwrap_err().to_string();
    assert!(obstacle.starts_with(message), "{obstacle}");
}

#[rstest]
#[case("a: {b: 1, c: 2, d: 3}\n", "a: {c: 2}\n")]
#[case("a: {b: 1, d: 3, c: 2}\n", "a: {c: 2}\n")]
#[case("a:\n  b: 1\n  c: 2 # two\n  d:\n  - x\ne: 1\n", "a:\n  c: 2 # two\ne: 1\n")]
#[case::all_in_brackets("a: {b: 1, d: 3}\n", "a: {}\n")]
#[case::all_in_brackets_on_lines("a: {\n  b: 1,\n  d: 3 }\n", "a: {\n  }\n")]
#[case::neighbours("a: {c: 2, b: 1, d: 3, e: 4}\n", "a: {c: 2, e: 4}\n")]
#[case::apart_on_lines("a:\n  b: 1\n  d:\n    x: 1\n\n  c: 2\n", "a:\n\n  c: 2\n")]
#[case::not_there("a: &a {c: 1}\ne: *a\n", "a: &a {c: 1}\ne: *a\n")]
fn fields_are_taken_out(#[case] before: &str, #[case] after: &str) {
    assert_eq!(edit(before, "a", |editor, object| editor.remove_fields(object, &["b", "d"])).unwrap(), after);
}

#[rstest]
#[case("a: 1.0.0-x # old\n", "a: 1.0.0 # old\n")]
#[case("a: \"1.0.0-x\"\n", "a: \"1.0.0\"\n")]
#[case("a: '1.0.0-x'\n", "a: '1.0.0'\n")]
fn a_string_is_replaced_in_its_style(#[case] before: &str, #[case] after: &str) {
    assert_eq!(edit(before, "a", |editor, node| editor.replace_text(node, "1.0.0")).unwrap(), after);
}

/// The first fields of an item share their line with its dash.
#[rstest]
#[case("- b: 1\n  c: 2\n", "- c: 2\n")]
#[case("- b: 1 # gone\n  d: 3\n\n  c: 2\n  e: 4\n", "- c: 2\n  e: 4\n")]
#[case("- c: 2\n  d: 3\n  b: 1", "- c: 2\n")]
fn fields_of_an_item_are_taken_out(#[case] before: &str, #[case] after: &str) {
    assert_eq!(edit(before, "0", |editor, object| editor.remove_fields(object, &["b", "d"])).unwrap(), after);
}

#[rstest]
#[case::comment_behind_the_last("a: {b: 1, d: 3 # three\n  }\n", "line 1: a comment stands between")]
#[case::nothing_left(
    "a:\n  b: 1\n  d: 3\n",
    "line 1: a comment stands between a field that goes and the next one, or nothing"
)]
#[case::repeated("a:\n  c: 2\n  b: {x: &x 1}\ne: *x\n", "line 3: an alias")]
#[case::no_object_of_its_own("e: &e {b: 1}\na: *e\n", "line 2: an alias")]
fn fields_that_stay(#[case] text: &str, #[case] message: &str) {
    let obstacle = edit(text, "a", |editor, object| editor.remove_fields(object, &["b", "d"])).unwrap_err().to_string();
    assert!(obstacle.starts_with(message), "{obstacle}");
}
