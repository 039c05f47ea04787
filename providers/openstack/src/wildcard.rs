//! Names of floating pools with a `*`.

/// Matches a name against a pattern. Returns the number of bytes other than the `*` as the score, or `None`.
///
/// One `*` at the beginning or at the end matches anything; elsewhere it is literal. An equal name has the same score
/// as a pattern whose `*` matches nothing; callers that prefer the name must compare the two.
pub(crate) fn match_score(pattern: &str, name: &str) -> Option<usize> {
    if pattern == name {
        return Some(if pattern == "*" { 0 } else { pattern.len() });
    }
    let behind = pattern.strip_prefix('*').filter(|fixed| name.ends_with(fixed));
    let before = pattern.strip_suffix('*').filter(|fixed| name.starts_with(fixed));
    behind.or(before).map(str::len)
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;

    /// The answers recorded from the extension's matcher.
    #[rstest]
    #[case("*", "", Some(0))]
    #[case("*", "anything", Some(0))]
    #[case("*", "*", Some(0))]
    #[case("", "", Some(0))]
    #[case("fp", "fp", Some(2))]
    #[case("fp-*", "fp-1", Some(3))]
    #[case("fp-*", "fp-", Some(3))]
    #[case("fp-*", "fp", None)]
    #[case("*-p", "a-p", Some(2))]
    #[case("*-p", "-p", Some(2))]
    #[case::inner_is_literal("fp-*-p", "fp-1-p", None)]
    #[case::inner_equal("fp-*-p", "fp-*-p", Some(6))]
    #[case("*a*", "xax", None)]
    #[case::the_first_is_literal("*a*", "*ab", Some(2))]
    #[case::the_second_is_literal("*a*", "ba*", Some(2))]
    #[case("**", "abc", None)]
    #[case("**", "*abc", Some(1))]
    #[case("", "x", None)]
    fn recorded_matches_are_reproduced(#[case] pattern: &str, #[case] name: &str, #[case] expected: Option<usize>) {
        assert_eq!(match_score(pattern, name), expected);
    }
}
