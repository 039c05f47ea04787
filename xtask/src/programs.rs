//! The programs of the workspace, as its tests build them.

use std::path::PathBuf;
use std::process::Command;

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

/// What builds the command as a release has it.
pub(crate) fn release_build() -> Command {
    process::cargo(["build", "--release", "--locked", "--quiet", "--package=rootstock"])
}

/// Builds it; the program.
pub(crate) fn released() -> Result<PathBuf, Failure> {
    process::output_of(&mut release_build())?;
    Ok(repository::target().join("release").join(format!("rootstock{}", std::env::consts::EXE_SUFFIX)))
}
