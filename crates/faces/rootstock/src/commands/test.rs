//! `test`: compares profiles, Shoots and workers with expectations in files.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use clap::Args;
use rootstock_analysis::Role;
use rootstock_core_model::counted;
use rootstock_provider_api::Registry;
use rootstock_queries::{TestFile, TestResult};
use rootstock_report::render::junit::{JunitCase, JunitOutcome, JunitSuite, render_suites};

use crate::cli::{AnswerArguments, TestFormat};
use crate::failure::{Failure, InputError};
use crate::page::Page;
use crate::run::Run;
use crate::{Status, Streams, clock, documents, input};

/// Run tests: files that say which image a worker gets, what maintenance does to a Shoot, and what `check` finds
///
/// A file of tests names profiles and Shoots, and lists questions with the expected answers (see docs/testing.md). Each is asked as by
/// `images`, `plan` and `check`, and passes if the answer is as expected. Paths in the file are relative to it.
#[derive(Debug, Args)]
#[command(after_long_help = "\
Examples:
  Does the changed profile still do what our tests say?
      rootstock test tests/aws.yaml tests/openstack.yaml

  For a CI that reads JUnit
      rootstock test tests/*.yaml --format junit --output rootstock.xml

Exit status: 0 all tests pass, 1 a test fails, 2 wrong usage, 3 something cannot be read, such as a test with a misspelled \
field.")]
pub(crate) struct TestArguments {
    /// Files of tests, or - for standard input
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,

    #[command(flatten)]
    answer: AnswerArguments<TestFormat>,
}

/// The results of the tests of a file.
struct Tested {
    file: String,
    results: Vec<TestResult>,
}

pub(super) fn run(arguments: &TestArguments, registry: &Registry, streams: &mut Streams) -> Result<Status, Failure> {
    input::read_standard_input_once(&arguments.files)?;
    let mut run = Run::with_output(&arguments.answer, registry, streams)?;
    // All files are read first: a misspelled test is reported before any other runs.
    let mut files = Vec::new();
    for path in &arguments.files {
        let (name, bytes) = input::require(path, run.streams)?;
        let file = TestFile::read(&name, &bytes).map_err(|reason| InputError::Tests(Box::new(reason)))?;
        files.push((path.parent().unwrap_or_else(|| Path::new("")), name, file));
    }
    if let Some(target) = &arguments.answer.output.output {
        let named = files
            .iter()
            .flat_map(|(folder, _, tests)| tests.profiles.iter().chain(&tests.shoots).map(|path| folder.join(path)));
        let inputs: Vec<PathBuf> = arguments.files.iter().cloned().chain(run.profiles(&[])).chain(named).collect();
        input::require_no_input(target, &inputs)?;
    }
    let (mut tested, mut is_complete) = (Vec::new(), true);
    for (folder, file, tests) in files {
        run.resolved =
            arguments.answer.settings.resolve(run.configuration.landscape(), || tests.at.unwrap_or_else(clock::now));
        let mut analysis = run.analysis();
        analysis.set_advice(run.configuration.advice(None));
        analysis.set_configuration(run.configuration.clone());
        let below = |paths: &[String]| -> Vec<PathBuf> { paths.iter().map(|path| folder.join(path)).collect() };
        let given = below(&tests.profiles);
        let profiles = if given.is_empty() { run.profiles(&given) } else { given };
        documents::add(&mut analysis, Role::Checked, &[profiles, below(&tests.shoots)].concat(), run.streams);
        is_complete &= !analysis.has_unreadable(Role::Checked);
        tested.push(Tested { file, results: tests.run(&analysis, run.resolved) });
    }
    match arguments.answer.format {
        TestFormat::Text => write_text(&tested, &mut run.streams.out.page())?,
        TestFormat::Junit => write_junit(&tested, run.streams.out.raw())?,
    }
    let is_passed = tested.iter().flat_map(|one| &one.results).all(TestResult::is_passed);
    Ok(match (is_complete, is_passed) {
        (false, _) => Status::Unreadable,
        (true, false) => Status::Findings,
        (true, true) => Status::Clean,
    })
}

fn write_text(tested: &[Tested], page: &mut Page<'_>) -> io::Result<()> {
    for Tested { file, results } in tested {
        page.title(file)?;
        for result in results {
            if result.is_passed() {
                page.line(2, format!("ok      {}", result.name))?;
                continue;
            }
            page.line(2, format!("FAILED  {} (line {})", result.name, result.line))?;
            result.differences.iter().try_for_each(|difference| page.paragraph(10, difference))?;
        }
        page.blank()?;
    }
    let results = || tested.iter().flat_map(|one| &one.results);
    let failed = results().filter(|result| !result.is_passed()).count();
    let all = results().count();
    page.paragraph(0, format!("{}: {} passed, {failed} failed", counted(all, "test"), all - failed))
}

fn write_junit(tested: &[Tested], out: &mut dyn Write) -> io::Result<()> {
    let case = |result: &TestResult| {
        let outcome = match result.differences.as_slice() {
            [] => JunitOutcome::Passed { output: None },
            [first, ..] => JunitOutcome::Failed {
                kind: "difference".to_owned(),
                message: first.clone(),
                text: result.differences.join("\n"),
            },
        };
        JunitCase { name: result.name.clone(), line: Some(result.line), outcome }
    };
    let suites = tested.iter().map(|Tested { file, results }| JunitSuite {
        name: file.clone(),
        file: file.clone(),
        cases: results.iter().map(case).collect(),
    });
    render_suites("rootstock test", &suites.collect::<Vec<_>>(), out)
}
