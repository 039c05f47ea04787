//! An edited file is the file that a fresh read of the edited text makes.
#![no_main]

#[expect(dead_code, reason = "it also compares both parsers")]
#[path = "../../crates/base/document/tests/document/compare.rs"]
mod compare;

use libfuzzer_sys::fuzz_target;
use rootstock_document::read::read;
use rootstock_document::{Edit, ReadLimits};
use rootstock_fuzz::Mutated;

fuzz_target!(|input: (Mutated, Vec<(u16, u8, String)>)| {
    let (document, edits) = input;
    let limits = ReadLimits::DEFAULT;
    let mut file = read("a", document.text().as_bytes(), &limits);
    for (start, length, typed) in edits.into_iter().take(4) {
        let text = file.source.text();
        let floor = |at: usize| (0..=at.min(text.len())).rev().find(|at| text.is_char_boundary(*at)).unwrap_or(0);
        let start = floor(usize::from(start));
        let end = floor(start + usize::from(length % 16)).max(start);
        let Some(edited) = file.edited(&Edit { span: start..end, text: typed }, &limits) else { continue };
        let fresh = read("a", edited.source.text().as_bytes(), &limits);
        assert_eq!(compare::difference(&edited, &fresh), None);
        file = edited;
    }
});
