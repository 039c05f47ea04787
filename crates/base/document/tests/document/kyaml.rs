//! KYAML: what is written, and what edits add to it.

use insta::assert_snapshot;
use rootstock_document::{After, Editor, Field, Fragment, Item, NodeRef, RawObject, apply_edits, emit, read};

const TEXT: &str = r#"---
{
  kind: "X",
  spec: {
    versions: [{
      version: "1.0",
    }],
    zones: [
      "a",
    ],
  },
}
"#;

/// Returns the text with a version, a zone, and a field more.
fn edited(text: &str) -> String {
    let file = read::read("a.yaml", text.as_bytes(), &Default::default());
    let spec: NodeRef<'_> = file.documents[0].raw().unwrap().get("spec").unwrap();
    let mut editor = Editor::new(spec.tree());
    let version = Fragment::Object(vec![
        Field::new("version", Fragment::Text("1.1".to_owned())),
        Field::new("classification", Fragment::Text("preview".to_owned())),
        Field::new("architectures", Fragment::texts(["amd64", "arm64"])),
        Field::new(
            "flavors",
            Fragment::List(vec![Item::new(Fragment::Object(vec![Field::new("no", Fragment::texts(["x"]))]))]),
        ),
    ]);
    editor.append_items(spec.get("versions").unwrap(), &[Item::new(version)]).unwrap();
    editor.append_items(spec.get("zones").unwrap(), &[Item::new(Fragment::Text("b".to_owned()))]).unwrap();
    editor.add_field(spec, After(&["zones"]), "type", Fragment::Text("local".to_owned())).unwrap();
    apply_edits(text, &editor.finish()).unwrap()
}

#[test]
fn edits_keep_the_manner_of_kyaml() {
    assert_snapshot!(edited(TEXT));
}

/// An edited text is the one that would be written anew.
#[test]
fn edited_text_equals_written_text() {
    let text = edited(TEXT);
    let file = read::read("a.yaml", text.as_bytes(), &Default::default());
    assert!(file.documents[0].problems.is_empty());
    assert_eq!(emit::node_to_kyaml_with_comments(file.documents[0].raw().unwrap().node(), &[]), text);
}

#[test]
fn values_of_all_kinds_are_written() {
    let json = r#"{"a": [], "b": {}, "on": "yes", "c": [1, 2.5, null, true, "1.30"], "d": [{"e": "x\ny"}, {"f": [{"g": "h"}]}], "x, y": [[]]}"#;
    let raw: RawObject = serde_json::from_str(json).unwrap();
    let text = emit::node_to_kyaml_with_comments(raw.node(), &[]);
    assert_snapshot!(text);
    let read = read::read("a.yaml", text.as_bytes(), &Default::default());
    assert_eq!(serde_json::to_value(read.documents[0].raw().unwrap()).unwrap(), serde_json::to_value(&raw).unwrap());
}
