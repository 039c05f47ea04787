//! Printable text cannot control a terminal.

use proptest::prelude::*;
use rootstock_document::{first_that_steers, printable};

proptest! {
    #[test]
    fn printable_text_has_no_control_characters(text in any::<String>()) {
        prop_assert_eq!(first_that_steers(&printable(&*text)), None);
    }
}
