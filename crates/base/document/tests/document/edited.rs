//! An edited file is the file that a fresh read of the edited text makes: random edits of everything that this project has.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::string_slice, missing_docs, reason = "tests")]

use proptest::prelude::*;
use proptest::test_runner::{Config, TestRunner};
use rootstock_document::read::read;
use rootstock_document::{Edit, ReadLimits};

use crate::{compare, documents};

const LIMITS: ReadLimits = ReadLimits::DEFAULT;

/// What people type, and what they should not.
const TYPED: [&str; 26] = [
    "", "", "a", "1", " ", "  ", "\n", "\n  ", "\n- ", ": ", ":", "- ", "#", " # x", "x: y", "\n  x: y", "\"", "'",
    "{", "]", "|\n", ">-\n   t", "---\n", "&a ", "*a", "\t",
];

fn floor(text: &str, mut at: usize) -> usize {
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    at
}

#[test]
fn an_edited_file_is_a_fresh_read_of_its_text() {
    let texts: Vec<String> = documents::written()
        .into_iter()
        .filter_map(|(_, text)| String::from_utf8(text).ok())
        .filter(|text| (2..60_000).contains(&text.len()))
        .collect();
    let mut runner = TestRunner::new(Config { cases: 6_000, ..Config::default() });
    let (in_place, by_text) = (std::cell::Cell::new(0_u32), std::cell::Cell::new(0_u32));
    let edits =
        prop::collection::vec((any::<prop::sample::Index>(), 0_usize..12, prop::sample::select(&TYPED[..])), 1..4);
    runner
        .run(&(prop::sample::select(texts), edits), |(text, edits)| {
            let mut file = read("a", text.as_bytes(), &LIMITS);
            for (place, length, typed) in edits {
                let text = file.source.text();
                let start = floor(text, place.index(text.len() + 1));
                let end = floor(text, (start + length * usize::from(length < 6)).min(text.len())).max(start);
                let edit = Edit { span: start..end, text: typed.to_owned() };
                in_place.set(in_place.get() + u32::from(file.edited_in_place(&edit, &LIMITS).is_some()));
                let edited = file.edited(&edit, &LIMITS).unwrap();
                let fresh = read("a", edited.source.text().as_bytes(), &LIMITS);
                let expected = format!("{}{typed}{}", &text[..start], &text[end..]);
                prop_assert_eq!(&**edited.source.text(), expected.as_str());
                let difference = compare::difference(&edited, &fresh);
                prop_assert!(difference.is_none(), "{:?}\n{}\n{}", edit, expected, difference.unwrap_or_default());
                // The same without being told what was edited.
                if let Some(found) = file.with_text(&edited.source, &LIMITS) {
                    by_text.set(by_text.get() + 1);
                    let difference = compare::difference(&found, &fresh);
                    prop_assert!(difference.is_none(), "{}\n{}", expected, difference.unwrap_or_default());
                }
                file = edited;
            }
            Ok(())
        })
        .unwrap();
    assert!(in_place.get() > 1_500, "only {} edits were made in place", in_place.get());
    assert!(by_text.get() > 1_500, "only {} of them where they had to be found", by_text.get());
}

#[test]
fn edits_beyond_the_text_are_refused() {
    let file = read("a", "a: ä\n".as_bytes(), &LIMITS);
    for span in [0..99, 4..5, 9..9] {
        assert!(file.edited(&Edit { span, text: String::new() }, &LIMITS).is_none());
    }
}
