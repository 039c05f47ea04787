//! Whatever the direct reader of YAML reads, the complete parser reads alike.
#![no_main]

#[path = "../../crates/base/document/tests/document/compare.rs"]
mod compare;

use libfuzzer_sys::fuzz_target;
use rootstock_document::ReadLimits;

fuzz_target!(|text: &[u8]| {
    let (_, difference) = compare::compare(text, &ReadLimits::DEFAULT);
    assert_eq!(difference, None);
});
