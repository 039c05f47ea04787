//! Words that the project does not use: those on the left of the table in docs/style.md.

use crate::failure::Failure;
use crate::repository;

/// The lists of words themselves, recorded texts and texts about the past.
const EXCEPTIONS: [&str; 5] =
    ["docs/style.md", "fixtures/", "xtask/src/tidy/words", "xtask/src/tidy/doc_comments.rs", "docs/decisions/"];
/// Names of rules, which configurations and programs refer to.
const RULES: [&str; 2] = ["classification-beside-lifecycle", "classification_beside_lifecycle"];
/// Comparisons, which may follow `is no`.
const COMPARISONS: [&str; 8] = [" longer", " more", " fewer", " less", " larger", " smaller", " later", " earlier"];

pub(super) fn findings() -> Result<Vec<String>, Failure> {
    let style = repository::read("docs/style.md")?;
    let refused = refused(&style);
    let mut findings = Vec::new();
    if refused.is_empty() {
        findings.push("docs/style.md: there is no table of words".to_owned());
    }
    for path in repository::files()? {
        let shown = repository::shown(&path);
        let is_text =
            path.extension().is_some_and(|end| ["rs", "md", "html", "mjs", "js"].iter().any(|one| end == *one));
        if !is_text || EXCEPTIONS.iter().any(|one| shown.starts_with(one)) {
            continue;
        }
        let Ok(text) = std::fs::read_to_string(&path) else { continue };
        let words = found(&text, &refused).into_iter();
        findings.extend(words.map(|(line, word, instead)| format!("{shown}:{line}: `{word}`; write: {instead}")));
    }
    Ok(findings)
}

/// Returns each word of the table, with its replacement.
fn refused(style: &str) -> Vec<(&str, &str)> {
    let rows = style.lines().skip_while(|line| *line != "| not | but |").skip(2);
    let cells = rows.map_while(|row| row.strip_prefix("| ")?.strip_suffix(" |")?.split_once(" | "));
    cells.flat_map(|(words, instead)| words.split('`').skip(1).step_by(2).map(move |word| (word, instead))).collect()
}

/// Returns the lines of a text that contain such words as whole words.
fn found<'a>(text: &str, refused: &[(&'a str, &'a str)]) -> Vec<(usize, &'a str, &'a str)> {
    let mut found = Vec::new();
    for (line, number) in text.lines().zip(1..) {
        let line = RULES.iter().fold(line.to_lowercase(), |line, rule| line.replace(rule, ""));
        for (word, instead) in refused {
            let is_alone = |(place, _): (usize, &str)| {
                let before = line.get(..place).unwrap_or_default();
                let after = line.get(place + word.len()..).unwrap_or_default();
                // "There is no" and "is no longer" are correct.
                let is_correct = word.ends_with(" no")
                    && (before.ends_with("there ") || COMPARISONS.iter().any(|one| after.starts_with(one)));
                let is_whole = !before.ends_with(char::is_alphanumeric) && !after.starts_with(char::is_alphanumeric);
                // A value of JSON, and a name in a list of names.
                let is_value = ['"', '`'].iter().any(|quote| before.ends_with(*quote) && after.starts_with(*quote));
                is_whole && !is_correct && !is_value
            };
            if line.match_indices(word).any(is_alone) {
                found.push((number, *word, *instead));
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn refused_words_are_found_as_whole_words() {
        let style = "# Words\n\n| not | but |\n|---|---|\n| `takes on`, `storey` | fits |\n\n| other | table |\n";
        let refused = refused(style);
        assert_eq!(refused, [("takes on", "fits"), ("storey", "fits")]);
        let text = "It takes only one.\nWhat takes on what?\nTwo mistakes on one line.\n";
        assert_eq!(found(text, &refused), [(2, "takes on", "fits")]);
    }

    #[test]
    fn comparisons_are_not_negated_nouns() {
        let refused = [("is no", "is not a")];
        assert_eq!(
            found("It is no longer there; there is no other.\nIt is no version.\n", &refused),
            [(2, "is no", "is not a")]
        );
    }

    #[test]
    fn values_are_not_prose() {
        let refused = [("nobody", "the user")];
        assert_eq!(found("the value `nobody`, \"nobody\"\nnobody knows\n", &refused), [(2, "nobody", "the user")]);
    }
}
