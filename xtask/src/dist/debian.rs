//! The Debian package, which dpkg-deb builds.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use super::platform::Platform;
use super::{copy, epoch, make_empty, size};
use crate::failure::Failure;
use crate::names::{COMMAND, PACKAGE, VERSION};
use crate::{process, repository};

/// The files of the archive of the command, with their folders in the package.
const FILES: [(&str, &str); 4] = [
    ("completions/rootstock.bash", "usr/share/bash-completion/completions/rootstock"),
    ("completions/_rootstock", "usr/share/zsh/vendor-completions/_rootstock"),
    ("completions/rootstock.fish", "usr/share/fish/vendor_completions.d/rootstock.fish"),
    ("LICENSE", "usr/share/doc/gardener-rootstock/copyright"),
];

/// Writes the package around the content of the archive of the command, and returns its path.
pub(super) fn write(content: &Path, platform: &Platform, folder: &Path) -> Result<PathBuf, Failure> {
    let root = folder.join("debian");
    make_empty(&root)?;
    let program = root.join("usr/bin").join(COMMAND);
    install(&content.join(COMMAND), &program)?;
    for (from, to) in FILES {
        install(&content.join(from), &root.join(to))?;
    }
    for page in repository::files_below(&content.join("man"))? {
        install(&page, &root.join("usr/share/man/man1").join(page.file_name().unwrap_or_default()))?;
    }
    let control = root.join("DEBIAN/control");
    fs::create_dir_all(root.join("DEBIAN")).map_err(Failure::at(&root))?;
    fs::write(&control, self::control(platform, size(&program)?)).map_err(Failure::at(&control))?;
    let path = folder.join(format!("{PACKAGE}_{VERSION}_{}.deb", platform.debian));
    let mut build = Command::new("dpkg-deb");
    build.args(["--build", "--root-owner-group", "-Zxz"]).arg(&root).arg(&path);
    // The time of the files, which otherwise is that of the build.
    build.env("SOURCE_DATE_EPOCH", epoch());
    process::output_of(&mut build)?;
    fs::remove_dir_all(&root).map_err(Failure::at(&root))?;
    Ok(path)
}

fn install(from: &Path, to: &Path) -> Result<(), Failure> {
    let parent = to.parent().unwrap_or(to);
    fs::create_dir_all(parent).map_err(Failure::at(parent))?;
    copy(from, to)
}

fn control(platform: &Platform, size: u64) -> String {
    format!(
        "Package: {PACKAGE}\nVersion: {VERSION}\nArchitecture: {}\nMaintainer: {}\nInstalled-Size: {}\nSection: admin\n\
         Priority: optional\nHomepage: {}\nDescription: checks Gardener CloudProfiles\n Checks Gardener's CloudProfiles, \
         NamespacedCloudProfiles and Shoots before they\n are applied, shows which machine image is compatible with which machine\n \
         type, and what the next maintenance does.\n",
        platform.debian,
        env!("CARGO_PKG_AUTHORS"),
        size.div_ceil(1024),
        env!("CARGO_PKG_REPOSITORY"),
    )
}
