//! The announcements in an example: `# error: RULE` at the end of a line, or alone above it.

use rootstock_core_model::Severity;

use crate::example::Example;

/// The compared part of an announced or actual finding.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Announced {
    /// The line within the example, counted from 1.
    pub(crate) line: usize,
    /// The severity.
    pub(crate) severity: Severity,
    /// The name of the rule.
    pub(crate) rule: String,
}

const MARKS: [(&str, Severity); 3] =
    [("# error: ", Severity::Error), ("# warning: ", Severity::Warning), ("# note: ", Severity::Note)];

/// Returns the announced findings of an example.
pub(crate) fn announced(example: &Example<'_>) -> Result<Vec<Announced>, String> {
    let mut announced = Vec::new();
    let mut waiting: Vec<(Severity, String)> = Vec::new();
    for (number, line) in example.text.lines().enumerate() {
        let mut here = marks(line);
        let alone = line.trim_start().starts_with('#') || line.trim().is_empty();
        if alone {
            waiting.append(&mut here);
            continue;
        }
        let all = waiting.drain(..).chain(here);
        announced.extend(all.map(|(severity, rule)| Announced { line: number + 1, severity, rule }));
    }
    match waiting.first() {
        Some((_, rule)) => Err(format!("`{rule}` is announced below the last line of the example")),
        None => Ok(announced),
    }
}

/// Returns the marks of one line. Several rules of one severity are separated by commas.
fn marks(line: &str) -> Vec<(Severity, String)> {
    let mut found = Vec::new();
    for (mark, severity) in MARKS {
        for (at, _) in line.match_indices(mark) {
            let names = line[at + mark.len()..].split('#').next().unwrap_or_default();
            found.extend(names.split(',').map(|name| (severity, name.trim().to_owned())));
        }
    }
    found
}
