//! Printable text cannot control a terminal.

use proptest::prelude::*;
use rootstock_document::{first_control_character, printable};

proptest! {
    #[test]
    fn printable_text_has_no_control_characters(text in any::<String>()) {
        prop_assert_eq!(first_control_character(&printable(&*text)), None);
    }
}
