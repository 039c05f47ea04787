//! Counting answers, and showing where they differ.

use std::collections::BTreeMap;
use std::fmt;
use std::io::{self, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};

use rootstock_core_model::Settings;
use serde_json::{Value, json};

use super::answer::Answer;
use super::cloud_profile::stored;
use super::comparison::{Difference, compare};
use super::known_differences;
use super::suites::suite;
use super::vectors::Row;
use super::yaml;

/// What came of the vectors of a suite, or of all.
#[derive(Debug, Default)]
pub(super) struct Tally {
    passed: usize,
    /// Vectors that no suite of ours answers.
    unknown: usize,
    pub(super) failed: Vec<Failed>,
    /// How many vectors show each of the known differences.
    known: BTreeMap<&'static str, usize>,
    /// The vector that was looked at last, with our answer.
    last: Option<(Row, Value)>,
}

/// An answer that differs.
#[derive(Debug)]
pub(super) struct Failed {
    id: String,
    differences: Vec<Difference>,
}

/// Answers every vector, and compares.
pub(super) fn judge(rows: impl IntoIterator<Item = Row>, settings: &Settings) -> Tally {
    let mut tally = Tally::default();
    for row in rows {
        let Some(answer) = suite(&row.suite) else {
            tally.unknown += 1;
            continue;
        };
        let ours = answer_safely(&answer, &row.input, settings);
        let mut differences = yaml::compare(&row.expect, &ours).unwrap_or_else(|| compare(&row.expect, &ours));
        if let Some(expected) = &row.expect_stored {
            let stored = stored(&row.input).map(|input| answer_safely(&answer, &input, settings));
            differences.extend(compare(expected, &stored.unwrap_or_default()));
        }
        let listed = yaml::of_test_suite(&row.id).map(|known| known.name);
        for known in known_differences::take(listed, &mut differences) {
            *tally.known.entry(known).or_default() += 1;
        }
        if differences.is_empty() {
            tally.passed += 1;
        } else {
            tally.failed.push(Failed { id: row.id.clone(), differences });
        }
        tally.last = Some((row, ours));
    }
    tally
}

/// A panic is an answer too: a wrong one.
fn answer_safely(answer: &Answer, input: &Value, settings: &Settings) -> Value {
    match catch_unwind(AssertUnwindSafe(|| answer(input, settings))) {
        Ok(Ok(value)) => value,
        Ok(Err(error)) => json!({ "unreadable vector": error.to_string() }),
        Err(_) => json!({ "panicked": true }),
    }
}

impl Tally {
    pub(super) fn is_empty(&self) -> bool {
        self.judged() + self.unknown == 0
    }

    /// How many vectors were answered.
    pub(super) fn judged(&self) -> usize {
        self.passed + self.failed.len()
    }

    /// Adds another tally to this one.
    pub(super) fn absorb(&mut self, other: Self) {
        self.passed += other.passed;
        self.unknown += other.unknown;
        self.failed.extend(other.failed);
        for (name, times) in other.known {
            *self.known.entry(name).or_default() += times;
        }
        self.last = other.last;
    }

    /// Every known difference that a vector shows, with its reason.
    pub(super) fn write_known(&self, out: &mut impl Write) -> io::Result<()> {
        for (name, reason) in known_differences::names_and_reasons() {
            if let Some(times) = self.known.get(name) {
                writeln!(out, "  known difference {name}, in {times}: {reason}")?;
            }
        }
        Ok(())
    }

    /// The known differences that no vector shows, of those that vectors of the project should show.
    pub(super) fn obsolete(&self) -> Vec<&'static str> {
        let others: Vec<&str> =
            yaml::KNOWN.iter().filter(|known| known.is_of_test_suite_alone()).map(|known| known.name).collect();
        let all = known_differences::names_and_reasons().map(|(name, _)| name);
        all.filter(|name| !others.contains(name) && !self.known.contains_key(name)).collect()
    }

    /// One line for a suite.
    pub(super) fn write_line(&self, out: &mut impl Write, suite: &str) -> io::Result<()> {
        match (self.unknown, self.failed.len()) {
            (0, 0) => writeln!(out, "  {suite:<30} {:>5} passed", self.passed),
            (0, failed) => writeln!(out, "  {suite:<30} {:>5} passed  {failed:>5} FAILED", self.passed),
            (unknown, _) => writeln!(out, "  {suite:<30} {unknown:>5} unknown: nothing answers this suite yet"),
        }
    }

    /// The first differences, each with the vector's id.
    pub(super) fn write_differences(&self, out: &mut impl Write, at_most: usize) -> io::Result<()> {
        for failed in self.failed.iter().take(at_most) {
            writeln!(out, "\n    {}", failed.id)?;
            for difference in &failed.differences {
                writeln!(out, "{difference}")?;
            }
        }
        if self.failed.len() > at_most {
            writeln!(out, "\n    … and {} more (--show N, --id ID)", self.failed.len() - at_most)?;
        }
        if !self.failed.is_empty() {
            writeln!(out)?;
        }
        Ok(())
    }

    /// Input and both answers of the vector that was looked at last.
    pub(super) fn write_in_full(&self, out: &mut impl Write) -> io::Result<()> {
        if let Some((row, ours)) = &self.last {
            writeln!(out, "\ninput: {:#}\n\nGardener: {:#}\n\nours: {ours:#}", row.input, row.expect)?;
            self.write_differences(out, usize::MAX)?;
        }
        Ok(())
    }
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} passed, {} failed", self.passed, self.failed.len())?;
        if self.unknown > 0 {
            write!(f, ", {} unknown", self.unknown)?;
        }
        Ok(())
    }
}
