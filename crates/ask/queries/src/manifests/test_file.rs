//! The schema of files of tests.

use rootstock_provider_api::schema_of;
use rootstock_versioning::Timestamp;
use serde_json::json;

use super::ManifestSchema;
use super::put::put;
use crate::{CheckExpectation, CheckedObject, PlannedPool, ShootExpectation, TestedWorker, WorkerExpectation};

/// The name of the schema.
const NAME: &str = "rootstock-test";

/// A file of tests: profiles, Shoots, and what is expected of them.
#[derive(schemars::JsonSchema)]
#[schemars(deny_unknown_fields)]
#[expect(dead_code, reason = "the reader goes through the text itself, for the places of mistakes")]
struct TestFileForm {
    /// The profiles: files and directories, relative to the file; if absent, those of the landscape.
    profiles: Option<Vec<String>>,
    /// The Shoots: files and directories, relative to the file.
    shoots: Option<Vec<String>>,
    /// The instant at which versions are classified; if absent, that of the run.
    at: Option<Timestamp>,
    /// The tests.
    #[schemars(length(min = 1))]
    tests: Vec<TestForm>,
}

/// A test: a question, and the expected answer.
#[derive(schemars::JsonSchema)]
#[schemars(untagged, deny_unknown_fields)]
#[expect(dead_code, reason = "as above")]
enum TestForm {
    /// The image of a worker.
    Worker {
        /// The name of the test.
        name: String,
        /// The worker.
        worker: Box<TestedWorker>,
        /// The expected image.
        expect: WorkerExpectation,
    },
    /// The maintenance of a Shoot.
    Shoot {
        /// The name of the test.
        name: String,
        /// The Shoot.
        shoot: PlannedPool,
        /// The expected versions.
        expect: ShootExpectation,
    },
    /// The findings in an object.
    Check {
        /// The name of the test.
        name: String,
        /// The object.
        check: CheckedObject,
        /// The expected findings.
        expect: CheckExpectation,
    },
}

pub(super) fn schema() -> ManifestSchema {
    let mut schema = schema_of::<TestFileForm>().to_value();
    put(&mut schema, &["title"], json!(NAME));
    ManifestSchema { name: NAME.to_owned(), file: format!("{NAME}.json"), schema }
}
