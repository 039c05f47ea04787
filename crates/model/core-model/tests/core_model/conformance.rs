#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    missing_docs,
    reason = "tests"
)]
//! The verdicts recorded from Gardener that concern single scalars.

use std::io::{BufRead, BufReader};
use std::path::Path;

use flate2::read::GzDecoder;
use rootstock_core_model::{Quantity, names};
use serde_json::{Value, json};

/// Runs every input of a suite, and fails with all answers that differ from the recorded ones.
fn check_suite(suite: &str, answer: impl Fn(&Value) -> Value) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../../../fixtures/conformance/{suite}.jsonl.gz"));
    let file = std::fs::File::open(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let mut differences = Vec::new();
    for line in BufReader::new(GzDecoder::new(file)).lines() {
        let vector: Value = serde_json::from_str(&line.unwrap()).unwrap();
        let answer = answer(&vector["input"]);
        if answer != vector["expect"] {
            differences.push(format!("{}: {} answered {answer}", vector["input"], vector["expect"]));
        }
    }
    assert!(differences.is_empty(), "{} differ\n{}", differences.len(), differences.join("\n"));
}

#[test]
fn quantity() {
    check_suite("quantity", |input| {
        let quantity = input["quantity"].as_str().unwrap().parse::<Quantity>();
        json!({"ok": quantity.is_ok(), "canonical": quantity.map(|quantity| quantity.to_string()).unwrap_or_default()})
    });
}

#[test]
fn qualified_name() {
    check_suite(
        "qualified-name",
        |input| json!({"errors": names::unprefixed_name(input["name"].as_str().unwrap()).len()}),
    );
}
