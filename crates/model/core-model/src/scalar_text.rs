//! Shared helpers for parsing scalars.

/// Splits a text into its leading ASCII digits and the rest.
pub(crate) fn split_digits(text: &str) -> (&str, &str) {
    let length = text.find(|found: char| !found.is_ascii_digit()).unwrap_or(text.len());
    text.split_at_checked(length).unwrap_or((text, ""))
}

/// Returns the text, shortened if it is long so that error messages stay readable.
pub(crate) fn beginning(text: &str) -> String {
    const MAX_SHOWN: usize = 60;
    let mut shown: String = text.chars().take(MAX_SHOWN).collect();
    if shown.len() < text.len() {
        shown.push('…');
    }
    shown
}
