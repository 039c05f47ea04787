//! The examples: separate workspaces, built and tested as a user would, except that they share the build folder.

use std::fs;
use std::path::PathBuf;

use crate::failure::Failure;
use crate::{process, repository};

/// Tests every workspace in `examples/`.
pub(crate) fn test() -> Result<(), Failure> {
    for manifest in manifests()? {
        let mut command = process::cargo(["test", "--quiet", "--manifest-path"]);
        command.arg(&manifest).env("CARGO_TARGET_DIR", repository::target());
        println!("$ {}", process::shown(&command));
        if !command.status()?.success() {
            return Err(Failure::Message(format!("{} fails", repository::shown(&manifest))));
        }
    }
    Ok(())
}

/// Returns the manifest of each example, sorted.
fn manifests() -> Result<Vec<PathBuf>, Failure> {
    let folder = repository::root().join("examples");
    let mut manifests = Vec::new();
    for entry in fs::read_dir(&folder).map_err(Failure::at(&folder))? {
        let manifest = entry.map_err(Failure::at(&folder))?.path().join("Cargo.toml");
        if manifest.is_file() {
            manifests.push(manifest);
        }
    }
    manifests.sort();
    Ok(manifests)
}
