//! Patterns in which `*` matches anything.

/// Returns whether a text matches a pattern: `*` matches any characters, including none, and everything else itself.
///
/// ```
/// use rootstock_core_model::matches_pattern;
/// assert!(matches_pattern("1592.*", "1592.3.0") && !matches_pattern("1592.*", "15920.3.0"));
/// ```
#[must_use]
pub fn matches_pattern(pattern: &str, text: &str) -> bool {
    let mut parts = pattern.split('*');
    let first = parts.next().unwrap_or_default();
    let Some(mut rest) = text.strip_prefix(first) else { return false };
    let Some(last) = parts.next_back() else { return rest.is_empty() };
    // The earliest match is never worse than a later one.
    for part in parts {
        match rest.find(part) {
            Some(at) => rest = rest.get(at + part.len()..).unwrap_or_default(),
            None => return false,
        }
    }
    rest.len() >= last.len() && rest.ends_with(last)
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;

    #[rstest]
    #[case("", "", true)]
    #[case("", "a", false)]
    #[case("a", "a", true)]
    #[case("a", "ab", false)]
    #[case("*", "", true)]
    #[case("*", "anything", true)]
    #[case("a*", "a", true)]
    #[case("a*a", "a", false)]
    #[case("a*a", "aa", true)]
    #[case("*.yaml", "profiles/a.yaml", true)]
    #[case("profiles/*/a.yaml", "profiles/x/y/a.yaml", true)]
    #[case("a*b*c", "a-b-b-c", true)]
    #[case("a*b*c", "acb", false)]
    #[case("[*]", "[0]", true)]
    fn pattern_matches_whole_text(#[case] pattern: &str, #[case] text: &str, #[case] expected: bool) {
        assert_eq!(matches_pattern(pattern, text), expected);
    }
}
