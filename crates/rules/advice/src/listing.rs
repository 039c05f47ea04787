//! Names in a sentence: the first few, and the number of others.

/// The maximum number of names in a sentence.
const MAX_LISTED: usize = 5;

/// Lists names in backticks: `a`, `b` and `c`.
pub(crate) fn listed<'a>(names: impl IntoIterator<Item = &'a str>) -> String {
    rootstock_core_model::listed_up_to(MAX_LISTED, names)
}

/// Formats a number with a noun: `1 machine type`, `2 machine types`.
pub(crate) fn count(number: usize, what: &str) -> String {
    if number == 1 { format!("1 {what}") } else { format!("{number} {what}s") }
}
