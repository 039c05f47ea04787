//! Packages of registries around the program of the command.

use std::path::{Path, PathBuf};

use super::platform::Platform;
use super::{copy, debian, npx, wheel};
use crate::failure::Failure;
use crate::{go, npm};

/// Writes the packages for a platform into a folder: the wheel, the Debian package, and the npm package with the program; with the
/// first platform also those for all, npm's main package and the module of Go. `content` is the unpacked archive of the command.
pub(super) fn write(content: &Path, platform: &Platform, folder: &Path) -> Result<Vec<PathBuf>, Failure> {
    let program = content.join(crate::names::COMMAND);
    let module = npm::pack()?;
    let mut written = vec![
        wheel::write(&program, platform, folder)?,
        debian::write(content, platform, folder)?,
        npx::write(&program, platform, folder)?,
    ];
    if platform.is_first() {
        for package in [module, go::pack()?] {
            let path = folder.join(package.file_name().unwrap_or_default());
            copy(&package, &path)?;
            written.push(path);
        }
    }
    Ok(written)
}
