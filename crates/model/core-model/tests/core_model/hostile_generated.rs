//! Hostile documents that are too large to store: generated here, and rejected or read in bounded memory.
//! `cargo xtask bench --hostile` limits their time.
//!
//! A single test, so that the measured memory is its own.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    missing_docs,
    reason = "tests"
)]

use std::fmt::Write as _;

use rootstock_core_model::read::{Body, File, read};
use rootstock_core_model::{CloudProfile, Decode, Path, ReadLimits};

/// Builds a document in which each level repeats the previous one ten times: 10 to the power of `levels`.
fn alias_bomb(levels: usize) -> String {
    let mut text = "kind: CloudProfile\nspec:\n  a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n".to_owned();
    for level in 1..levels {
        let alias = format!("*a{}", level - 1);
        let _ = writeln!(text, "  a{level}: &a{level} [{}]", [alias.as_str(); 10].join(", "));
    }
    text
}

fn merge_bomb(levels: usize) -> String {
    let mut text = "kind: CloudProfile\nspec:\n  m0: &m0 {".to_owned();
    for key in 0..1000 {
        let _ = write!(text, "k{key}: v, ");
    }
    text.push_str("}\n");
    for level in 1..levels {
        let _ = writeln!(text, "  m{level}: &m{level} {{<<: *m{}, x{level}: y}}", level - 1);
    }
    text
}

fn keys(count: usize, name: impl Fn(usize) -> String) -> String {
    let mut text = "kind: CloudProfile\nmetadata:\n  labels:\n".to_owned();
    for key in 0..count {
        let _ = writeln!(text, "    {}: v", name(key));
    }
    text
}

