//! Compares the direct YAML parser with the complete one: if the direct one accepts a text, both results are the same.
#![no_main]

#[path = "../../crates/base/document/tests/document/compare.rs"]
mod compare;

use libfuzzer_sys::fuzz_target;
use rootstock_document::ReadLimits;

fuzz_target!(|text: &[u8]| {
    let (_, difference) = compare::compare(text, &ReadLimits::DEFAULT);
    assert_eq!(difference, None);
});
