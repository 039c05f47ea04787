//! The programs of the workspace, as its tests build them.

use std::path::PathBuf;

use crate::failure::Failure;
use crate::{process, repository};

/// Builds the command, the server and the examples that tasks run; the folder in which they are.
///
/// Cargo unites the features of the packages that it is asked for. Asked for one package, it would build everything below it once
/// more, with fewer features; asked for all of them and for an example, whose features are those of tests, it takes what
/// `cargo test --workspace` has built.
pub(crate) fn build() -> Result<PathBuf, Failure> {
    let programs = ["--bin=rootstock", "--bin=rootstock-server", "--example=schema_cases"];
    process::succeed(process::cargo(["build", "--workspace", "--locked", "--quiet"]).args(programs))?;
    Ok(repository::target().join("debug"))
}

/// Builds a package as a release has it; the folder with its program.
pub(crate) fn released(package: &str) -> Result<PathBuf, Failure> {
    process::output_of(&mut process::cargo(["build", "--release", "--locked", "--quiet", "--package", package]))?;
    Ok(repository::target().join("release"))
}

/// The packages that are built with their tests as a release is built. Cargo unites their features and those of their tests: whoever
/// names all of them takes what is there, whichever of the tests are run.
pub(crate) const OPTIMISED: [&str; 4] = [
    "--package=rootstock",
    "--package=rootstock-providers",
    "--package=rootstock-capability-engine",
    "--package=rootstock-versioning",
];

/// Builds the command with those features; the program.
pub(crate) fn optimised() -> Result<PathBuf, Failure> {
    let mut command = process::cargo(["build", "--release", "--locked", "--quiet", "--bin=rootstock"]);
    process::output_of(command.args(OPTIMISED))?;
    Ok(repository::target().join("release").join(format!("rootstock{}", std::env::consts::EXE_SUFFIX)))
}
