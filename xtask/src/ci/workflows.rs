//! The workflows of GitHub, the action, and what they run.

use std::process::Command;

use super::tools;
use crate::failure::Failure;
use crate::{process, repository};

/// Checks the workflows for mistakes with actionlint, and for weaknesses with zizmor.
pub(super) fn check() -> Result<(), Failure> {
    let actionlint = tools::from_go("actionlint", "github.com/rhysd/actionlint/cmd/actionlint@v1.7.12")?;
    process::succeed(Command::new(actionlint).current_dir(repository::root()))?;
    let mut zizmor = Command::new(tools::from_pypi("zizmor==1.32.0")?.join("zizmor"));
    zizmor.args(["--offline", "--no-progress", "--strict-collection", "--quiet", "."]);
    process::succeed(zizmor.current_dir(repository::root()))
}
