//! Texts that would steer a terminal are found, wherever in them it stands.

use proptest::prelude::*;
use rootstock_document::{first_that_steers, printable, steers};

proptest! {
    // Plain stretches of all lengths around what steers, as pieces are looked at at once.
    #[test]
    fn the_first_that_steers_is_found(
        text in prop::collection::vec(("[a-z\n]{0,40}", any::<char>()), 0..6)
            .prop_map(|parts| parts.into_iter().map(|(plain, any)| format!("{plain}{any}")).collect::<String>()),
    ) {
        let naive = text.char_indices().find(|(_, character)| *character != '\n' && steers(*character));
        prop_assert_eq!(first_that_steers(&text), naive);
        prop_assert_eq!(first_that_steers(&printable(&*text)), None);
    }
}

#[test]
fn it_is_found_in_every_place() {
    for before in 0..100 {
        for found in ['\u{1b}', '\u{7f}', '\u{9b}', '\u{202e}', '\r', '\t'] {
            for plain in ["a", "ö", "\n", "…"] {
                let text = format!("{}{found}{}", plain.repeat(before), "z".repeat(40));
                assert_eq!(first_that_steers(&text), Some((before * plain.len(), found)), "{text:?}");
            }
        }
    }
}
