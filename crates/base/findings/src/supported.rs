//! The list of supported values in the message about an unsupported one.

use crate::similarity::most_similar;

/// The number of names to list. Vocabularies are short; longer ones are cut off so that each of many findings stays short.
const MAX_LISTED: usize = 64;

/// Formats as `supported values: "a", "b"`. A long vocabulary shows the values with the longest common prefix first,
/// and the number of the others.
pub(crate) fn supported_values<S: AsRef<str>>(value: &str, supported: &[S]) -> String {
    let mut sentence = "supported values: ".to_owned();
    if supported.is_empty() {
        sentence.push_str("none");
    }
    for (position, name) in most_similar(value, supported, MAX_LISTED).enumerate() {
        sentence.push_str(if position == 0 { "\"" } else { ", \"" });
        sentence.push_str(name);
        sentence.push('"');
    }
    match supported.len().saturating_sub(MAX_LISTED) {
        0 => {}
        more => sentence.push_str(&format!(" and {more} more")),
    }
    sentence
}

#[cfg(test)]
mod tests {
    use crate::{FieldPath, Rule, Severity, Source, Violation};

    use super::{MAX_LISTED, supported_values};

    static UNKNOWN: Rule = Rule {
        name: "name-unknown",
        package: "acme",
        since: "0.1.0",
        severity: Severity::Error,
        source: Source::Gardener,
        releases: crate::Releases::ALL,
        finds_in_equal_shoots: true,
        remedy: "",
        page: "",
    };

    #[test]
    fn short_vocabulary_is_listed_in_order() {
        assert_eq!(supported_values("b", &["c", "b1"]), r#"supported values: "c", "b1""#);
        assert_eq!(supported_values("b", &[""; 0]), "supported values: none");
    }

    #[test]
    fn long_vocabulary_lists_similar_values_first() {
        let names: Vec<String> = (100..400).map(|size| format!("m{}.{size}", size % 7)).collect();
        let sentence = supported_values("m5.39", &names);
        assert!(sentence.starts_with(r#"supported values: "m5.390", "m5.397", "m5.306", "#), "{sentence}");
        assert!(sentence.ends_with(" and 236 more"), "{sentence}");
        assert_eq!(sentence.matches('"').count(), 2 * MAX_LISTED);
    }

    #[test]
    fn typo_is_found_at_any_position_in_a_long_vocabulary() {
        let names: Vec<String> = (100..400).map(|size| format!("m5.{size}")).collect();
        let found = Violation::not_supported(&UNKNOWN, FieldPath::root().field("type"), "m5..399", &names);
        assert_eq!(found.help, "did you mean `m5.399`?");
    }
}
