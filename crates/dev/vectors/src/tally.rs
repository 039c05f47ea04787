//! Counting answers, and showing where they differ.

mod known_differences;

use std::collections::BTreeMap;
use std::fmt;
use std::io::{self, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};

use serde_json::{Value, json};

use crate::answers::{answer, yaml};
use crate::comparison::{Difference, compare};
use crate::recorded::{ReadError, Row, rows};

/// The result of the verdicts of a suite, or of all.
#[derive(Debug, Default)]
pub struct Tally {
    passed: usize,
    /// Vectors that no suite of ours answers.
    unknown: usize,
    failed: Vec<Failed>,
    /// How many vectors show each of the known differences.
    known: BTreeMap<&'static str, usize>,
    /// The vector that was looked at last, with our answer.
    last: Option<(Row, Value)>,
}

/// An answer that differs.
#[derive(Debug)]
struct Failed {
    id: String,
    differences: Vec<Difference>,
}

/// Answers every verdict's question, and compares.
pub fn judge(rows: impl IntoIterator<Item = Row>) -> Tally {
    let mut tally = Tally::default();
    for row in rows {
        let Some(ours) = answer_safely(&row.suite, &row.input) else {
            tally.unknown += 1;
            continue;
        };
        let mut differences = yaml::compare(&row.expect, &ours).unwrap_or_else(|| compare(&row.expect, &ours));
        if let Some(expected) = &row.expect_stored {
            let stored = stored(&row.input).and_then(|input| answer_safely(&row.suite, &input));
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

/// The first answers of ours that differ from the recorded verdicts of a suite; empty when none does.
///
/// # Errors
///
/// The verdicts cannot be read, or there are none that this crate answers with its features.
pub fn differences(suite: &str) -> Result<String, ReadError> {
    let tally = judge(rows(suite)?);
    if tally.judged() == 0 {
        return Err(ReadError::Nothing(suite.to_owned()));
    }
    let shown = tally.failed.iter().take(20).map(Failed::to_string);
    Ok(shown.collect())
}

/// A panic is an answer too: a wrong one.
fn answer_safely(suite: &str, input: &Value) -> Option<Value> {
    match catch_unwind(AssertUnwindSafe(|| answer(suite, input))) {
        Ok(None) => None,
        Ok(Some(Ok(value))) => Some(value),
        Ok(Some(Err(error))) => Some(json!({ "unreadable vector": error.to_string() })),
        Err(_) => Some(json!({ "panicked": true })),
    }
}

#[cfg(feature = "admission")]
use crate::answers::stored;

/// Without `admission` no question is about a profile.
#[cfg(not(feature = "admission"))]
fn stored(_: &Value) -> Option<Value> {
    None
}

impl fmt::Display for Failed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "\n    {}", self.id)?;
        self.differences.iter().try_for_each(|difference| writeln!(f, "{difference}"))
    }
}

impl Tally {
    /// Whether there was no verdict at all.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.judged() + self.unknown == 0
    }

    /// The number of verdicts that were compared with an answer.
    #[must_use]
    pub fn judged(&self) -> usize {
        self.passed + self.failed.len()
    }

    /// The number of answers that differ.
    #[must_use]
    pub fn failed(&self) -> usize {
        self.failed.len()
    }

    /// Adds another tally to this one.
    pub fn absorb(&mut self, other: Self) {
        self.passed += other.passed;
        self.unknown += other.unknown;
        self.failed.extend(other.failed);
        for (name, times) in other.known {
            *self.known.entry(name).or_default() += times;
        }
        self.last = other.last;
    }

    /// Every known difference that a vector shows, with its reason.
    ///
    /// # Errors
    ///
    /// The output cannot be written to.
    pub fn write_known(&self, out: &mut impl Write) -> io::Result<()> {
        for (name, reason) in known_differences::names_and_reasons() {
            if let Some(times) = self.known.get(name) {
                writeln!(out, "  known difference {name}, in {times}: {reason}")?;
            }
        }
        Ok(())
    }

    /// The known differences that no vector shows, of those that vectors of the project should show.
    #[must_use]
    pub fn obsolete(&self) -> Vec<&'static str> {
        let others: Vec<&str> = yaml::KNOWN_READINGS
            .iter()
            .filter(|known| known.is_of_test_suite_alone())
            .map(|known| known.name)
            .collect();
        let all = known_differences::names_and_reasons().map(|(name, _)| name);
        all.filter(|name| !others.contains(name) && !self.known.contains_key(name)).collect()
    }

    /// One line for a suite.
    ///
    /// # Errors
    ///
    /// The output cannot be written to.
    pub fn write_line(&self, out: &mut impl Write, suite: &str) -> io::Result<()> {
        match (self.unknown, self.failed.len()) {
            (0, 0) => writeln!(out, "  {suite:<30} {:>5} passed", self.passed),
            (0, failed) => writeln!(out, "  {suite:<30} {:>5} passed  {failed:>5} FAILED", self.passed),
            (unknown, _) => writeln!(out, "  {suite:<30} {unknown:>5} unknown: nothing answers this suite yet"),
        }
    }

    /// The first differences, each with the vector's id.
    ///
    /// # Errors
    ///
    /// The output cannot be written to.
    pub fn write_differences(&self, out: &mut impl Write, at_most: usize) -> io::Result<()> {
        for failed in self.failed.iter().take(at_most) {
            write!(out, "{failed}")?;
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
    ///
    /// # Errors
    ///
    /// The output cannot be written to.
    pub fn write_in_full(&self, out: &mut impl Write) -> io::Result<()> {
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