/// Name, text, and the rule and the beginning of the first finding; `None` if the document is read without one.
type Case = (&'static str, String, Option<(&'static str, &'static str)>);

fn cases() -> Vec<Case> {
    let head = "kind: CloudProfile\nspec:\n";
    let limit = "document-limit";
    let deep = Some((limit, "lists and objects are nested more than 128 levels deep"));
    vec![
        ("alias bomb of 10^9", alias_bomb(9), Some((limit, "the aliases of the document repeat "))),
        ("merge bomb", merge_bomb(3000), Some((limit, "the aliases of the document repeat "))),
        (
            "one scalar of 100 KB, aliased 2000 times",
            format!("{head}  a: &a {}\n  b: [{}]\n", "x".repeat(100_000), vec!["*a"; 2000].join(", ")),
            Some((limit, "the aliases of the document repeat more than 16777216 bytes")),
        ),
        (
            "20 000 aliases",
            format!("{head}  a: &a x\n  b: [{}]\n", vec!["*a"; 20_000].join(", ")),
            Some((limit, "the document has more than 10000 aliases")),
        ),
        ("100 000 opening brackets", "[".repeat(100_000), deep),
        ("100 000 opening braces", "{\"a\":".repeat(100_000), deep),
        ("100 000 opening braces, no quotes", "{a: ".repeat(100_000), deep),
        ("100 000 dashes on a line", "- ".repeat(100_000), deep),
        ("nested objects in block style", (0..2000).map(|n| format!("{}a:\n", " ".repeat(n))).collect(), deep),
        (
            "objects as keys of objects",
            (0..100_000).map(|_| "? ").collect::<String>(),
            Some(("unreadable-document", "a key is a list or an object")),
        ),
        (
            "a scalar of 50 MB",
            format!("{head}  caBundle: {}\n", "x".repeat(50_000_000)),
            Some((limit, "the document has 50000038 bytes, more than 16777216")),
        ),
        (
            "a scalar of 8 MB",
            format!("{head}  caBundle: {}\n", "x".repeat(8_000_000)),
            Some((limit, "the value is longer than 4194304 bytes")),
        ),
        (
            "a quoted scalar of 8 MB of escapes",
            format!("{head}  caBundle: \"{}\"\n", "\\n".repeat(4_200_000)),
            Some((limit, "the value is longer than 4194304 bytes")),
        ),
        (
            "a JSON string of 8 MB",
            format!("{{\"kind\": \"CloudProfile\", \"spec\": {{\"caBundle\": \"{}\"}}}}", "x".repeat(8_000_000)),
            Some((limit, "the value is longer than 4194304 bytes")),
        ),
        ("500 000 keys", keys(500_000, |key| format!("k{key}")), None),
        ("100 000 times the same key", keys(100_000, |_| "k".to_owned()), Some(("duplicate-key", "`k` occurs twice"))),
        (
            "100 000 wrong values",
            format!("{head}  machineTypes:\n{}", "  - {cpu: many, usable: maybe, name: 1.30}\n".repeat(33_000)),
            Some(("invalid-quantity", "`many` is not a valid quantity")),
        ),
        (
            "100 000 unknown fields",
            format!("{head}{}", (0..100_000).map(|n| format!("  regionz{n}: a\n")).collect::<String>()),
            Some(("unknown-field", "there is no field `regionz0` here")),
        ),
        (
            "a list of 10^6 items",
            format!("{{\"kind\": \"CloudProfile\", \"spec\": [{}0]}}", "0,".repeat(1_000_000)),
            Some((limit, "the list has more than 500000 items")),
        ),
        (
            "a list of 10^6 items in block style",
            format!("{head}{}", "  - a\n".repeat(1_000_000)),
            Some((limit, "the list has more than 500000 items")),
        ),
        (
            "4 000 000 values",
            format!("{{\"kind\": \"CloudProfile\", \"spec\": [{}0]}}", "[0,0,0,0,0,0,0],".repeat(500_000)),
            Some((limit, "the document has more than 2000000 values and keys")),
        ),
        ("99 000 empty documents", "---\n".repeat(99_000), None),
        ("200 000 documents", "---\na: 1\n".repeat(200_000), Some((limit, "the file has more than 100000 documents"))),
        ("1 000 000 comments", format!("{}kind: CloudProfile\n", "# nothing\n".repeat(1_000_000)), None),
        ("2 000 000 empty lines", format!("{}kind: CloudProfile\n", "\n".repeat(2_000_000)), None),
        (
            "a key of 2 MB",
            format!("{head}  {}: a\n", "k".repeat(2_000_000)),
            Some(("unreadable-document", "a key is longer than 1024 characters")),
        ),
        (
            "500 000 lines of a tab in a text",
            format!("{head}  type: |\n    local\n{}", "    \t\n".repeat(500_000)),
            None,
        ),
        ("1 000 000 blanks in front of a value", format!("{head}  type: {}local\n", " ".repeat(1_000_000)), None),
        ("100 000 colons", format!("{head}  type: {}x\n", "a:".repeat(100_000)), None),
        (
            "100 000 anchors",
            format!("{head}  a: [{}]\n", (0..100_000).map(|n| format!("&a{n} x, ")).collect::<String>()),
            None,
        ),
        (
            "100 000 tags",
            format!("{head}  a: [{}]\n", "!t x, ".repeat(100_000)),
            Some(("foreign-tag", "Kubernetes does not know")),
        ),
        (
            "10 000 quotes",
            format!("{head}  a: {}\n", "\"".repeat(10_000)),
            Some(("unreadable-document", "more text follows")),
        ),
    ]
}

fn first_finding(file: &File) -> Option<(String, String)> {
    let mut first = None;
    for document in &file.documents {
        for violation in rootstock_core_model::violations(&document.problems) {
            first = first.or_else(|| Some((violation.rule.name.to_owned(), violation.detail.to_string())));
        }
        if let Body::Object(object) = &document.body {
            let (_, violations) = object.raw.decode::<CloudProfile>(&Path::object());
            let found =
                violations.first().map(|violation| (violation.rule.name.to_owned(), violation.detail.to_string()));
            // These documents naturally have unknown fields, which are not what makes them hostile.
            first = first.or(found);
        }
    }
    first
}

/// Returns the peak memory of this process in bytes, if the system reports it.
fn peak() -> Option<usize> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find(|line| line.starts_with("VmHWM:"))?;
    line.split_whitespace().nth(1)?.parse::<usize>().ok().map(|kib| kib * 1024)
}

#[test]
fn hostile_documents_take_bounded_memory() {
    let cases = cases();
    let inputs: usize = cases.iter().map(|(_, text, _)| text.len()).sum();
    for (name, text, expected) in &cases {
        let file = read(name, text.as_bytes(), &ReadLimits::DEFAULT);
        let found = first_finding(&file);
        match (expected, &found) {
            (None, None) => {}
            (None, Some((rule, _))) => assert_eq!(rule, "unknown-field", "{name}: {found:?}"),
            (Some((rule, detail)), Some((found_rule, found_detail))) => {
                assert_eq!(rule, found_rule, "{name}: {found_detail}");
                assert!(found_detail.starts_with(detail), "{name}: {found_detail}");
            }
            (Some(_), None) => panic!("{name} is read"),
        }
    }
    if let Some(peak) = peak() {
        let most = inputs + (400 << 20);
        println!("{} MiB at most, {} MiB of it input", peak >> 20, inputs >> 20);
        assert!(peak < most, "{} MiB", peak >> 20);
    }
}
