//! The first word of doc comments: a noun phrase or a verb, as in std (docs/style.md).

use crate::failure::Failure;
use crate::repository;

/// First words that a doc comment must not have.
const REFUSED: [&str; 26] = [
    "He",
    "How",
    "It",
    "It's",
    "Its",
    "Nobody",
    "She",
    "So many",
    "Somebody",
    "The same",
    "Them",
    "They",
    "Those",
    "What",
    "Whatever",
    "When",
    "Where",
    "Whether",
    "Which",
    "Whichever",
    "Who",
    "Whoever",
    "Whom",
    "Whose",
    "Why",
    "Wherever",
];

pub(super) fn findings() -> Result<Vec<String>, Failure> {
    let mut findings = Vec::new();
    for path in repository::files()?.into_iter().filter(|path| path.extension().is_some_and(|end| end == "rs")) {
        let Ok(text) = std::fs::read_to_string(&path) else { continue };
        for (line, word) in refused(&text) {
            let shown = repository::shown(&path);
            findings.push(format!("{shown}:{line}: a doc comment must not begin with `{word}` (docs/style.md)"));
        }
    }
    Ok(findings)
}

/// Returns the lines at which such doc comments begin, and their first words.
fn refused(text: &str) -> Vec<(usize, &'static str)> {
    let lines: Vec<&str> = text.lines().map(str::trim_start).collect();
    let mut found = Vec::new();
    let mut is_inside = false;
    for (index, line) in lines.iter().enumerate() {
        let comment = ["/// ", "//! "].iter().find_map(|mark| line.strip_prefix(mark)).filter(|_| !is_inside);
        let word = comment.and_then(|comment| REFUSED.iter().find(|word| begins_with(comment, word)));
        let item = lines.get(index..).unwrap_or_default();
        if let Some(word) = word.filter(|word| **word != "Whether" || !is_about_bool(item)) {
            found.push((index + 1, *word));
        }
        is_inside = line.starts_with("//");
    }
    found
}

fn begins_with(text: &str, word: &str) -> bool {
    text.strip_prefix(word).is_some_and(|rest| !rest.starts_with(|next: char| next.is_alphanumeric() || next == '-'))
}

/// Whether the item below a doc comment is a `bool`, or returns one.
fn is_about_bool(lines: &[&str]) -> bool {
    let item = lines.iter().skip_while(|line| line.starts_with("//") || line.starts_with('#'));
    let item = item.take(12).copied().collect::<Vec<_>>();
    let (first, text) = (item.first().copied().unwrap_or_default(), item.join(" "));
    let signature = text.split(['{', ';']).next().filter(|_| first.contains("fn "));
    let declared_type = signature.map_or(first, |signature| signature.rsplit("->").next().unwrap_or_default());
    declared_type.split(|c: char| !c.is_alphanumeric()).any(|word| word == "bool")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clauses_and_pronouns_are_refused() {
        let text =
            "/// What fits.\nA,\n\n/// It fits.\nB,\n\n/// The same as B.\nC,\n/// Whether it fits.\nfits: String,\n";
        assert_eq!(refused(text), [(1, "What"), (4, "It"), (7, "The same"), (9, "Whether")]);
    }

    #[test]
    fn nouns_verbs_and_bools_pass() {
        let text = [
            "/// A flavor.",
            "/// What follows is not a first line.",
            "flavor: Flavor,",
            "/// Whether it fits.",
            "#[serde(default)]",
            "fits: bool,",
            "",
            "/// Whether all fit.",
            "fn all(",
            "    one: &str,",
            ") -> Result<bool, Failure> {",
        ];
        assert_eq!(refused(&text.join("\n")), []);
    }
}
