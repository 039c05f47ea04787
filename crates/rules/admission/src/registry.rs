//! All rules of this crate.

use rootstock_core_model::Rule;

/// Returns every rule that this crate checks, sorted by name.
///
/// ```
/// let rules = rootstock_admission::rules();
/// assert!(rules.windows(2).all(|pair| pair[0].name < pair[1].name));
/// ```
#[must_use]
pub fn rules() -> Vec<&'static Rule> {
    Rule::of(env!("CARGO_PKG_NAME"))
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn names_are_unique_and_kebab_case() {
        let mut seen = HashSet::new();
        for rule in rules() {
            assert!(seen.insert(rule.name), "{} is declared twice", rule.name);
            let kebab = rule.name.split('-').all(|word| {
                !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit())
            });
            assert!(kebab, "{} is not kebab-case", rule.name);
        }
    }

    #[test]
    fn pages_begin_with_the_name_and_a_summary() {
        for rule in rules() {
            assert_eq!(rule.page.lines().next(), Some(format!("# {}", rule.name).as_str()));
            assert!(!rule.summary().is_empty(), "{} has no summary", rule.name);
        }
    }
}
