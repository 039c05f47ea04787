//! Names and numbers in words.

use crate::similarity::most_similar;

/// The number of names to list before counting the others.
const MAX_LISTED: usize = 12;

/// Formats names: `` `a`, `b` and `c` ``, or "nothing" if there are none. A long list is cut off after twelve names,
/// with the number of the others.
///
/// ```
/// use rootstock_findings::listed;
/// assert_eq!(listed(["amd64", "arm64"]), "`amd64` and `arm64`");
/// assert_eq!(listed::<&str>([]), "nothing");
/// ```
#[must_use]
pub fn listed<N: AsRef<str>>(names: impl IntoIterator<Item = N>) -> String {
    listed_up_to(MAX_LISTED, names)
}

/// Like [`listed`], with another limit: lists the first `most` names, and the number of the others.
///
/// ```
/// use rootstock_findings::listed_up_to;
/// assert_eq!(listed_up_to(2, ["a", "b", "c", "d"]), "`a`, `b` and 2 more");
/// ```
#[must_use]
pub fn listed_up_to<N: AsRef<str>>(most: usize, names: impl IntoIterator<Item = N>) -> String {
    let mut names = names.into_iter();
    let texts = names.by_ref().take(most).map(|name| quoted(name.as_ref())).collect();
    in_words(texts, names.count())
}

/// Like [`listed`], for the names that someone who wrote `value` may have meant: a long list shows those with the
/// longest common prefix first; only the first 64 of more than 1280 names are considered.
///
/// ```
/// use rootstock_findings::listed_by_similarity;
/// let sizes: Vec<String> = (0..40).map(|size| format!("{}{size}", if size < 37 { "c" } else { "m" })).collect();
/// assert!(listed_by_similarity("m5", &sizes).starts_with("`m37`, `m38`, `m39`, `c0`, "));
/// assert!(listed_by_similarity("m5", &sizes).ends_with(" and 28 more"));
/// ```
#[must_use]
pub fn listed_by_similarity<N: AsRef<str>>(value: &str, names: &[N]) -> String {
    in_words(most_similar(value, names, MAX_LISTED).map(quoted).collect(), names.len().saturating_sub(MAX_LISTED))
}

fn quoted(name: &str) -> String {
    format!("`{name}`")
}

fn in_words(mut texts: Vec<String>, more: usize) -> String {
    if more > 0 {
        texts.push(format!("{more} more"));
    }
    match texts.split_last() {
        None => "nothing".to_owned(),
        Some((last, [])) => last.clone(),
        Some((last, rest)) => format!("{} and {last}", rest.join(", ")),
    }
}

/// Formats a count: `1 error`, `3 errors`.
///
/// ```
/// use rootstock_findings::counted;
/// assert_eq!(counted(1, "error"), "1 error");
/// assert_eq!(counted(0, "error"), "0 errors");
/// ```
#[must_use]
pub fn counted(number: usize, what: &str) -> String {
    if number == 1 { format!("1 {what}") } else { format!("{number} {what}s") }
}
