//! The repository and its files.

use std::fs;
use std::path::{Path, PathBuf};

use crate::failure::Failure;

/// Returns the root of the repository that contains this task.
pub(crate) fn root() -> PathBuf {
    let package =
        std::env::var_os("CARGO_MANIFEST_DIR").map_or_else(|| env!("CARGO_MANIFEST_DIR").into(), PathBuf::from);
    package.parent().map(Path::to_owned).unwrap_or(package)
}

/// Returns cargo's target directory.
pub(crate) fn target() -> PathBuf {
    std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root().join("target"), PathBuf::from)
}

/// Reads a file by its path from the root.
pub(crate) fn read(path: &str) -> Result<String, Failure> {
    let path = root().join(path);
    fs::read_to_string(&path).map_err(Failure::at(&path))
}

/// Returns every file below the root, sorted, except build output and git's own files.
pub(crate) fn files() -> Result<Vec<PathBuf>, Failure> {
    files_below(&root())
}

/// Returns every file below a folder, as [`files`] does.
pub(crate) fn files_below(folder: &Path) -> Result<Vec<PathBuf>, Failure> {
    let mut files = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).map_err(Failure::at(&folder))? {
            let path = entry.map_err(Failure::at(&folder))?.path();
            let name = path.file_name().unwrap_or_default();
            if name == "target" || name == ".git" || name == "proptest-regressions" {
                continue;
            }
            if path.is_dir() { folders.push(path) } else { files.push(path) }
        }
    }
    files.sort();
    Ok(files)
}

/// Formats a path relative to the root, with `/`.
pub(crate) fn shown(path: &Path) -> String {
    let relative = path.strip_prefix(root()).unwrap_or(path);
    relative.components().map(|part| part.as_os_str().to_string_lossy()).collect::<Vec<_>>().join("/")
}
