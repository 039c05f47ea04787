//! The programs of the workspace, with the features of its tests.

use std::path::PathBuf;

use crate::failure::Failure;
use crate::{process, repository};

/// Builds the command, the server and the examples that tasks run. Returns their folder.
///
/// Cargo unifies the features of the requested packages. For a single package it would rebuild all dependencies with fewer
/// features; for the whole workspace and an example, whose features are those of tests, it reuses the build of `cargo test
/// --workspace`.
pub(crate) fn build() -> Result<PathBuf, Failure> {
    let programs = ["--bin=rootstock", "--bin=rootstock-server", "--example=schema_cases"];
    process::succeed(process::cargo(["build", "--workspace", "--locked", "--quiet"]).args(programs))?;
    Ok(repository::target().join("debug"))
}

/// Builds a package in the release profile. Returns the folder with its program.
pub(crate) fn build_release(package: &str) -> Result<PathBuf, Failure> {
    process::output_of(&mut process::cargo(["build", "--release", "--locked", "--quiet", "--package", package]))?;
    Ok(repository::target().join("release"))
}

/// The packages that are built with their tests in the release profile. Cargo unifies the features of the requested packages
/// and their tests, so tasks that request all of them share a build, regardless of the tests they run.
pub(crate) const OPTIMIZED: [&str; 5] = [
    "--package=gardener-rootstock",
    "--package=rootstock-providers",
    "--package=rootstock-guarantees",
    "--package=rootstock-capability-engine",
    "--package=rootstock-versioning",
];

/// Builds the command with those features, and returns the program.
pub(crate) fn optimized() -> Result<PathBuf, Failure> {
    let mut command = process::cargo(["build", "--release", "--locked", "--quiet", "--bin=rootstock"]);
    process::output_of(command.args(OPTIMIZED))?;
    Ok(repository::target().join("release").join(format!("rootstock{}", std::env::consts::EXE_SUFFIX)))
}
