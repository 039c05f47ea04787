//! A comparison of announced and actual findings, line by line.

use std::collections::{BTreeMap, BTreeSet};

use rootstock_core_model::{Severity, Violation};

use crate::example::Example;
use crate::expectation::Announced;

/// An actual finding with the line of the example it points at.
#[derive(Debug)]
pub(crate) struct Found {
    /// The line within the example, counted from 1.
    pub(crate) line: usize,
    /// The finding.
    pub(crate) violation: Violation,
}

impl Found {
    fn key(&self) -> Announced {
        Announced { line: self.line, severity: self.violation.severity, rule: self.violation.rule.name.to_owned() }
    }
}

/// The difference between two lists of findings, each kind counted.
pub(crate) struct Comparison {
    missing: Vec<Announced>,
    surplus: Vec<Found>,
}

impl Comparison {
    /// Compares as multisets.
    pub(crate) fn new(announced: Vec<Announced>, found: Vec<Found>) -> Self {
        let mut open: BTreeMap<Announced, usize> = BTreeMap::new();
        for finding in announced {
            *open.entry(finding).or_default() += 1;
        }
        let mut surplus = Vec::new();
        for finding in found {
            match open.get_mut(&finding.key()).filter(|count| **count > 0) {
                Some(count) => *count -= 1,
                None => surplus.push(finding),
            }
        }
        let missing = open.into_iter().flat_map(|(finding, count)| vec![finding; count]).collect();
        Self { missing, surplus }
    }

    /// Returns whether there is no difference.
    pub(crate) fn agrees(&self) -> bool {
        self.missing.is_empty() && self.surplus.is_empty()
    }

    /// Returns the example with missing (`-`) and surplus (`+`) findings below their lines.
    pub(crate) fn report(&self, example: &Example<'_>) -> String {
        let mut text = format!("example at line {}: `-` announced only, `+` found only\n", example.line);
        let lines: BTreeSet<usize> = (1..=example.text.lines().count()).chain([1]).collect();
        let mut source = example.text.lines();
        for number in lines {
            text.push_str(&format!("  {:>3} | {}\n", example.line + number - 1, source.next().unwrap_or_default()));
            for finding in self.missing.iter().filter(|finding| finding.line == number) {
                text.push_str(&format!("    - | {}: {}\n", word(finding.severity), finding.rule));
            }
            for finding in self.surplus.iter().filter(|finding| finding.line == number) {
                let violation = &finding.violation;
                let severity = word(violation.severity);
                text.push_str(&format!("    + | {severity}: {}\n      |   {violation}\n", violation.rule.name));
            }
        }
        text
    }
}

fn word(severity: Severity) -> &'static str {
    match severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Note => "note",
    }
}
