//! Programs of Go and Python that steps install below the build output.

use std::path::PathBuf;
use std::process::Command;

use crate::failure::Failure;
use crate::{process, repository};

/// Installs a program of Go, such as `example.com/cmd/name@v1.2.3`, once. Returns its path.
pub(crate) fn from_go(name: &str, package: &str) -> Result<PathBuf, Failure> {
    let folder = repository::target().join("tools/go").join(package.replace(['/', '@'], "-"));
    let program = folder.join(name);
    if !program.exists() {
        process::succeed(Command::new("go").args(["install", package]).env("GOBIN", &folder))?;
    }
    Ok(program)
}

/// Installs a package of PyPI, such as `name==1.2.3`, into an environment of its own. Returns the folder of its programs.
pub(crate) fn from_pypi(requirement: &str) -> Result<PathBuf, Failure> {
    let folder = repository::target().join("tools/python").join(requirement);
    let programs = folder.join("bin");
    if !programs.exists() {
        process::output_of(Command::new("python3").args(["-m", "venv"]).arg(&folder))?;
    }
    let mut pip = Command::new(programs.join("python"));
    process::output_of(pip.args(["-m", "pip", "install", "--quiet", requirement]))?;
    Ok(programs)
}
