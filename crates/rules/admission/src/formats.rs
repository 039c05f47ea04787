//! Rules for single names.

use rootstock_core_model::names::{self, NameFault};
use rootstock_core_model::{Path, Rule, Violation};

/// Reports a text that is not an unprefixed qualified name; `what` describes what it names.
pub(crate) fn name_fault(rule: &'static Rule, path: &Path<'_>, text: &str, what: &str) -> Option<Violation> {
    let faults = names::unprefixed_name(text);
    if faults.is_empty() {
        return None;
    }
    let faults: Vec<String> = faults.iter().map(NameFault::to_string).collect();
    let violation = Violation::invalid(rule, path, text, format!("this is not a valid {what}: {}", faults.join("; ")));
    Some(match with_valid_characters(text) {
        Some(name) => violation.with_help(format!("for example `{name}`")),
        None => violation,
    })
}

/// Replaces characters that are not allowed in a name with dashes; `None` if that does not make a valid name.
fn with_valid_characters(text: &str) -> Option<String> {
    const MAX_LENGTH: usize = 63;
    if text.len() > MAX_LENGTH {
        return None;
    }
    let is_allowed = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.');
    let replaced: String = text.chars().map(|c| if is_allowed(c) { c } else { '-' }).collect();
    let name = replaced.trim_matches(|c: char| !c.is_ascii_alphanumeric());
    (!name.is_empty() && names::unprefixed_name(name).is_empty()).then(|| name.to_owned())
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;

    #[rstest]
    #[case("SCS-2V:4:20", Some("SCS-2V-4-20"))]
    #[case(" a/b ", Some("a-b"))]
    #[case("-", None)]
    #[case("ä", None)]
    fn invalid_characters_are_replaced(#[case] text: &str, #[case] name: Option<&str>) {
        assert_eq!(with_valid_characters(text).as_deref(), name);
    }
}
