//! Files of tests.

use rootstock_core_model::{Path, RawObject, Violation, decode, nearest, suggestion_suffix, violations};
use rootstock_document::{Decodable, ReadLimits, read};
use rootstock_report::SourceText;
use rootstock_versioning::Timestamp;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use super::{
    CheckExpectation, CheckedObject, PlannedPool, ShootExpectation, TestCase, TestKind, TestedWorker, WorkerExpectation,
};

/// A file of tests.
///
/// ```
/// use rootstock_queries::TestFile;
/// let text = "\
/// profiles: [aws.yaml]
/// at: 2026-06-01T00:00:00Z
/// tests:
/// - name: arm64 workers boot the arm64 image
///   worker: {machineType: m7g.large, region: eu-west-1}
///   expect: {reference: ami-1234}
/// ";
/// let file = TestFile::read("tests.yaml", text.as_bytes())?;
/// assert_eq!((file.profiles.len(), file.tests.len()), (1, 1));
/// let error = TestFile::read("tests.yaml", text.replace("reference", "refrence").as_bytes()).unwrap_err().to_string();
/// assert!(error.contains("did you mean `reference`?"), "{error}");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq, Default)]
pub struct TestFile {
    /// The profiles: files and directories, relative to the file; if empty, those of the landscape.
    pub profiles: Vec<String>,
    /// The Shoots: files and directories, relative to the file.
    pub shoots: Vec<String>,
    /// The instant at which versions are classified; if absent, that of the run.
    pub at: Option<Timestamp>,
    /// The tests; at least one.
    pub tests: Vec<TestCase>,
}

/// A reason why a file of tests cannot be used.
#[derive(Debug, Clone, thiserror::Error)]
#[non_exhaustive]
pub enum TestFileError {
    /// The file is not a single document.
    #[error("{file}: a file of tests must be a single document with `tests`")]
    Documents {
        /// The file.
        file: String,
    },
    /// The document cannot be decoded.
    #[error("{file}: {violation}")]
    Undecodable {
        /// The file.
        file: String,
        /// The first problem.
        violation: Box<Violation>,
    },
    /// A test cannot be decoded.
    #[error("{file}:{line}: {reason}")]
    InvalidTest {
        /// The file.
        file: String,
        /// The line of the test, from 1.
        line: u32,
        /// The reason.
        reason: String,
    },
    /// The file has no tests.
    #[error("{file}: there are no tests; list them in `tests`")]
    Empty {
        /// The file.
        file: String,
    },
}

/// The file, with undecoded tests.
#[derive(Default, Decodable)]
#[serde(default)]
struct RawTestFile {
    profiles: Vec<String>,
    shoots: Vec<String>,
    #[decodable(by_serde)]
    at: Option<Timestamp>,
    tests: Vec<RawObject>,
}

/// A test with undecoded parts.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawTestCase {
    name: String,
    worker: Option<Value>,
    shoot: Option<Value>,
    check: Option<Value>,
    expect: Value,
}

impl TestFile {
    /// Parses a file in YAML or JSON; `name` is its name.
    ///
    /// # Errors
    ///
    /// Returns an error if any part of the file is invalid.
    pub fn read(name: &str, bytes: &[u8]) -> Result<Self, TestFileError> {
        let file = || name.to_owned();
        let read = read::read(name, bytes, &ReadLimits::default());
        let [document] = read.documents.as_slice() else { return Err(TestFileError::Documents { file: file() }) };
        let (raw, wrong) = match document.raw() {
            Some(raw) => decode::<RawTestFile>(raw.node(), &Path::object()),
            None => <_>::default(),
        };
        let problem = violations(&document.problems).into_iter().chain(wrong).next();
        if let Some(violation) = problem {
            return Err(TestFileError::Undecodable { file: file(), violation: Box::new(violation) });
        }
        let source = SourceText::new(name, &String::from_utf8_lossy(bytes));
        let nodes = document.raw().and_then(|raw| raw.get("tests")).into_iter().flat_map(|tests| tests.items());
        let lines = nodes.map(|node| source.line_column(node.span().start as usize).line);
        let tests = raw.tests.iter().zip(lines).map(|(raw, line)| {
            test(raw, line).map_err(|reason| TestFileError::InvalidTest { file: file(), line, reason })
        });
        let tests: Vec<TestCase> = tests.collect::<Result<_, _>>()?;
        if tests.is_empty() {
            return Err(TestFileError::Empty { file: file() });
        }
        let RawTestFile { profiles, shoots, at, .. } = raw;
        Ok(Self { profiles, shoots, at, tests })
    }
}

fn test(raw: &RawObject, line: u32) -> Result<TestCase, String> {
    let value = serde_json::to_value(raw).map_err(|error| error.to_string())?;
    let RawTestCase { name, worker, shoot, check, expect } = decoded(value)?;
    let in_test = |part: &str, reason: String| format!("test `{name}`, {part}: {reason}");
    fn both<Q: DeserializeOwned, E: DeserializeOwned + Default + PartialEq>(
        (part, question, expect): (&str, Value, Value),
        in_test: impl Fn(&str, String) -> String,
    ) -> Result<(Q, E), String> {
        let question = decoded(question).map_err(|reason| in_test(part, reason))?;
        let expect: E = decoded(expect).map_err(|reason| in_test("expect", reason))?;
        match expect == E::default() {
            true => Err(in_test("expect", "it expects nothing, so that the test cannot fail".to_owned())),
            false => Ok((question, expect)),
        }
    }
    let test = match (worker, shoot, check) {
        (Some(worker), None, None) => {
            let (worker, expect): (Box<TestedWorker>, WorkerExpectation) = both(("worker", worker, expect), in_test)?;
            TestKind::Worker(worker, expect)
        }
        (None, Some(shoot), None) => {
            let (pool, expect): (PlannedPool, ShootExpectation) = both(("shoot", shoot, expect), in_test)?;
            TestKind::Shoot(pool, expect)
        }
        (None, None, Some(check)) => {
            let (object, expect): (CheckedObject, CheckExpectation) = both(("check", check, expect), in_test)?;
            TestKind::Check(object, expect)
        }
        _ => return Err(format!("test `{name}`: write exactly one of `worker`, `shoot` and `check`")),
    };
    Ok(TestCase { name, line, test })
}

/// Decodes a part of a test; the message about an unknown field suggests a similar one.
fn decoded<T: DeserializeOwned>(value: Value) -> Result<T, String> {
    serde_json::from_value(value).map_err(|error| {
        let message = error.to_string();
        let mut names = message.split('`').skip(1).step_by(2);
        let near = names.next().filter(|_| message.starts_with("unknown ")).and_then(|unknown| nearest(unknown, names));
        format!("{message}{}", near.map(suggestion_suffix).unwrap_or_default())
    })
}
