//! Words that the project does not use: those on the left of the table in docs/style.md.

use std::collections::BTreeMap;

use crate::failure::Failure;
use crate::repository;

/// The table, recorded texts and texts about the past.
const EXCEPTIONS: [&str; 4] = ["docs/style.md", "fixtures/", "xtask/src/tidy/words", "docs/decisions/"];
/// Comparisons, which may follow `is no`.
const COMPARISONS: [&str; 8] = [" longer", " more", " fewer", " less", " larger", " smaller", " later", " earlier"];
/// The files that still have such words, with their number. The list only ever shrinks.
const LEFT: &str = "xtask/src/tidy/words_left.txt";

pub(super) fn findings() -> Result<Vec<String>, Failure> {
    let style = repository::read("docs/style.md")?;
    let refused = refused(&style);
    let mut findings = Vec::new();
    if refused.is_empty() {
        findings.push("docs/style.md: there is no table of words".to_owned());
    }
    let left = repository::read(LEFT)?;
    let mut left: BTreeMap<&str, usize> = left.lines().filter_map(allowance).collect();
    for path in repository::files()? {
        let shown = repository::shown(&path);
        let is_text =
            path.extension().is_some_and(|end| ["rs", "md", "html", "mjs", "js"].iter().any(|one| end == *one));
        if !is_text || EXCEPTIONS.iter().any(|one| shown.starts_with(one)) {
            continue;
        }
        let Ok(text) = std::fs::read_to_string(&path) else { continue };
        let found = found(&text, &refused);
        let allowed = left.remove(shown.as_str()).unwrap_or_default();
        if found.len() < allowed {
            findings.push(format!("{LEFT}: write `{shown} {}`, or take the line out for 0", found.len()));
        }
        if found.len() > allowed {
            let words = found.into_iter();
            findings.extend(words.map(|(line, word, instead)| format!("{shown}:{line}: `{word}`; write: {instead}")));
        }
    }
    findings.extend(left.into_keys().map(|path| format!("{LEFT}: there is no {path}")));
    Ok(findings)
}

/// Parses a line of [`LEFT`]: a path and a number.
fn allowance(line: &str) -> Option<(&str, usize)> {
    let (path, number) = line.split_once(' ')?;
    Some((path, number.parse().ok()?))
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
        let line = line.to_lowercase();
        for (word, instead) in refused {
            let is_alone = |(place, _): (usize, &str)| {
                let before = line.get(..place).unwrap_or_default();
                let after = line.get(place + word.len()..).unwrap_or_default();
                // "There is no" and "is no longer" are correct.
                let is_correct = word.ends_with(" no")
                    && (before.ends_with("there ") || COMPARISONS.iter().any(|one| after.starts_with(one)));
                let is_whole = !before.ends_with(char::is_alphanumeric) && !after.starts_with(char::is_alphanumeric);
                is_whole && !is_correct
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
}
