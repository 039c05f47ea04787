//! The sentence of a rule is a law: how it is where the rule is kept, and not what is wrong where it is broken.
//!
//! Whether a sentence is true no program can tell; these are the forms in which an offence, or no sentence at all, gives itself away.

use crate::failure::Failure;
use crate::{repository, rules};

/// Words that only an offence needs.
const OF_OFFENCES: [&str; 12] = [
    "already",
    "duplicate",
    "invalid",
    "misspelled",
    "mistyped",
    "missing",
    "twice",
    "unknown",
    "unreadable",
    "unset",
    "unsupported",
    "wrong",
];
/// A rule that is broken where something is not there says that it is there.
const OF_ABSENCE: [&str; 3] = ["missing", "unknown", "unset"];
const DENIALS: [&str; 4] = ["is not", "are not", "has no", "have no"];
/// A rule that is broken by a change says what stays.
const OF_CHANGE: [(&str, &str); 3] = [("changed", "changes"), ("removed", "removes"), ("dropped", "drops")];
/// Longer ones do not fit a table.
const LONGEST: usize = 170;

pub(super) fn findings() -> Result<Vec<String>, Failure> {
    let mut findings = Vec::new();
    for path in rules::pages()? {
        let page = repository::read(&path)?;
        let sentence = page.split("\n\n").nth(1).unwrap_or_default().split_whitespace().collect::<Vec<_>>().join(" ");
        if let Some(offence) = offence(rules::name_of(&path), &sentence) {
            findings.push(format!("{path}: its first sentence is no law: {offence}: {sentence}"));
        }
    }
    Ok(findings)
}

/// What tells that a sentence is no law; `name` is the rule's.
fn offence(name: &str, sentence: &str) -> Option<String> {
    let words: Vec<&str> = sentence.split(|c: char| !c.is_alphanumeric() && c != '`').collect();
    let last = name.rsplit('-').next().unwrap_or_default();
    let begins = sentence.starts_with(|c: char| c.is_ascii_uppercase() || c == '`');
    let ends = sentence.matches(". ").count() + usize::from(sentence.ends_with('.'));
    if !begins || ends != 1 || !sentence.ends_with('.') || sentence.len() > LONGEST {
        return Some(format!("it must be one sentence of at most {LONGEST} characters"));
    }
    if ["It ", "This ", "There ", "If "].iter().any(|first| sentence.starts_with(first)) {
        return Some("it must begin with what the rule is about".to_owned());
    }
    if let Some(word) = OF_OFFENCES.iter().find(|word| words.contains(word)) {
        return Some(format!("`{word}` is said of what is wrong"));
    }
    let denies = DENIALS.iter().find(|denial| OF_ABSENCE.contains(&last) && sentence.contains(*denial));
    if let Some(denial) = denies {
        return Some(format!("`{denial}` is said where the rule is broken"));
    }
    let change = OF_CHANGE.iter().find(|(of, verb)| {
        *of == last && words.contains(verb) && !words.iter().any(|word| ["not", "nothing"].contains(word))
    });
    change.map(|(_, verb)| format!("`{verb}` is said where the rule is broken"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn laws_pass() {
        for (name, law) in [
            ("parent-changed", "An update of a NamespacedCloudProfile keeps the parent."),
            ("namespace-missing", "A NamespacedCloudProfile is in a namespace."),
            (
                "kubernetes-unsupported",
                "The Kubernetes versions of a profile are among those that Gardener v1.150 supports.",
            ),
            (
                "cri-missing",
                "An image version that its CloudProfile does not have names a container runtime interface.",
            ),
        ] {
            assert_eq!(offence(name, law), None, "{law}");
        }
    }

    #[test]
    fn offences_do_not() {
        for (name, offence_told) in [
            ("parent-changed", "An update changes the parent of a NamespacedCloudProfile."),
            ("namespace-missing", "A NamespacedCloudProfile is not in a namespace."),
            ("image-unknown", "The bastion names an unknown machine image."),
            ("image-repeated", "An image is listed twice."),
            ("fits-nothing", "This capability matches nothing."),
            ("two-sentences", "An image is listed once. Gardener takes the last one."),
            ("no-end", "An image is listed once"),
        ] {
            assert!(offence(name, offence_told).is_some(), "{offence_told}");
        }
    }
}
