//! Comments with a mark, and their subjects.

use rootstock_document::{ReadLimits, marked_comments, read};
use rstest::rstest;

/// Returns the texts of the comments, each with the text of its subject.
fn found(text: &str) -> Vec<(&str, Option<&str>)> {
    let file = read::read("a.yaml", text.as_bytes(), &ReadLimits::DEFAULT);
    let roots = file.documents.iter().filter_map(read::Document::raw).map(|raw| raw.node());
    let comments = marked_comments(text, roots, "mark:");
    comments
        .into_iter()
        .map(|comment| (comment.text, comment.subject.map(|subject| text[subject].trim_end())))
        .collect()
}

#[rstest]
#[case::behind_a_field("a: 1 # mark: x\nb: 2\n", &[("x", Some("a: 1"))])]
#[case::above_a_field("a: 1\n# mark: x\n# another\nb: 2\n", &[("x", Some("b: 2"))])]
#[case::two_above_a_field("# mark: x\n# mark: y\nb: 2\n", &[("x", Some("b: 2")), ("y", Some("b: 2"))])]
#[case::without_blank("#mark:x\nb: 2\n", &[("x", Some("b: 2"))])]
#[case::behind_an_item("a:\n- b: 1 # mark: x\n  c: 2\n- d: 1\n", &[("x", Some("b: 1 # mark: x\n  c: 2"))])]
#[case::within_an_item("a:\n- b: 1\n  # mark: x\n  c: 2\n", &[("x", Some("c: 2"))])]
#[case::behind_a_dash("a:\n- # mark: x\n  c: 2\n  d: 3\n", &[("x", Some("c: 2\n  d: 3"))])]
#[case::behind_a_field_with_a_list("a: # mark: x\n- 1\n- 2\n", &[("x", Some("a: # mark: x\n- 1\n- 2"))])]
#[case::kyaml("{\n  a: [{ # mark: x\n    b: 1,\n  }, {\n    # mark: y\n    c: 1, # mark: z\n  }],\n}\n", &[
    ("x", Some("a: [{ # mark: x\n    b: 1,\n  }, {\n    # mark: y\n    c: 1, # mark: z\n  }]")),
    ("y", Some("c: 1")),
    ("z", Some("c: 1")),
])]
#[case::in_brackets("a: [\n  1, # mark: x\n  2]\n", &[("x", Some("1"))])]
#[case::blank_line_between("# mark: x\n\na: 1\n", &[("x", None)])]
#[case::at_the_end("a: 1\n# mark: x\n", &[("x", None)])]
#[case::behind_a_bracket("a: [\n  1\n] # mark: x\n", &[("x", None)])]
#[case::second_document("a: 1\n---\n# mark: x\nb: 1\n", &[("x", Some("b: 1"))])]
#[case::behind_the_start("--- # mark: x\nb: 1\n", &[("x", None)])]
#[case::the_rest_of_a_comment("a: 1 # mark: x # mark: y\n", &[("x # mark: y", Some("a: 1"))])]
#[case::crlf("# mark: x\r\na: 1\r\n", &[("x", Some("a: 1"))])]
#[case::an_alias("a: &x [1]\nb: *x # mark: x\n", &[("x", Some("b: *x"))])]
#[case::a_merge("a: &x {c: 1}\nb:\n  <<: *x\n  d: 2 # mark: x\n", &[("x", Some("d: 2"))])]
fn subjects_are_found(#[case] text: &str, #[case] expected: &[(&str, Option<&str>)]) {
    assert_eq!(found(text), expected);
}

#[rstest]
#[case::literal("a: |\n  # mark: x\n  b\n")]
#[case::folded("a: >-\n  b\n\n  # mark: x\n")]
#[case::double_quoted("a: \"b # mark: x\"\n")]
#[case::single_quoted_lines("a: 'b\n  # mark: x'\n")]
#[case::plain("a: b#mark: x\n")]
#[case::key("\"# mark: x\": 1\n")]
#[case::json(r##"{"a": "# mark: x"}"##)]
#[case::not_first_word("a: 1 # a mark: x\n")]
fn content_is_no_comment(#[case] text: &str) {
    assert_eq!(found(text), []);
}

/// Time is linear in the text: one long line, long blocks of comments, many documents.
#[test]
fn large_texts_are_read_in_time() {
    let line = format!("a: [{}]\n", "'# mark: x', ".repeat(60_000));
    let block = format!("{}a: 1\n", "# mark: x\n".repeat(60_000));
    let documents = "a: 1 # mark: x\n---\n".repeat(20_000);
    let begun = std::time::Instant::now();
    assert_eq!([found(&line).len(), found(&block).len(), found(&documents).len()], [0, 60_000, 20_000]);
    assert!(begun.elapsed().as_secs() < 20, "{:?}", begun.elapsed());
}
