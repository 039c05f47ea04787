//! Checks sizes and names of files, and forbidden paths in them.

use std::path::Path;

use crate::failure::Failure;
use crate::repository;

/// The maximum number of lines; longer files should be split by topic.
const MAX_LINES: usize = 600;

/// Names that do not describe the content.
const VAGUE_NAMES: [&str; 8] = ["util", "utils", "common", "helper", "helpers", "misc", "stuff", "shared"];

/// Paths that exist on one machine only; split, so that this file does not contain them.
const MACHINE_PATHS: [&str; 4] =
    [concat!("/wo", "rk/"), concat!("../sha", "red"), concat!("/fa", "rm/"), concat!("/ro", "ot/")];

pub(super) fn findings() -> Result<Vec<String>, Failure> {
    let mut findings = Vec::new();
    for path in repository::files()? {
        let shown = repository::shown(&path);
        let parts = shown.split('/').map(|part| part.split('.').next().unwrap_or_default());
        if let Some(vague) = parts.into_iter().find(|part| VAGUE_NAMES.contains(part)) {
            findings.push(format!("{shown}: `{vague}` does not say what is in it"));
        }
        if shown.contains(char::is_whitespace) {
            findings.push(format!("{shown}: a name with blanks breaks shell loops; write `_`"));
        }
        // Compressed verdicts are not text.
        let Ok(text) = std::fs::read_to_string(&path) else { continue };
        for place in MACHINE_PATHS {
            if let Some(line) = text.lines().position(|line| contains_path(line, place)) {
                findings.push(format!("{shown}:{}: `{place}` exists on one machine only", line + 1));
            }
        }
        let lines = text.lines().count();
        if is_shipped_source(&path, &shown) && lines > MAX_LINES {
            findings.push(format!("{shown}: {lines} lines; more than {MAX_LINES} are more than one thing"));
        }
    }
    Ok(findings)
}

/// Returns whether a line contains a path with this beginning that is not part of a longer path.
fn contains_path(line: &str, beginning: &str) -> bool {
    line.match_indices(beginning)
        .any(|(at, _)| !line.get(..at).unwrap_or_default().ends_with(|before: char| before.is_ascii_alphanumeric()))
}

fn is_shipped_source(path: &Path, shown: &str) -> bool {
    path.extension().is_some_and(|extension| extension == "rs")
        && !shown.split('/').any(|part| part == "tests" || part == "benches" || part == "tests.rs")
}
