//! Comparison of the direct parser with the complete one: identical results unless the direct parser declines.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::string_slice,
    missing_docs,
    unreachable_pub,
    reason = "tests"
)]

use std::ops::Range;

use rootstock_document::read::read;
use rootstock_document::{ProblemKind, ReadLimits, Span};
use rstest::rstest;

use crate::compare::compare;
use crate::documents;
use crate::mutation::{Dice, damage};

#[rstest]
#[case::nested("a:\n  b: c\n  d:\n  - e\n  - f: g\n    h: i\n  -\n    j: k\nl: m\n")]
#[case::indented_list("a:\n  - b\n  - c\nd:\n  - - e\n    - f\n  - {g: h}\n")]
#[case::nothing("a:\nb:\n  c:\n  d: ~\ne:\n-\n- \n- f\n-  # nothing\n-\n")]
#[case::nothing_first("a:\n- \n")]
#[case::nothing_last("a:\n  - b\n  -")]
#[case::comments("# head\na: b # behind\n# between\nc: # here\n  # there\n  d: e\n  # last\n# very last\nf: g\n")]
#[case::marked("---\na: b\n")]
#[case::marked_with_comment("--- # head\n# more\n a: b\n")]
#[case::crlf("---\r\na: b\r\nc: |\r\n  d\r\n\r\n  e\r\nf: # g\r\n- h\r\n")]
#[case::quotes("a: 'b ''c'''\n\"d\\n\": \"e\\u00e4\\x41 \\\"\"\n'f' : \"\"\n")]
#[case::quotes_of_several_lines("a: \"b\n  c\n\n  d \\\n  \\  e\"\nf: 'g\n\n\n  h '\n")]
#[case::plain_of_several_lines("a: b\n  c d\n\n  - e\nf:\n  g\n  h\ni:\n- j\n  k # l\n- m\n")]
#[case::literal("a: |\n  b\n   c\n\n  # d\ne: |-\n  f\ng: |+\n  h\n\n\ni: |2\n   j\nk:\n- |\n  l\n- m\n")]
#[case::tab_after_an_indicator("a: >+1\n \t\n  b\nc: |2-\n   d\n  \t\n")]
#[case::literal_at_the_end("a:\n  b: |\n    c\n    # d")]
#[case::folded("a: >\n  b\n  c\n\n  d\n   e\n  f\n\n\n  g\nh: >-\n  i\n  j\n")]
#[case::pipes_in_comments("a:\n- b\n# c > d | e\n- | # f | # g\n  h\ni: >- # |\n  j\n")]
#[case::flow("a: {b: c, 'd': [e, \"f\", {g: h,},], i: {}, j: [], \"k\":l}\nm: [\n  n, # o\n  p\n]\nq: {\n}\n")]
#[case::flow_document("# c\n{a: b, c: [d]} # e\n")]
#[case::scalars("a: 1.30\nb: yes\nc: -1\nd: http://e.f/g?h#i\nj: k: l\n")]
#[case::words("a: http://e.f/g?h#i\nyes: no\n1: 2\n-x: -y\n\u{e4}: \u{df}\n")]
#[case::duplicates("a: b\nc: d\na: e\n")]
fn parsers_agree(#[case] text: &str) {
    let (is_direct, difference) = compare(text.as_bytes(), &ReadLimits::DEFAULT);
    assert_eq!(difference, None, "{text}");
    assert!(is_direct || text.contains("k: l\n"), "declined: {text}");
}

/// Short documents that cover many YAML features, as a base for mutations.
const SEEDS: &[&str] = &[
    "a:\n  b: c\n  d:\n  - e\n  - f: g\n    h: i\n  -\n    j: k\nl: m\n",
    "a:\n  - b\n  - c # d\ne:\n  - - f\n    - g\n  - {h: i}\n",
    "---\na:\nb: ~\nc:\n-\n- d\n-  # e\n-\n",
    "# a\nb: 'c ''d'''\n\"e\\n\": \"f\\u00e4\\x41 \\\"\"\n'g' : \"\"\nh: \"i\n  j\n\n  k \\\n  \\  l\"\n",
    "a: b\n  c d\n\n  - e\nf:\n  g\n  h\ni:\n- j\n  k # l\n- m\n",
    "a: |\n  b\n   c\n\n  # d\ne: |-\n  f\ng: |+\n  h\n\n\ni: |2\n   j\nk:\n- |\n  l\n- m\n",
    "a: >\n  b\n  c\n\n  d\n   e\n  f\n\n\n  g\nh: >-\n  i\n  j\n",
    "a: {b: c, 'd': [e, \"f\", {g: h,},], i: {}, j: [], \"k\":l}\nm: [\n  n, # o\n  p\n]\nq: {\n}\n",
    "# a\n{a: b, c: [d]}\n",
    "kind: List\nitems:\n- kind: A\n  spec: {a: 1}\n- kind: B\n  kind: C\n",
];

