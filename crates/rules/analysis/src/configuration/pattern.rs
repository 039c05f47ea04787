//! Patterns in which `*` matches anything.

use rootstock_core_model::matches_pattern as matches;

/// Returns whether a field, or one of its parents, matches a pattern.
pub(super) fn matches_field(pattern: &str, path: &str) -> bool {
    let ends = path.char_indices().filter(|(_, c)| matches!(c, '.' | '[')).map(|(at, _)| at);
    matches(pattern, path) || ends.filter_map(|end| path.get(..end)).any(|beginning| matches(pattern, beginning))
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;

    #[rstest]
    #[case("spec.machineTypes[0]", "spec.machineTypes[0].memory", true)]
    #[case("spec.machineTypes", "spec.machineTypes[0].memory", true)]
    #[case("spec.machineTypes[*].memory", "spec.machineTypes[0].memory", true)]
    #[case("spec.machine", "spec.machineTypes[0].memory", false)]
    #[case("spec.machineTypes[1]", "spec.machineTypes[10]", false)]
    fn pattern_matches_field_or_parent(#[case] pattern: &str, #[case] path: &str, #[case] expected: bool) {
        assert_eq!(matches_field(pattern, path), expected);
    }
}
