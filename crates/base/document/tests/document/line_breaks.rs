//! Line breaks of other YAML versions, and control characters: they never hide content.
#![allow(clippy::indexing_slicing, clippy::string_slice, reason = "tests")]

use proptest::prelude::*;
use rootstock_document::ReadLimits;
use rootstock_document::read::{Body, read};
use rootstock_document::stream::YamlObjects;
use rstest::rstest;

use crate::mutation::{Dice, damage};

/// Characters at which some parser ends a line, and others that no YAML text may contain.
const REFUSED: [char; 8] = ['\r', '\u{85}', '\u{2028}', '\u{2029}', '\u{1}', '\u{7f}', '\u{90}', '\u{fffe}'];

fn is_refused(text: &str, limits: &ReadLimits) -> bool {
    read("a.yaml", text.as_bytes(), limits).documents.iter().any(|document| matches!(document.body, Body::Unreadable))
}

#[rstest]
#[case::in_a_comment("# c|kind: B\n")]
#[case::in_an_empty_document("kind: A\n---\n# c|kind: B\n")]
#[case::before_the_first_document("# c|kind: B\n---\nkind: A\n")]
#[case::on_the_line_of_a_marker("kind: A\n--- # c|kind: B\n")]
#[case::after_an_end("kind: A\n... # c|kind: B\n")]
#[case::between_end_and_start("kind: A\n...\n# c|kind: B\n---\nkind: C\n")]
#[case::after_json("{\"kind\": \"A\"}\n# c|kind: B\n")]
#[case::behind_a_value("kind: A # c|spec: B\n")]
#[case::behind_a_key("kind:|spec: B\n")]
#[case::in_a_plain_string("kind: A|B\n")]
#[case::in_quotes("kind: \"A|B\"\n")]
#[case::in_a_block("kind: >\n  A|  B\n")]
#[case::at_the_end("kind: A|")]
#[case::as_a_separator("kind: A|---|kind: B|")]
#[case::in_brackets("kind: [A,|B]\n")]
fn content_is_never_hidden(#[case] text: &str) {
    for refused in REFUSED {
        let text = text.replace('|', &refused.to_string());
        assert!(is_refused(&text, &ReadLimits::DEFAULT), "{text:?}");
    }
}

const LIST: &str =
    "apiVersion: v1\nitems: # c\n# c\n- kind: A # c\n- kind: B\n  spec: c\nkind: AList # c\nmetadata: # c\n  name: c\n";

/// Lines between the items of a list are read by nothing but the search for items.
#[test]
fn content_is_never_hidden_in_long_lists() {
    let small = ReadLimits { document_bytes: 60, ..ReadLimits::DEFAULT };
    assert!(!is_refused(LIST, &small));
    for (at, _) in LIST.match_indices('c') {
        for refused in REFUSED {
            let text = format!("{}{refused}{}", &LIST[..at], &LIST[at..]);
            assert!(is_refused(&text, &small), "{text:?}");
            let mut objects = YamlObjects::new(text.as_bytes(), 1 << 20);
            let keeps = |text: &[u8]| String::from_utf8_lossy(text).contains(refused);
            assert!(
                objects.any(|event| event.map_or(true, |event| event.object().is_some_and(|it| keeps(&it.text)))),
                "{text:?}"
            );
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, ..ProptestConfig::default() })]

    #[test]
    fn damaged_text_with_such_a_character_is_unreadable(seed in any::<u64>(), at in any::<prop::sample::Index>(), which in 0..REFUSED.len()) {
        let mut text = b"# a\n---\nkind: A # c\nspec:\n- {a: b}\n- 'd'\n...\n# e\n---\nf: |\n  g\n".to_vec();
        damage(&mut text, &mut Dice::new(seed));
        let text = String::from_utf8_lossy(&text).replace(['{', '['], " ");
        let places: Vec<usize> = text.char_indices().map(|(at, _)| at).chain([text.len()]).collect();
        let at = places[at.index(places.len())];
        let refused = REFUSED[which];
        // A CR before a LF is a line break.
        prop_assume!(!(refused == '\r' && text[at..].starts_with('\n')));
        let text = format!("{}{refused}{}", &text[..at], &text[at..]);
        prop_assert!(is_refused(&text, &ReadLimits::DEFAULT), "{:?}", text);
    }
}
