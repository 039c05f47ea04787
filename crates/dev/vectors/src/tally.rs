//! Counts of answers, and descriptions of those that differ.

mod known_differences;
mod known_of_extensions;

use std::collections::BTreeMap;
use std::fmt;
use std::io::{self, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};

use rootstock_core_model::GardenerRelease;
use serde_json::{Value, json};

use crate::answers::{answer, yaml};
use crate::by_release::{Origin, at_release, by_release};
use crate::comparison::{Difference, RulesOfErrors, compare};
use crate::counted::counted;
use crate::recorded::{ReadError, Row, files_by_extension_release, files_by_release, rows};

/// The results of the verdicts of a suite, or of all suites.
#[derive(Debug, Default)]
pub struct Tally {
    passed: usize,
    /// The number of verdicts that do not count.
    left_out: usize,
    /// The number of vectors of unknown suites.
    unknown: usize,
    failed: Vec<FailedVector>,
    /// The number of vectors that show each known difference.
    known: BTreeMap<&'static str, usize>,
    /// The last vector, with our answer.
    last: Option<(Row, Value)>,
    /// The rules of the errors in our answers.
    rules: RulesOfErrors,
}

/// A vector for which our answer differs.
#[derive(Debug)]
struct FailedVector {
    id: String,
    differences: Vec<Difference>,
}

/// Answers every verdict's question, and compares the answers.
pub fn evaluate(rows: impl IntoIterator<Item = Row>) -> Tally {
    evaluate_each(rows.into_iter().flat_map(by_release))
}

/// Like [`evaluate`], for verdicts that were recorded in one release of Gardener; of those by release, the one of that release counts.
pub fn evaluate_at(rows: impl IntoIterator<Item = Row>, gardener: GardenerRelease) -> Tally {
    let origin = Origin { gardener: Some(gardener), ..Origin::default() };
    evaluate_each(rows.into_iter().map(|row| (at_release(row, gardener), origin)))
}

fn evaluate_each(rows: impl Iterator<Item = (Row, Origin)>) -> Tally {
    let mut tally = Tally::default();
    for (row, origin) in rows {
        let Some(expected) = counted(&row) else {
            tally.left_out += 1;
            continue;
        };
        let Some(ours) = answer_safely(&row.suite, &row.input, origin) else {
            tally.unknown += 1;
            continue;
        };
        let mut differences = yaml::compare(&expected, &ours).unwrap_or_else(|| compare(&expected, &ours));
        if let Some(expected) = &row.expect_stored {
            let stored =
                stored(&row.input, origin.gardener).and_then(|input| answer_safely(&row.suite, &input, origin));
            differences.extend(compare(expected, &stored.unwrap_or_default()));
        }
        let listed = yaml::of_test_suite(&row.id).map(|known| known.name);
        let known = known_differences::take(listed, &mut differences);
        for known in known.into_iter().chain(known_of_extensions::take(&row, origin, &mut differences)) {
            *tally.known.entry(known).or_default() += 1;
        }
        if differences.is_empty() {
            tally.passed += 1;
        } else {
            tally.failed.push(FailedVector { id: row.id.clone() + &shown(origin), differences });
        }
        drop(expected);
        tally.rules.add(&ours);
        tally.last = Some((row, ours));
    }
    tally
}

/// Describes the first of our answers that differ from the recorded verdicts of a suite; empty if all are equal.
///
/// # Errors
///
/// Returns an error if the verdicts cannot be read, or if this crate with its enabled features answers none of them.
pub fn differences(suite: &str) -> Result<String, ReadError> {
    let tally = evaluate(rows(suite)?);
    if tally.compared() == 0 {
        return Err(ReadError::Nothing(suite.to_owned()));
    }
    let shown = tally.failed.iter().take(20).map(FailedVector::to_string);
    Ok(shown.collect())
}

/// Like [`differences`], for the verdicts of a suite in several releases of Gardener or of an extension, each at its release.
///
/// # Errors
///
/// Returns an error if the verdicts cannot be read, or if none is compared.
pub fn differences_by_release(suite: &str) -> Result<String, ReadError> {
    let mut tally = Tally::default();
    let files = files_by_release()?.into_iter().chain(files_by_extension_release()?);
    for file in files.filter(|file| file.suite == suite) {
        tally.absorb(evaluate(file.rows()?));
    }
    if tally.compared() == 0 {
        return Err(ReadError::Nothing(suite.to_owned()));
    }
    Ok(tally.failed.iter().take(20).map(FailedVector::to_string).collect())
}

