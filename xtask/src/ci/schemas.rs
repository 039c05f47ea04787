//! Checks the manifest schemas with an independent validator.

use std::fs;
use std::process::{Command, Stdio};

use super::tools;
use crate::failure::Failure;
use crate::{process, programs, repository};

/// The Python validator, which the step installs.
const VALIDATOR: &str = "jsonschema==4.26.0";

/// Checks that schemas, validator and decoder agree about every document of the fixtures and its mutations.
pub(super) fn validate() -> Result<(), Failure> {
    let python = tools::from_pypi(VALIDATOR)?.join("python");
    let cases = repository::target().join("schema-cases.jsonl");
    let mut made = Command::new(programs::build()?.join("examples/schema_cases"));
    let written = process::output_of(made.arg("fixtures").current_dir(repository::root()))?;
    fs::write(&cases, written).map_err(Failure::at(&cases))?;
    let mut command = Command::new(python);
    command.current_dir(repository::root()).args(["xtask/src/ci/validate_schemas.py", "schemas"]);
    command.stdin(Stdio::from(fs::File::open(&cases).map_err(Failure::at(&cases))?));
    process::succeed(&mut command)
}
