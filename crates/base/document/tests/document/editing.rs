//! Edits of documents in every style: new content adapts to the existing style, and all other text stays unchanged.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    missing_docs,
    reason = "tests"
)]

use rootstock_document::{
    After, EditObstacle, Editor, Field, Fragment, Item, ListItem, Locator, NodeRef, ReadLimits, Replaced, Segment,
    apply_edits, read,
};
use rstest::rstest;

/// Returns the text after changes to the node at a path (`versions.0.regions`).
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
#[case::omitted_value("a:\n  name: # later\nb: 1\n", "a:\n  name: # later\n  caps:\n    architecture: [amd64]\nb: 1\n")]
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
fn field_is_added_after_another(#[case] before: &str, #[case] after: &str) {
    let value = || Fragment::texts(["z"]);
    let edited = edit(before, "a.0", |editor, object| editor.add_field(object, After(&["name"]), "caps", value()));
    assert_eq!(edited.unwrap(), after);
}

#[test]
fn field_added_first_leaves_the_comments_of_the_next() {
    let before = "s:\n  type: x\n  # the images\n  # of all\n  images: []\n";
    let list = Fragment::List(vec![Item::new(architecture())]);
    let edited = edit(before, "s", |editor, object| editor.add_field_before(object, &["images"], "caps", list));
    let after = "s:\n  type: x\n  caps:\n  - architecture: [amd64]\n  # the images\n  # of all\n  images: []\n";
    assert_eq!(edited.unwrap(), after);
}

#[test]
fn field_is_added_first() {
    let before = "# the images\nimages: []\n";
    let edited = edit(before, "", |editor, object| {
        editor.add_field_before(object, &["images"], "type", Fragment::Text("x".to_owned()))
    });
    assert_eq!(edited.unwrap(), "type: x\n# the images\nimages: []\n");
}

/// If nothing can be inserted before the next field, the field is appended, or replaces an existing one without a value.
#[rstest]
#[case::brackets("{images: [], b: 1}", "{images: [], b: 1, type: x}")]
#[case::none_of_them("a: 1\n", "a: 1\ntype: x\n")]
#[case::there_already("images: []\ntype:\n", "images: []\ntype: x\n")]
#[case::first_of_several("b: 1\n# one\nother: 2\nimages: 1\n", "b: 1\ntype: x\n# one\nother: 2\nimages: 1\n")]
fn field_is_added_before_others(#[case] before: &str, #[case] after: &str) {
    let value = Fragment::Text("x".to_owned());
    let edited =
        edit(before, "", |editor, object| editor.add_field_before(object, &["images", "other"], "type", value));
    assert_eq!(edited.unwrap(), after);
}

#[test]
fn field_is_not_added_before_the_one_on_a_dash_line() {
    let value = Fragment::Text("x".to_owned());
    let edited = edit("- images: 1\n  b: 2\n", "0", |editor, object| {
        editor.add_field_before(object, &["images"], "type", value)
    });
    assert_eq!(edited.unwrap(), "- images: 1\n  b: 2\n  type: x\n");
}

#[rstest]
#[case::merged_alone("x: &x {c: 1}\na:\n  <<: *x\n", "line 2: the object has no fields of its own")]
#[case::list("b: 1\na:\n- 1\n", "line 2: expected an object")]
#[case::scalar("a: 1\n", "line 1: expected an object")]
#[case::alias("x: &x {c: 1}\na: *x\n", "line 2: an alias (`*…`) cannot be edited")]
#[case::repeated("a: &a {c: 1}\nx: *a\n", "line 1: an alias (`*…`) or merge key (`<<`) repeats")]
#[case::repeated_around_it("y: &y\n  z: 1\nx: *y\na: 1\n", "line 4: expected an object")]
fn adding_a_field_is_refused(#[case] text: &str, #[case] message: &str) {
    let obstacle =
        edit(text, "a", |editor, object| editor.add_field(object, After(&[]), "new", architecture())).unwrap_err();
    assert!(obstacle.to_string().starts_with(message), "{obstacle}");
}

#[rstest]
#[case("a: 1 # one\nb: 2\n", "a: x # one\nb: 2\n")]
#[case("# of a\na: # these\n- 1\n- 2\nb: 2\n", "# of a\na: x # these\nb: 2\n")]
#[case("{a: [1], b: 2}", "{a: x, b: 2}")]
#[case("b: 2\na: 1", "b: 2\na: x")]
fn a_value_is_replaced_and_keeps_its_comments(#[case] before: &str, #[case] after: &str) {
    let value = Fragment::Text("x".to_owned());
    assert_eq!(edit(before, "", |editor, object| editor.replace_value(object, "a", value)).unwrap(), after);
}

#[test]
fn edits_are_returned_in_text_order() {
    let file = read::read("a.yaml", b"a: 1\nb: 2\n", &ReadLimits::DEFAULT);
    let raw = file.documents[0].raw().unwrap().clone();
    let mut editor = Editor::new(raw.node().tree());
    for key in ["b", "a"] {
        editor.replace_text(raw.node().get(key).unwrap(), "x").unwrap();
    }
    let starts = |edits: Vec<rootstock_document::Edit>| edits.iter().map(|edit| edit.span.start).collect::<Vec<_>>();
    assert_eq!((starts(editor.take()), starts(editor.take())), (vec![3, 8], Vec::new()));
}

/// Moves regions into a flavor, without their architecture.
fn to_flavor(text: &str) -> Result<String, EditObstacle> {
    edit(text, "v.0", |editor, version| {
        let regions = version.get("regions").unwrap();
        let item = |item| Item::Moved { item, without: &["architecture"], with: Vec::new() };
        let items = ListItem::of(regions).map(item).collect();
        let image = version.get("image").map(|image| Field {
            key: "image".to_owned(),
            value: Fragment::Moved(image),
            above: editor.comments_above(image),
            behind: editor.comment_after(image),
        });
        let mut fields = vec![
            Field::new("capabilities", architecture()),
            Field { behind: editor.comment_after(regions), ..Field::new("regions", Fragment::List(items)) },
        ];
        fields.extend(image);
        let flavor = Fragment::List(vec![Item::new(Fragment::Object(fields))]);
        let replaced =
            [Replaced { key: "image", with_comments: true }, Replaced { key: "regions", with_comments: false }];
        editor.replace_fields(version, &replaced, Field::new("capabilityFlavors", flavor))
    })
}

#[test]
fn moved_values_keep_their_comments() {
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
fn multi_line_json_stays_multi_line() {
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
fn editing_repeated_values_is_refused(#[case] text: &str, #[case] message: &str) {
    let obstacle = to_flavor(text).unwrap_err().to_string();
    assert!(obstacle.starts_with(message), "{obstacle}");
}

#[rstest]
#[case("a: 1.0.0-x # old\n", "a: 1.0.0 # old\n")]
#[case("a: \"1.0.0-x\"\n", "a: \"1.0.0\"\n")]
#[case("a: '1.0.0-x'\n", "a: '1.0.0'\n")]
fn a_string_is_replaced_in_its_style(#[case] before: &str, #[case] after: &str) {
    assert_eq!(edit(before, "a", |editor, node| editor.replace_text(node, "1.0.0")).unwrap(), after);
}
