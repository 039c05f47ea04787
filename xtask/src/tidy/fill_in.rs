//! A provider that was begun by `cargo xtask new-provider` is finished: nothing is left of what its template asks to be filled in.

use crate::failure::Failure;
use crate::repository;

/// What the template says wherever something is missing.
const MARK: &str = "FILL IN";

pub(super) fn findings() -> Result<Vec<String>, Failure> {
    let mut findings = Vec::new();
    for path in repository::files()? {
        let shown = repository::shown(&path);
        if !shown.starts_with("providers/") {
            continue;
        }
        let text = repository::read(&shown)?;
        findings.extend(marked(&text).map(|line| format!("{shown}:{line}: `{MARK}` is left of the template")));
    }
    Ok(findings)
}

/// The lines with the mark.
fn marked(text: &str) -> impl Iterator<Item = usize> {
    text.lines().zip(1..).filter(|(line, _)| line.contains(MARK)).map(|(_, number)| number)
}

#[cfg(test)]
mod tests {
    #[test]
    fn marks_are_found() {
        let lines: Vec<usize> = super::marked("a\n// FILL IN: why\n\n/// FILL IN\n").collect();
        assert_eq!(lines, [2, 4]);
    }
}
