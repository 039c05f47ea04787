//! Where the repository is, and what is in it.

use std::fs;
use std::path::{Path, PathBuf};

use crate::failure::Failure;

/// The root of the repository this task belongs to.
pub(crate) fn root() -> PathBuf {
    let package =
        std::env::var_os("CARGO_MANIFEST_DIR").map_or_else(|| env!("CARGO_MANIFEST_DIR").into(), PathBuf::from);
    package.parent().map(Path::to_owned).unwrap_or(package)
}

/// Where cargo puts what it builds.
pub(crate) fn target() -> PathBuf {
    std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root().join("target"), PathBuf::from)
}

/// The text of a file, by its path from the root.
pub(crate) fn read(path: &str) -> Result<String, Failure> {
    let path = root().join(path);
    fs::read_to_string(&path).map_err(Failure::at(&path))
}

/// Every file below the root, sorted, without what git does not hold: build output and git's own.
pub(crate) fn files() -> Result<Vec<PathBuf>, Failure> {
    let mut files = Vec::new();
    let mut folders = vec![root()];
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

/// A path as people write it: from the root, with `/`.
pub(crate) fn shown(path: &Path) -> String {
    let relative = path.strip_prefix(root()).unwrap_or(path);
    relative.components().map(|part| part.as_os_str().to_string_lossy()).collect::<Vec<_>>().join("/")
}
