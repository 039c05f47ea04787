//! A text that is printable steers no terminal.

use proptest::prelude::*;
use rootstock_document::{first_that_steers, printable};

proptest! {
    #[test]
    fn a_printable_text_steers_nothing(text in any::<String>()) {
        prop_assert_eq!(first_that_steers(&printable(&*text)), None);
    }
}
