//! `cargo xtask vscode`: builds the extension for VS Code as an installable file.

use std::fs;
use std::path::PathBuf;
use std::process::Command;
use std::time::Duration;

use crate::failure::Failure;
use crate::{node, process, repository};

const SOURCES: &str = "editors/vscode";

const FILES: [&str; 4] = ["package.json", "package-lock.json", "extension.js", "README.md"];

/// The time limit for packing, after npm has installed the packages.
const LIMIT: Duration = Duration::from_secs(120);

/// Packs the extension, and prints its path and size.
pub(crate) fn pack() -> Result<(), Failure> {
    let packed = packed()?;
    let bytes = fs::metadata(&packed).map_err(Failure::at(&packed))?.len();
    println!("{}: {} KiB", packed.display(), bytes.div_ceil(1024));
    Ok(())
}

fn packed() -> Result<PathBuf, Failure> {
    let folder = repository::target().join("vscode");
    node::install(SOURCES, &FILES, &folder)?;
    let license = folder.join("LICENSE");
    fs::write(&license, repository::read("LICENSE")?).map_err(Failure::at(&license))?;
    let packed = folder.join(concat!("rootstock-", env!("CARGO_PKG_VERSION"), ".vsix"));
    let mut pack = Command::new(folder.join("node_modules/.bin/vsce"));
    // The bundle contains all dependencies, so no other file is packed.
    pack.args(["package", "--no-dependencies", "--out"]).arg(&packed).current_dir(&folder);
    process::succeed_within(LIMIT, &mut pack)?;
    Ok(packed)
}

#[cfg(test)]
mod tests {
    use super::SOURCES;
    use crate::repository;

    /// npm and VS Code read the version from files that cargo does not manage.
    #[rstest::rstest]
    #[case(SOURCES)]
    #[case("crates/faces/wasm/npm")]
    fn packages_have_the_version_of_the_workspace(#[case] folder: &str) {
        let package = repository::read(&format!("{folder}/package.json")).unwrap();
        let package: serde_json::Value = serde_json::from_str(&package).unwrap();
        assert_eq!(package["version"], env!("CARGO_PKG_VERSION"));
    }
}
