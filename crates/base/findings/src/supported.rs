//! The sentence about what is supported where something else is written.

use crate::alike::most_alike;

/// A vocabulary is short. A longer one is cut off, so that many findings do not cost its length each.
const LISTED: usize = 64;

/// `supported values: "a", "b"`; of a longer vocabulary those that begin as the value does, the most alike first, and how many more there
/// are.
pub(crate) fn supported_values<S: AsRef<str>>(value: &str, supported: &[S]) -> String {
    let mut sentence = "supported values: ".to_owned();
    if supported.is_empty() {
        sentence.push_str("none");
    }
    for (position, name) in most_alike(value, supported, LISTED).enumerate() {
        sentence.push_str(if position == 0 { "\"" } else { ", \"" });
        sentence.push_str(name);
        sentence.push('"');
    }
    match supported.len().saturating_sub(LISTED) {
        0 => {}
        more => sentence.push_str(&format!(" and {more} more")),
    }
    sentence
}

#[cfg(test)]
mod tests {
    use crate::{FieldPath, Rule, Severity, Source, Violation};

    use super::{LISTED, supported_values};

    static UNKNOWN: Rule = Rule {
        name: "name-unknown",
        package: "acme",
        since: "0.1.0",
        severity: Severity::Error,
        source: Source::Gardener,
        page: "",
    };

    #[test]
    fn a_short_vocabulary_is_listed_as_it_is_given() {
        assert_eq!(supported_values("b", &["c", "b1"]), r#"supported values: "c", "b1""#);
        assert_eq!(supported_values("b", &[""; 0]), "supported values: none");
    }

    #[test]
    fn of_a_long_vocabulary_what_begins_alike_comes_first() {
        let names: Vec<String> = (100..400).map(|size| format!("m{}.{size}", size % 7)).collect();
        let sentence = supported_values("m5.39", &names);
        assert!(sentence.starts_with(r#"supported values: "m5.390", "m5.397", "m5.306", "#), "{sentence}");
        assert!(sentence.ends_with(" and 236 more"), "{sentence}");
        assert_eq!(sentence.matches('"').count(), 2 * LISTED);
    }

    #[test]
    fn a_slip_is_found_wherever_the_name_stands() {
        let names: Vec<String> = (100..400).map(|size| format!("m5.{size}")).collect();
        let found = Violation::not_supported(&UNKNOWN, FieldPath::root().field("type"), "m5..399", &names);
        assert_eq!(found.help, "did you mean `m5.399`?");
    }
}
