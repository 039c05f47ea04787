//! Checks that the summary of a rule states the offence, and not the requirement. It is the title of findings in code scanning,
//! and appears next to the name in lists.
//!
//! No program can check whether a sentence is true; this detects typical forms of requirements and malformed sentences.

use crate::failure::Failure;
use crate::{repository, rules};

/// Phrases that only occur in requirements.
const REQUIREMENT_PHRASES: [&str; 11] = [
    " must ",
    " must not ",
    " need to ",
    " needs to ",
    " at least one ",
    " is one of ",
    " are one of ",
    " is listed once",
    " is unique",
    " are unique",
    " only if ",
];
/// The phrases for the last word of a rule's name; the sentence must contain one of them.
const OFFENSE_PHRASES: [(&[&str], &[&str]); 4] = [
    (
        &[
            "missing",
            "unknown",
            "unset",
            "invalid",
            "malformed",
            "unreadable",
            "unregistered",
            "unmapped",
            "incomplete",
        ],
        &[" no ", " not ", " nor ", "No ", " none ", " without ", " cannot ", " nothing ", " other than ", " neither "],
    ),
    (&["duplicate", "repeated"], &[" more than once", " more than one ", "Two ", " two "]),
    (&["changed", "removed", "lowered"], &[" changes ", " removes ", " lowers "]),
    (&["empty"], &[" empty", " neither ", " no ", " without "]),
];
/// The maximum length, so that the sentence fits a table.
const MAX_LENGTH: usize = 170;

pub(super) fn findings() -> Result<Vec<String>, Failure> {
    let mut findings = Vec::new();
    for path in rules::pages()? {
        let page = repository::read(&path)?;
        let sentence = page.split("\n\n").nth(1).unwrap_or_default().split_whitespace().collect::<Vec<_>>().join(" ");
        if let Some(why) = problem(rules::name_of(&path), &sentence) {
            findings.push(format!("{path}: its first sentence does not say the offence: {why}: {sentence}"));
        }
    }
    Ok(findings)
}

/// Returns the reason why a sentence does not state an offence; `name` is the rule's.
fn problem(name: &str, sentence: &str) -> Option<String> {
    let last = name.rsplit('-').next().unwrap_or_default();
    let begins = sentence.starts_with(|c: char| c.is_ascii_uppercase() || c == '`');
    let ends = sentence.matches(". ").count() + usize::from(sentence.ends_with('.'));
    if !begins || ends != 1 || !sentence.ends_with('.') || sentence.len() > MAX_LENGTH {
        return Some(format!("it must be one sentence of at most {MAX_LENGTH} characters"));
    }
    if ["It ", "This ", "There ", "If "].iter().any(|first| sentence.starts_with(first)) {
        return Some("it must begin with what the rule is about".to_owned());
    }
    if let Some(words) = REQUIREMENT_PHRASES.iter().find(|words| sentence.contains(*words)) {
        return Some(format!("`{}` is said of what must hold", words.trim()));
    }
    let (_, phrases) = OFFENSE_PHRASES.iter().find(|(of, _)| of.contains(&last))?;
    let has_phrase = phrases.iter().any(|way| sentence.contains(way));
    (!has_phrase).then(|| {
        format!(
            "what is `{last}` is said by one of {}",
            phrases.iter().map(|way| way.trim()).collect::<Vec<_>>().join(", ")
        )
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn offense_is_accepted() {
        for (name, sentence) in [
            ("parent-changed", "An update of a NamespacedCloudProfile changes its parent."),
            ("namespace-missing", "A NamespacedCloudProfile is not in a namespace."),
            ("kubernetes-version-duplicate", "A Kubernetes version is listed more than once."),
            ("storage-with-two-sizes", "The root disk of a machine type has both a fixed size and a least size."),
        ] {
            assert_eq!(problem(name, sentence), None, "{sentence}");
        }
    }

    #[test]
    fn requirement_is_reported() {
        for (name, sentence) in [
            ("parent-changed", "An update of a NamespacedCloudProfile keeps the parent."),
            ("namespace-missing", "A NamespacedCloudProfile is in a namespace."),
            ("image-unknown", "The bastion's machine image is one of the profile's."),
            ("image-repeated", "An image is listed once."),
            ("profile-empty", "A profile has at least one machine type."),
            ("name-too-long", "A name must have at most 63 characters."),
            ("two-sentences", "An image is listed more than once. Gardener takes the last one."),
            ("no-end", "An image is listed more than once"),
        ] {
            assert!(problem(name, sentence).is_some(), "{sentence}");
        }
    }
}
