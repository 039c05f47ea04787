//! Names in a sentence: the first few, and how many more there are.

/// How many names a sentence bears.
const LISTED: usize = 5;

/// Names in backticks: `a`, `b` and `c`.
pub(crate) fn listed<'a>(names: impl IntoIterator<Item = &'a str>) -> String {
    rootstock_core_model::listed_up_to(LISTED, names)
}

/// The thing, or so many of it.
pub(crate) fn count(number: usize, what: &str) -> String {
    if number == 1 { format!("1 {what}") } else { format!("{number} {what}s") }
}
