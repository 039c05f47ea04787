//! Tests that operators write: expectations of profiles, Shoots and workers, compared with the answers to questions.
//!
//! A test decides nothing itself: it asks `check`, `images` or `plan`, and compares the answer.

mod check;
mod file;
mod shoot;
mod worker;

use std::cell::LazyCell;
use std::collections::BTreeMap;
use std::sync::Arc;

use rootstock_analysis::{Analysis, Object, Role, Written, full_name};
use rootstock_core_model::Shoot;

pub use check::{CheckExpectation, CheckVerdict, CheckedObject};
pub use file::{TestFile, TestFileError};
pub use shoot::{PlannedPool, ShootExpectation};
pub use worker::{TestedWorker, WorkerExpectation, WorkerVerdict};

use crate::{CheckInput, CheckQuery, FleetProfiles, Query as _, QueryContext, Unrendered};

/// A test: a question, and the expected answer.
#[derive(Debug, Clone, PartialEq)]
pub struct TestCase {
    /// The name.
    pub name: String,
    /// The line of the file, from 1.
    pub line: u32,
    /// The question and the expectation.
    pub test: TestKind,
}

/// The question of a test, and the expectation.
#[derive(Debug, Clone, PartialEq)]
pub enum TestKind {
    /// The image of a worker.
    Worker(Box<TestedWorker>, WorkerExpectation),
    /// The maintenance of a Shoot.
    Shoot(PlannedPool, ShootExpectation),
    /// The findings in an object.
    Check(CheckedObject, CheckExpectation),
}

/// A test and its result.
#[derive(Debug, Clone, PartialEq)]
pub struct TestResult {
    /// The name of the test.
    pub name: String,
    /// The line of the file, from 1.
    pub line: u32,
    /// The differences from the expectation, one sentence each; empty if the test passes.
    pub differences: Vec<String>,
}

impl TestResult {
    /// Returns whether the answer is as expected.
    #[must_use]
    pub fn is_passed(&self) -> bool {
        self.differences.is_empty()
    }
}

impl TestFile {
    /// Runs all tests on an analysis that holds the profiles and Shoots in the role `Checked`.
    #[must_use]
    pub fn run(&self, analysis: &Analysis, asked: QueryContext) -> Vec<TestResult> {
        let query = CheckQuery {};
        let report = LazyCell::new(|| match query.ask(CheckInput { analysis, asked }) {
            Ok(answer) => answer.report,
            Err(never) => match never {},
        });
        let names = analysis.input_names(Role::Checked);
        let objects = names.iter().flat_map(|name| analysis.objects(Role::Checked, name));
        let shoots = objects.filter_map(Object::shoot).map(|shoot| (full_name(&shoot.object), Arc::as_ref(shoot)));
        let shoots: BTreeMap<String, &Written<Shoot>> = shoots.collect();
        let profiles = LazyCell::new(|| FleetProfiles::of(analysis, Unrendered::Skipped).profiles);
        let run = |case: &TestCase| {
            let differences = match &case.test {
                TestKind::Worker(worker, expected) => expected.differences(worker, analysis, asked),
                TestKind::Shoot(pool, expected) => expected.differences(pool, &shoots, (&profiles, asked)),
                TestKind::Check(object, expected) => expected.differences(object, &report, analysis.registry()),
            };
            TestResult { name: case.name.clone(), line: case.line, differences }
        };
        self.tests.iter().map(run).collect()
    }
}

/// Adds a difference if an expected value is given and is not the actual one.
fn compare<T: PartialEq>(
    differences: &mut Vec<String>,
    what: &str,
    expected: Option<&T>,
    actual: Option<&T>,
    show: impl Fn(&T) -> String,
) {
    let Some(expected) = expected.filter(|expected| Some(*expected) != actual) else { return };
    let actual = actual.map_or_else(|| "none".to_owned(), &show);
    differences.push(format!("{what}: expected {}, got {actual}", show(expected)));
}

/// Formats a name in backticks.
fn quoted(name: &String) -> String {
    format!("`{name}`")
}
