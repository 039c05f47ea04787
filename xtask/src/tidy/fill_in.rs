//! Checks that providers from `cargo xtask new-provider` are complete: no mark of the template may be left.

use crate::failure::Failure;
use crate::repository;

/// The mark of the template for missing parts.
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

/// Returns the lines with the mark.
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