fn shown(origin: Origin) -> String {
    let release = origin.gardener.map(|gardener| gardener.release()).or(origin.extension);
    let release = release.map(|release| format!(" in v{release}")).unwrap_or_default();
    release + if origin.is_mutated { " after its webhook" } else { "" }
}

/// Answers a question, treating a panic as a wrong answer.
fn answer_safely(suite: &str, input: &Value, origin: Origin) -> Option<Value> {
    match catch_unwind(AssertUnwindSafe(|| answer(suite, input, origin))) {
        Ok(None) => None,
        Ok(Some(Ok(value))) => Some(value),
        Ok(Some(Err(error))) => Some(json!({ "unreadable vector": error.to_string() })),
        Err(_) => Some(json!({ "panicked": true })),
    }
}

#[cfg(feature = "admission")]
use crate::answers::stored;

/// Without `admission`, no suite is about profiles.
#[cfg(not(feature = "admission"))]
fn stored(_: &Value, _: Option<GardenerRelease>) -> Option<Value> {
    None
}

impl fmt::Display for FailedVector {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "\n    {}", self.id)?;
        self.differences.iter().try_for_each(|difference| writeln!(f, "{difference}"))
    }
}

impl Tally {
    /// Returns whether there was no verdict at all.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.compared() + self.unknown == 0
    }

    /// Returns the number of verdicts that were compared with an answer.
    #[must_use]
    pub fn compared(&self) -> usize {
        self.passed + self.failed.len()
    }

    /// Returns the number of answers that differ.
    #[must_use]
    pub fn failed(&self) -> usize {
        self.failed.len()
    }

    /// Adds another tally to this one.
    pub fn absorb(&mut self, other: Self) {
        self.passed += other.passed;
        self.unknown += other.unknown;
        self.left_out += other.left_out;
        self.failed.extend(other.failed);
        for (name, times) in other.known {
            *self.known.entry(name).or_default() += times;
        }
        self.last = other.last;
    }

    /// Writes every known difference that a vector shows, with its reason.
    ///
    /// # Errors
    ///
    /// Returns an error if writing fails.
    pub fn write_known(&self, out: &mut impl Write) -> io::Result<()> {
        for (name, reason) in known_differences::names_and_reasons() {
            if let Some(times) = self.known.get(name) {
                writeln!(out, "  known difference {name}, in {times}: {reason}")?;
            }
        }
        Ok(())
    }

    /// Returns the known differences that the project's vectors should show but do not.
    #[must_use]
    pub fn obsolete(&self) -> Vec<&'static str> {
        let others: Vec<&str> =
            yaml::KNOWN_READINGS.iter().filter(|known| known.is_only_in_test_suite()).map(|known| known.name).collect();
        let all = known_differences::names_and_reasons().map(|(name, _)| name);
        all.filter(|name| !others.contains(name) && !self.known.contains_key(name)).collect()
    }

    /// Writes a line for a suite.
    ///
    /// # Errors
    ///
    /// Returns an error if writing fails.
    pub fn write_line(&self, out: &mut impl Write, suite: &str) -> io::Result<()> {
        let left_out = match self.left_out {
            0 => String::new(),
            left_out => format!("  {left_out:>5} left out"),
        };
        match (self.unknown, self.failed.len()) {
            (0, 0) => writeln!(out, "  {suite:<30} {:>5} passed{left_out}", self.passed),
            (0, failed) => writeln!(out, "  {suite:<30} {:>5} passed  {failed:>5} FAILED{left_out}", self.passed),
            (unknown, _) => writeln!(out, "  {suite:<30} {unknown:>5} unknown: nothing answers this suite yet"),
        }
    }

    /// Writes the first differences, each with the vector's id.
    ///
    /// # Errors
    ///
    /// Returns an error if writing fails.
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

    /// Writes the differences by field, list indices aside, by error type and by rule, each with the number and one of the vectors.
    ///
    /// # Errors
    ///
    /// Returns an error if writing fails.
    pub fn write_fields(&self, out: &mut impl Write) -> io::Result<()> {
        let mut fields: BTreeMap<String, (usize, &str)> = BTreeMap::new();
        for failed in &self.failed {
            for difference in &failed.differences {
                fields.entry(difference.field(&self.rules)).or_insert((0, &failed.id)).0 += 1;
            }
        }
        fields.iter().try_for_each(|(field, (times, id))| writeln!(out, "    {times:>5} {field}, as in {id}"))
    }

    /// Writes the input and both answers of the last vector.
    ///
    /// # Errors
    ///
    /// Returns an error if writing fails.
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
        if self.left_out > 0 {
            write!(f, ", {} left out", self.left_out)?;
        }
        Ok(())
    }
}