/// Tests `count` mutated documents; returns how many of them the direct parser read.
fn damaged(seeds: &[Vec<u8>], seed: u64, count: usize) -> usize {
    let mut dice = Dice::new(seed);
    let mut read = 0;
    let mut text: Vec<u8> = Vec::new();
    for _ in 0..count {
        // Mutate a mutated text once more now and then.
        if text.is_empty() || text.len() > 400 || dice.roll(4) > 0 {
            text.clone_from(&seeds[dice.roll(seeds.len())]);
        }
        damage(&mut text, &mut dice);
        let (is_direct, difference) = compare(&text, &ReadLimits::DEFAULT);
        read += usize::from(is_direct);
        assert_eq!(difference, None, "{:?}", String::from_utf8_lossy(&text));
    }
    read
}

/// Returns a setting of the environment, or else the default: `ROOTSTOCK_EXECUTIONS=100000000 cargo test --release -p
/// rootstock-document --test document` runs for a long time.
fn setting(name: &str, default: u64) -> u64 {
    std::env::var(name).ok().and_then(|value| value.parse().ok()).unwrap_or(default)
}

#[test]
fn parsers_agree_on_damaged_documents() {
    let (count, seed) = (setting("ROOTSTOCK_EXECUTIONS", 20_000) as usize, setting("ROOTSTOCK_SEED", 1));
    let seeds: Vec<Vec<u8>> = SEEDS.iter().map(|text| text.as_bytes().to_vec()).collect();
    let start = std::time::Instant::now();
    let read = damaged(&seeds, seed, count);
    println!("{count} documents, {read} of them read directly, in {:?}", start.elapsed());
    assert!(read > count / 10);
}

/// The problems of a document move with it. Only the words of a syntax error may depend on the marker before the document.
#[test]
fn problems_move_with_their_document() {
    const BEFORE: &str = "\u{e4}: b\nc: d\n---\n";
    let (count, mut dice) = (setting("ROOTSTOCK_EXECUTIONS", 20_000), Dice::new(setting("ROOTSTOCK_SEED", 1)));
    let mut unreadable = 0;
    for _ in 0..count {
        let mut text = SEEDS[dice.roll(SEEDS.len())].as_bytes().to_vec();
        damage(&mut text, &mut dice);
        let Ok(text) = String::from_utf8(text) else { continue };
        // Another marker would split it, and a file may begin with a byte order mark.
        if text.contains("---") || text.contains("...") || text.contains('\u{feff}') {
            continue;
        }
        let (alone, moved) = (problems(&text, 0), problems(&format!("{BEFORE}{text}"), BEFORE.len()));
        unreadable += u64::from(alone.iter().any(|(kind, ..)| *kind == ProblemKind::Unreadable));
        let kinds = |problems: &[Described]| problems.iter().map(|(kind, ..)| *kind).collect::<Vec<_>>();
        assert_eq!(kinds(&alone), kinds(&moved), "{text:?}");
        for (one, other) in alone.iter().zip(&moved) {
            let is_inside = other.2.iter().flatten().all(|span| text.get(span.clone()).is_some());
            assert!(is_inside && (one == other || one.1 != other.1), "{one:?} against {other:?} in {text:?}");
        }
    }
    assert!(unreadable > count / 20);
}

/// The kind, the words, and the places of a problem.
type Described = (ProblemKind, String, Vec<Option<Range<usize>>>);

/// Returns the problems of a file, with their places from an offset.
fn problems(text: &str, offset: usize) -> Vec<Described> {
    let file = read("a.yaml", text.as_bytes(), &ReadLimits::DEFAULT);
    let problems = file.documents.iter().flat_map(|document| &document.problems);
    let described = problems.map(|problem| {
        let spans = [problem.span].into_iter().chain(problem.related.iter().map(|related| related.span));
        let place = |span: Span| span.range().start.wrapping_sub(offset)..span.range().end.wrapping_sub(offset);
        (problem.kind, problem.detail.clone(), spans.map(|span| span.map(place)).collect())
    });
    described.collect()
}

#[test]
fn parsers_agree_on_every_document_of_the_project() {
    let mut counts = [0; 3];
    for (name, text) in documents::written().into_iter().chain(documents::recorded_documents()) {
        let (is_direct, difference) = compare(&text, &ReadLimits::DEFAULT);
        assert_eq!(difference, None, "{name}\n{}", String::from_utf8_lossy(&text));
        let group = if is_direct { 0 } else { 1 + usize::from(!documents::is_readable(&text)) };
        counts[group] += 1;
        if group == 1 && std::env::var_os("ROOTSTOCK_SHOW").is_some() {
            println!("declined: {name}");
        }
    }
    let [direct, declined, unreadable] = counts;
    println!("{direct} read directly, {declined} declined, {unreadable} unreadable");
    assert!(direct > declined * 5);
}
