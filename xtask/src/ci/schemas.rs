//! Checks the manifest schemas with an independent validator.

use std::fs;
use std::path::PathBuf;
use std::process::{Command, Stdio};

use crate::failure::Failure;
use crate::{process, programs, repository};

/// The Python validator, which the step installs.
const VALIDATOR: &str = "jsonschema==4.26.0";

/// Checks that schemas, validator and decoder agree about every document of the fixtures and its mutations.
pub(super) fn validate() -> Result<(), Failure> {
    let python = python()?;
    let cases = repository::target().join("schema-cases.jsonl");
    let mut made = Command::new(programs::build()?.join("examples/schema_cases"));
    let written = process::output_of(made.arg("fixtures").current_dir(repository::root()))?;
    fs::write(&cases, written).map_err(Failure::at(&cases))?;
    let mut command = Command::new(python);
    command.current_dir(repository::root()).args(["xtask/src/ci/validate_schemas.py", "schemas"]);
    command.stdin(Stdio::from(fs::File::open(&cases).map_err(Failure::at(&cases))?));
    process::succeed(&mut command)
}

/// Returns a Python with the validator, below the build output.
fn python() -> Result<PathBuf, Failure> {
    let folder = repository::target().join("tools/python");
    let python = folder.join("bin/python");
    if !python.exists() {
        process::output_of(Command::new("python3").args(["-m", "venv"]).arg(&folder))?;
    }
    process::output_of(Command::new(&python).args(["-m", "pip", "install", "--quiet", VALIDATOR]))?;
    Ok(python)
}
