//! A copy of the repository from which artifacts are built, and what keeps its folder out of them.

use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::failure::Failure;
use crate::{process, repository};

/// A copy of the repository, with its target directory.
#[derive(Debug)]
pub(super) struct Source {
    pub(super) root: PathBuf,
    pub(super) target: PathBuf,
}

impl Source {
    /// Returns the copy that this task belongs to.
    pub(super) fn of_this_task() -> Self {
        Self { root: repository::root(), target: repository::target() }
    }

    /// Copies the repository without build output to a folder.
    pub(super) fn copied_to(folder: &Path) -> Result<Self, Failure> {
        let root = folder.join("copy");
        for file in repository::files()? {
            let to = root.join(repository::shown(&file));
            let parent = to.parent().unwrap_or(&root);
            fs::create_dir_all(parent).map_err(Failure::at(parent))?;
            fs::copy(&file, &to).map_err(Failure::at(&file))?;
        }
        Ok(Self { target: root.join("target"), root })
    }

    pub(super) fn cargo<S: AsRef<OsStr>>(&self, arguments: impl IntoIterator<Item = S>) -> Command {
        let mut command = process::cargo(arguments);
        command.current_dir(&self.root).env("CARGO_TARGET_DIR", &self.target);
        command
    }

    /// Returns flags of rustc that replace the folders of this machine in the messages of panics, and so in the program.
    pub(super) fn path_flags(&self) -> Result<Vec<String>, Failure> {
        let sysroot = process::output_of(self.rustc().args(["--print", "sysroot"]))?;
        let home = std::env::var_os("CARGO_HOME").map(PathBuf::from);
        let home = home.or_else(|| Some(std::env::home_dir()?.join(".cargo")));
        let folders = [
            (Some(Path::new(sysroot.trim()).join("lib/rustlib/src/rust")), "/rust"),
            (home, "/cargo"),
            (Some(self.root.clone()), "/rootstock"),
            // The last one that matches counts, and the target directory is usually below the root.
            (Some(self.target.clone()), "/target"),
        ];
        let flags = folders.into_iter().filter_map(|(folder, name)| Some((folder?, name)));
        Ok(flags.map(|(folder, name)| format!("--remap-path-prefix={}={name}", folder.display())).collect())
    }

    fn rustc(&self) -> Command {
        let mut rustc = Command::new(std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into()));
        rustc.current_dir(&self.root);
        rustc
    }

    /// Replaces the URL of the root in a text.
    pub(super) fn without_root(&self, text: &str) -> String {
        text.replace(&format!("file://{}", self.root.display()), "file:///rootstock")
    }
}
