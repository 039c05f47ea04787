//! Tests of every limit, with one document that just meets it and one that just exceeds it, in YAML and in JSON.
#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing, missing_docs, reason = "tests")]

use rootstock_document::read::read;
use rootstock_document::{ProblemKind, ReadLimits};
use rstest::rstest;

/// Low limits, so that the documents can be small.
const SMALL: ReadLimits = ReadLimits {
    document_bytes: 200,
    depth: 4,
    nodes: 20,
    scalar_bytes: 30,
    aliases: 3,
    expanded_nodes: 25,
    repeated_nodes: 25,
    expanded_bytes: 40,
    documents: 3,
    list_items: 5,
};

/// Returns the detail of the first problem in any document.
fn refusal(text: &str) -> Option<String> {
    let file = read("a.yaml", text.as_bytes(), &SMALL);
    let found = file.documents.iter().flat_map(|document| &document.problems).next()?;
    assert_eq!(found.kind, ProblemKind::BeyondLimit, "{}", found.detail);
    assert!(found.span.is_some());
    Some(found.detail.clone())
}

#[rstest]
#[case::bytes(format!("# {}\na: b", "x".repeat(193)), format!("# {}\na: b", "x".repeat(194)), "the document has 201 bytes, more than 200")]
#[case::json_bytes(format!("{{\"a\":{}1}}", " ".repeat(193)), format!("{{\"a\":{}1}}", " ".repeat(194)), "the document has 201 bytes, more than 200")]
#[case::depth("[[[[1]]]]", "[[[[[1]]]]]", "lists and objects are nested more than 4 levels deep")]
#[case::block_depth("- - - - 1", "- - - - - 1", "lists and objects are nested more than 4 levels deep")]
#[case::object_depth(
    "{a: {a: {a: {a: 1}}}}",
    "{a: {a: {a: {a: {a: 1}}}}}",
    "lists and objects are nested more than 4 levels deep"
)]
#[case::alias_depth(
    "a: &a [[1]]\nb: [*a]",
    "a: &a [[1]]\nb: [[*a]]",
    "lists and objects are nested more than 4 levels deep"
)]
#[case::nodes(
    "[[1,1,1,1,1],[1,1,1,1,1],[1,1,1,1],[]]",
    "[[1,1,1,1,1],[1,1,1,1,1],[1,1,1,1],[1,1]]",
    "the document has more than 20 values and keys"
)]
#[case::scalar(format!("a: {}", "x".repeat(30)), format!("a: {}", "x".repeat(31)), "the value is longer than 30 bytes")]
#[case::key(format!("{}: 1", "x".repeat(30)), format!("{}: 1", "x".repeat(31)), "the value is longer than 30 bytes")]
#[case::quoted(format!("a: \"\\n{}\"", "x".repeat(29)), format!("a: \"\\n{}\"", "x".repeat(30)), "the value is longer than 30 bytes")]
#[case::json_scalar(format!("{{\"a\": \"{}\"}}", "x".repeat(30)), format!("{{\"a\": \"{}\"}}", "x".repeat(31)), "the value is longer than 30 bytes")]
#[case::aliases("[&a 1, *a, *a, *a]", "[&a 1, *a, *a, *a, *a]", "the document has more than 3 aliases")]
#[case::expanded(
    "- &a [1,1,1,1,1]\n- *a\n- *a",
    "- &a [1,1,1,1,1]\n- *a\n- *a\n- *a",
    "with its aliases resolved, the document has more than 25 values and keys"
)]
#[case::repeated(format!("- &a {}\n- *a\n- *a", "x".repeat(20)), format!("- &a {}\n- *a\n- *a", "x".repeat(21)), "the aliases of the document repeat more than 40 bytes")]
#[case::documents("---\na: 1\n---\n---\n", "---\na: 1\n---\n---\n---\n", "the file has more than 3 documents")]
#[case::json_documents("{}{}\n{}", "{}{}\n{}{}", "the file has more than 3 documents")]
#[case::items("[1,1,1,1,1]", "[1,1,1,1,1,1]", "the list has more than 5 items")]
#[case::block_items("- 1\n- 1\n- 1\n- 1\n- 1", "- 1\n- 1\n- 1\n- 1\n- 1\n- 1", "the list has more than 5 items")]
fn input_beyond_a_limit_is_refused(
    #[case] within: impl AsRef<str>,
    #[case] beyond: impl AsRef<str>,
    #[case] expected: &str,
) {
    assert_eq!(refusal(within.as_ref()), None);
    assert_eq!(refusal(beyond.as_ref()).as_deref(), Some(expected));
}

#[test]
fn default_depth_allows_128_levels() {
    let nested = |depth| format!("{}{}", "[".repeat(depth), "]".repeat(depth));
    let is_refused = |text: String| {
        let file = read("a.yaml", text.as_bytes(), &ReadLimits::DEFAULT);
        !file.documents[0].problems.is_empty()
    };
    assert!(!is_refused(nested(128)));
    assert!(is_refused(nested(129)));
    // The complete YAML parser, and block style.
    assert!(!is_refused(format!("# YAML\n{}", nested(128))));
    assert!(is_refused(format!("# YAML\n{}", nested(129))));
    assert!(!is_refused("- ".repeat(128)));
    assert!(is_refused("- ".repeat(129)));
}

/// 29 KB of nested aliases expanded to 360 000 flavors, each with findings, which took a gigabyte.
#[test]
fn disproportionate_repetition_by_aliases_is_refused() {
    let flavors =
        |aliases: usize| format!("- &f\n{}", "  - {architecture: [amd64]}\n".repeat(10)) + &"- *f\n".repeat(aliases);
    let is_refused = |text: String| {
        let file = read("a.yaml", text.as_bytes(), &ReadLimits::DEFAULT);
        file.documents[0].problems.first().map(|problem| problem.detail.clone())
    };
    assert_eq!(is_refused(flavors(400)), None);
    let detail = is_refused(flavors(900)).unwrap();
    assert!(detail.ends_with("far more than it has"), "{detail}");
}

#[test]
fn merged_entries_count_toward_the_limit() {
    let text = |times: usize| format!("- &m {{a: 1, b: 2}}\n{}", "- {<<: *m}\n".repeat(times));
    assert_eq!(refusal(&text(1)), None);
    assert_eq!(
        refusal(&text(3)).as_deref(),
        Some("with its aliases resolved, the document has more than 25 values and keys")
    );
}
