//! The alert rules of the server.

use std::process::Command;

use crate::failure::Failure;
use crate::{process, repository};

/// Checks the rules, and runs their tests, with Prometheus' own tool.
pub(super) fn test() -> Result<(), Failure> {
    for arguments in [["check", "rules", "rules.yaml"], ["test", "rules", "rules.test.yaml"]] {
        let folder = repository::root().join("deploy/monitoring");
        process::succeed(Command::new("promtool").args(arguments).current_dir(folder))?;
    }
    Ok(())
}
