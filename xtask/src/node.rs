//! Installation of tests for Node with their npm packages.

use std::fs;
use std::path::Path;
use std::process::Command;
use std::time::Duration;

use crate::failure::Failure;
use crate::{process, repository};

/// The time limit for npm to download the packages.
const LIMIT: Duration = Duration::from_secs(600);

/// Copies tests and their package lists to a folder below the build output, and runs npm if the packages are missing or the
/// lock file has changed.
pub(crate) fn install(from: &str, files: &[&str], folder: &Path) -> Result<(), Failure> {
    fs::create_dir_all(folder).map_err(Failure::at(folder))?;
    let from = repository::root().join(from);
    let mut is_new = !folder.join("node_modules").is_dir();
    for file in files {
        let (from, to) = (from.join(file), folder.join(file));
        let text = fs::read(&from).map_err(Failure::at(&from))?;
        let is_known = fs::read(&to).is_ok_and(|known| known == text);
        is_new |= !is_known && *file == "package-lock.json";
        fs::write(&to, text).map_err(Failure::at(&to))?;
    }
    if is_new {
        let mut npm = Command::new("npm");
        npm.args(["ci", "--no-audit", "--no-fund", "--loglevel=error"]).current_dir(folder);
        process::succeed_within(LIMIT, &mut npm)?;
    }
    Ok(())
}
