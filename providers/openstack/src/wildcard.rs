//! Names of floating pools with a `*`.

use std::collections::BTreeSet;

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

/// Names and patterns, of which any may match. The answer for a name does not take longer with more of them.
#[derive(Debug, Default)]
pub(crate) struct Names<'a> {
    in_order: Vec<&'a str>,
    names: BTreeSet<&'a str>,
    /// The literal parts of patterns that end in `*`.
    prefixes: BTreeSet<&'a str>,
    /// The literal parts of patterns that begin with `*`.
    suffixes: BTreeSet<&'a str>,
    /// The lengths of the literal parts in bytes.
    lengths: BTreeSet<usize>,
}

impl<'a> Names<'a> {
    pub(crate) fn push(&mut self, name: &'a str) {
        self.in_order.push(name);
        self.names.insert(name);
        for (fixed, known) in
            [(name.strip_suffix('*'), &mut self.prefixes), (name.strip_prefix('*'), &mut self.suffixes)]
        {
            if let Some(fixed) = fixed {
                known.insert(fixed);
                self.lengths.insert(fixed.len());
            }
        }
    }

    /// Returns the names and patterns in the order in which they were added.
    pub(crate) fn in_order(&self) -> &[&'a str] {
        &self.in_order
    }

    /// Whether this very name or pattern was added.
    pub(crate) fn contains(&self, name: &str) -> bool {
        self.names.contains(name)
    }

    /// Whether [`match_score`] matches the name with any of them.
    pub(crate) fn matches(&self, name: &str) -> bool {
        let has_part = |length: usize| {
            name.get(..length).is_some_and(|start| self.prefixes.contains(start))
                || name.get(name.len() - length..).is_some_and(|end| self.suffixes.contains(end))
        };
        self.contains(name) || self.lengths.range(..=name.len()).any(|length| has_part(*length))
    }

    pub(crate) fn is_disjoint(&self, other: &Self) -> bool {
        self.names.is_disjoint(&other.names)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
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
    proptest! {
        #[test]
        fn names_match_like_each_of_them_alone(
            patterns in prop::collection::vec("[*ab]{0,3}", 0..4),
            name in "[*abä]{0,4}",
        ) {
            let mut names = Names::default();
            patterns.iter().for_each(|pattern| names.push(pattern));
            prop_assert_eq!(
                names.matches(&name),
                patterns.iter().any(|pattern| match_score(pattern, &name).is_some())
            );
        }
    }
}
