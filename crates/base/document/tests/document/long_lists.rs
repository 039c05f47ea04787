//! Lists that exceed the maximum document size: reading them item by item has the same result as reading them at once.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "tests")]

use rootstock_document::ReadLimits;
use rootstock_document::read::{Body, Document, File, read};
use rstest::rstest;

/// A limit that rejects the lists as a whole, but accepts each item.
const SMALL: ReadLimits = ReadLimits { document_bytes: 130, ..ReadLimits::DEFAULT };

const YAML: &str = "apiVersion: v1\nitems:\n- kind: A\n  metadata: {name: a}\n- kind: B\n  metadata:\n    name: b\n    labels: {x: \"1\"}\n\
    # a comment\n-\n  kind: C\n  metadata: {name: c, name: d}\n- metadata: {name: e}\nkind: ShootList\nmetadata:\n  resourceVersion: \"\"\n";
const JSON: &str = r#"{"apiVersion": "v1", "items": [{"kind": "A", "metadata": {"name": "a"}}, {"metadata": {"name": "b"}}],
    "kind": "ShootList", "metadata": {"resourceVersion": ""}}"#;

/// Indents the items by two more columns.
fn indented(text: &str) -> String {
    let (head, rest) = text.split_once("items:\n").unwrap();
    let (items, tail) = rest.split_once("\nkind: S").unwrap();
    let items: Vec<String> = items.lines().map(|line| format!("  {line}")).collect();
    format!("{head}items:\n{}\nkind: S{tail}", items.join("\n"))
}

/// Renders everything that the parser reports about the documents.
fn summary(file: &File) -> Vec<String> {
    let one = |document: &Document| {
        let (kind, name) = document.object().map_or(("", ""), |object| (object.kind.as_str(), object.name.as_str()));
        let problems: Vec<_> = document.problems.iter().map(|one| (&one.path, one.span, &one.detail)).collect();
        let body = document.raw().map(|raw| serde_json::to_string(raw).unwrap());
        format!("{} {:?} {:?} {kind} {name} {problems:?} {body:?}", document.number, document.item, document.span)
    };
    file.documents.iter().map(one).collect()
}

#[rstest]
#[case::block(YAML.to_owned())]
#[case::indented(indented(YAML))]
#[case::windows(YAML.replace('\n', "\r\n"))]
#[case::marked(format!("---\n{YAML}---\nkind: Z\nmetadata: {{name: z}}\n"))]
#[case::json(JSON.to_owned())]
#[case::json_documents(format!("{JSON}\n{{\"kind\": \"Z\", \"metadata\": {{\"name\": \"z\"}}}}\n{JSON}"))]
fn items_read_one_by_one_equal_the_whole_list(#[case] text: String) {
    let (at_once, by_items) = (read("-", text.as_bytes(), &ReadLimits::DEFAULT), read("-", text.as_bytes(), &SMALL));
    assert_eq!(summary(&by_items), summary(&at_once));
    assert!(by_items.documents.iter().all(|document| document.raw().is_some()), "{:?}", summary(&by_items));
}

#[rstest]
#[case::yaml(YAML.replace("kind: B\n", "kind: [\n"), 1)]
#[case::json(JSON.replace(r#""kind": "A","#, r#""kind": "A","x": 01,"#), 0)]
fn a_broken_item_does_not_affect_others(#[case] text: String, #[case] broken: usize) {
    let file = read("-", text.as_bytes(), &SMALL);
    let unreadable = |document: &Document| matches!(document.body, Body::Unreadable);
    let found: Vec<usize> = (0..file.documents.len()).filter(|index| unreadable(&file.documents[*index])).collect();
    assert_eq!(found, [broken], "{:?}", summary(&file));
    assert_eq!(file.documents[broken].item, Some(broken));
}

#[test]
fn an_oversized_item_is_reported() {
    let text = YAML.replace("{name: a}", &format!("{{name: {}}}", "a".repeat(150)));
    let file = read("-", text.as_bytes(), &SMALL);
    assert!(file.documents[0].problems[0].detail.contains("more than 130"), "{:?}", summary(&file));
    assert!(file.documents[1..].iter().all(|document| document.raw().is_some()), "{:?}", summary(&file));
}

#[rstest]
#[case::yaml(YAML, "without its `kind`")]
#[case::json(JSON, "in the middle of it")]
fn a_truncated_list_is_reported(#[case] text: &str, #[case] expected: &str) {
    let end = text.find("ShootList").unwrap() - 10;
    let limits = ReadLimits { document_bytes: 90, ..SMALL };
    let file = read("-", text.get(..end).unwrap().as_bytes(), &limits);
    let last = file.documents.last().unwrap();
    assert!(last.problems[0].detail.contains(expected), "{:?}", summary(&file));
}

/// A large document that is not a list is still refused.
#[rstest]
#[case(format!("kind: A\nmetadata: {{name: {}}}\n", "a".repeat(150)))]
#[case(format!("{{\"kind\": \"A\", \"metadata\": {{\"name\": \"{}\"}}}}", "a".repeat(150)))]
#[case(YAML.replace("ShootList", "Shoot"))]
fn a_large_document_that_is_not_a_list_is_refused(#[case] text: String) {
    let file = read("-", text.as_bytes(), &SMALL);
    assert_eq!(file.documents.len(), 1);
    assert!(file.documents[0].problems[0].detail.contains("more than 130"), "{:?}", summary(&file));
}
