//! Checks that documentation does not begin with a pronoun.

use crate::failure::Failure;
use crate::repository;

/// Pronouns that documentation must not begin with.
const PRONOUNS: [&str; 6] = ["It", "It's", "They", "He", "She", "Them"];

pub(super) fn findings() -> Result<Vec<String>, Failure> {
    let mut findings = Vec::new();
    for path in repository::files()?.into_iter().filter(|path| path.extension().is_some_and(|end| end == "rs")) {
        let shown = repository::shown(&path);
        let Ok(text) = std::fs::read_to_string(&path) else { continue };
        for (line, word) in nameless(&text) {
            findings.push(format!("{shown}:{line}: documentation that begins with `{word}` does not name the thing"));
        }
    }
    Ok(findings)
}

/// Returns the first lines of such documentation, with their pronouns.
fn nameless(text: &str) -> Vec<(usize, &'static str)> {
    let mut found = Vec::new();
    let mut is_inside = false;
    for (line, number) in text.lines().zip(1..) {
        let said = ["/// ", "//! "].iter().find_map(|mark| line.trim_start().strip_prefix(mark));
        if let Some(said) = said.filter(|_| !is_inside) {
            let word = said.split([' ', '.', ',', ';', ':']).next().unwrap_or_default();
            found.extend(PRONOUNS.iter().filter(|one| **one == word).map(|one| (number, *one)));
        }
        is_inside = line.trim_start().starts_with("//");
    }
    found
}

#[cfg(test)]
mod tests {
    #[test]
    fn leading_pronouns_are_reported() {
        let text =
            "/// It fits.\nA,\n\n/// They.\nB,\n/// This flavor is taken.\nC,\n/// A flavor.\n/// It is taken.\nD,\n";
        assert_eq!(super::nameless(text), [(1, "It"), (4, "They")]);
    }
}
