//! The text of a comment that accepts findings.

use std::ops::Range;

use rootstock_core_model::{Rule, nearest, suggestion_suffix};
use rootstock_document::MarkedComment;
use rootstock_versioning::Day;

/// The beginning of a comment for Rootstock.
pub(super) const MARK: &str = "rootstock:";

/// The only word that may follow the mark.
const ALLOW: &str = "allow";

/// A comment for Rootstock in a manifest.
#[derive(Debug, Clone)]
pub(crate) struct AcceptanceComment {
    pub(super) span: Range<usize>,
    text: String,
    pub(super) subject: Option<Range<usize>>,
}

/// An acceptance of the findings of a rule.
#[derive(Debug)]
pub(super) struct Acceptance {
    pub(super) rule: &'static Rule,
    /// The last day on which it applies; `None` for no end.
    pub(super) until: Option<Day>,
    pub(super) reason: String,
}

/// The mistake in a comment that is meant to be an acceptance.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
pub(super) enum Misspelling {
    #[error("`{0}` means nothing here; write `# rootstock: allow RULE until DATE: reason`")]
    Verb(String),
    #[error("the reason is missing; write `# rootstock: allow RULE until DATE: reason`")]
    NoReason,
    #[error("there is no rule `{name}`{}", .near.map_or_else(|| "; `rootstock rules` lists them".to_owned(), suggestion_suffix))]
    UnknownRule { name: String, near: Option<&'static str> },
    #[error("`{0}` is not a date of the form 2026-12-31")]
    Date(String),
    #[error("`{0}` is not `RULE` or `RULE until DATE`; write `# rootstock: allow RULE until DATE: reason`")]
    Form(String),
}

impl From<MarkedComment<'_>> for AcceptanceComment {
    fn from(comment: MarkedComment<'_>) -> Self {
        Self { span: comment.span, text: comment.text.to_owned(), subject: comment.subject }
    }
}

impl AcceptanceComment {
    /// Returns the acceptance; `None` if the comment is about something else.
    pub(super) fn read(&self, rules: &[&'static Rule]) -> Result<Option<Acceptance>, Misspelling> {
        let (verb, rest) = self.text.split_once(char::is_whitespace).unwrap_or((&self.text, ""));
        if verb != ALLOW {
            // A text for people may begin like this, too. One with the name of a rule, or with a similar word, is a slip.
            let next = rest.split_whitespace().next().unwrap_or_default().trim_end_matches([':', ',']);
            let is_slip = find(next, rules).is_some() || nearest(verb, [ALLOW]).is_some();
            return if is_slip { Err(Misspelling::Verb(verb.to_owned())) } else { Ok(None) };
        }
        let (head, reason) = rest.split_once(':').unwrap_or((rest, ""));
        let words: Vec<&str> = head.split_whitespace().take(4).collect();
        let (name, until) = match words.as_slice() {
            [name] => (*name, None),
            [name, "until", date] => (*name, Some(*date)),
            [name, ..] if find(name, rules).is_some() && !rest.contains(':') => return Err(Misspelling::NoReason),
            _ => return Err(Misspelling::Form(head.trim().to_owned())),
        };
        let rule = find(name, rules).ok_or_else(|| Misspelling::UnknownRule {
            name: name.to_owned(),
            near: nearest(name, rules.iter().map(|rule| rule.name)),
        })?;
        let until =
            until.map(|date| date.parse::<Day>().map_err(|_| Misspelling::Date(date.to_owned()))).transpose()?;
        match reason.trim() {
            "" => Err(Misspelling::NoReason),
            reason => Ok(Some(Acceptance { rule, until, reason: reason.to_owned() })),
        }
    }
}

fn find(name: &str, rules: &[&'static Rule]) -> Option<&'static Rule> {
    // Rules are sorted by name.
    let position = rules.binary_search_by_key(&name, |rule| rule.name).ok()?;
    rules.get(position).copied()
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;

    fn read(text: &str) -> Result<Option<Acceptance>, Misspelling> {
        let registry = rootstock_providers::registry().unwrap();
        AcceptanceComment { span: 0..0, text: text.to_owned(), subject: None }.read(&crate::all_rules(&registry))
    }

    #[rstest]
    #[case::until_a_date(
        "allow flavor-never-selected until 2026-12-31: projects use it",
        Some("2026-12-31"),
        "projects use it"
    )]
    #[case::without_an_end("allow  flavor-never-selected : see: ticket", None, "see: ticket")]
    fn acceptances_are_read(#[case] text: &str, #[case] until: Option<&str>, #[case] reason: &str) {
        let acceptance = read(text).unwrap().unwrap();
        assert_eq!(acceptance.rule.name, "flavor-never-selected");
        assert_eq!(acceptance.until.map(|until| until.to_string()).as_deref(), until);
        assert_eq!(acceptance.reason, reason);
    }

    #[rstest]
    #[case("this profile is generated")]
    #[case("")]
    #[case("see docs/allow.md")]
    fn other_comments_are_left_alone(#[case] text: &str) {
        assert!(read(text).unwrap().is_none());
    }

    #[rstest]
    #[case("alow flavor-never-selected: x", "`alow` means nothing here")]
    #[case("ignore flavor-never-selected: x", "`ignore` means nothing here")]
    #[case("allow flavor-never-selekted: x", "did you mean `flavor-never-selected`?")]
    #[case("allow flavor-never-selected", "the reason is missing")]
    #[case("allow flavor-never-selected projects use it", "the reason is missing")]
    #[case("allow flavor-never-selected:", "the reason is missing")]
    #[case("allow flavor-never-selected until 2026-13-31: x", "`2026-13-31` is not a date")]
    #[case("allow flavor-never-selected, value-order: x", "is not `RULE` or `RULE until DATE`")]
    #[case("allow", "is not `RULE` or `RULE until DATE`")]
    fn misspelt_acceptances_are_errors(#[case] text: &str, #[case] problem: &str) {
        let error = read(text).unwrap_err().to_string();
        assert!(error.contains(problem), "{error}");
    }
}
