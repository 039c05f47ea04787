//! Names of floating pools with a `*`.

/// Whether a name fits a pattern, and how well: the number of bytes that are not the `*`.
///
/// One `*` at the beginning or at the end stands for anything; any other stands for itself. An equal name fits as well as a
/// pattern whose `*` stands for nothing; who lets the name win asks whether it is equal.
pub(crate) fn fit(pattern: &str, name: &str) -> Option<usize> {
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

    /// What the extension's matcher answered when it was run.
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
    fn as_executed(#[case] pattern: &str, #[case] name: &str, #[case] expected: Option<usize>) {
        assert_eq!(fit(pattern, name), expected);
    }
}
