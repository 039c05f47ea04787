//! The npm package with the program for one platform. The main package depends on those of all platforms, and npm installs the
//! one that fits.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::json;

use super::platform::Platform;
use super::{copy, make_empty};
use crate::failure::Failure;
use crate::names::{COMMAND, PACKAGE, VERSION};
use crate::{process, repository};

/// Writes the package into a folder, and returns its path.
pub(super) fn write(program: &Path, platform: &Platform, folder: &Path) -> Result<PathBuf, Failure> {
    let (system, architecture) = platform.node;
    let content = folder.join("npx");
    make_empty(&content)?;
    copy(program, &content.join(COMMAND))?;
    copy(&repository::root().join("LICENSE"), &content.join("LICENSE"))?;
    let manifest = json!({
        "name": format!("{PACKAGE}-{system}-{architecture}"),
        "version": VERSION,
        "description": format!("The command of {PACKAGE} for {system} on {architecture}"),
        "license": "Apache-2.0",
        "repository": {"type": "git", "url": env!("CARGO_PKG_REPOSITORY")},
        "os": [system],
        "cpu": [architecture],
        "files": [COMMAND, "LICENSE"],
        "preferUnplugged": true,
    });
    let path = content.join("package.json");
    fs::write(&path, serde_json::to_string_pretty(&manifest)?).map_err(Failure::at(&path))?;
    let mut npm = Command::new("npm");
    npm.args(["pack", "--silent", "--pack-destination"]).arg(folder).current_dir(&content);
    let name = process::output_of(&mut npm)?;
    fs::remove_dir_all(&content).map_err(Failure::at(&content))?;
    Ok(folder.join(name.trim()))
}
