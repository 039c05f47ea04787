//! Installation of the packages from the files of a release, each into an empty place, without network.

pub(crate) mod krew;
pub(crate) mod python;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Instant;

use crate::ci::tools;
use crate::failure::Failure;
use crate::names::{COMMAND, PACKAGE, VERSION};
use crate::process::output_of;
use crate::{dist, repository};

/// The runner of programs from wheels.
const UV: &str = "uv==0.13.9";
const PIPX: &str = "pipx==1.18.4";

/// Installs each package as its page says, and runs the command. Prints the time and the size of each.
pub(crate) fn test() -> Result<(), Failure> {
    let artifacts = dist::artifacts()?;
    let [archive, wheel, debian] = [".tar.gz", ".whl", ".deb"].map(|ending| file(artifacts, COMMAND, ending));
    let (archive, wheel, debian) = (archive?, wheel?, debian?);
    println!("| with | file | KiB | KiB of the place afterwards | ms |\n|---|---|---|---|---|");
    Install::new("tar", &archive)?.run(|root| {
        let mut tar = Command::new("tar");
        tar.args(["--extract", "--gzip", "--strip-components=1", "--file"]).arg(&archive).arg("--directory").arg(root);
        output_of(&mut tar)?;
        Ok(alone(root, &format!("/{COMMAND}")))
    })?;
    Install::new("dpkg", &debian)?.run(|root| {
        for folder in ["var/lib/dpkg/info", "var/lib/dpkg/updates"] {
            fs::create_dir_all(root.join(folder)).map_err(Failure::at(root))?;
        }
        fs::write(root.join("var/lib/dpkg/status"), "").map_err(Failure::at(root))?;
        output_of(Command::new("dpkg").arg(format!("--root={}", root.display())).arg("--install").arg(&debian))?;
        Ok(alone(root, "/usr/bin/rootstock"))
    })?;
    Install::new("pip", &wheel)?.run(|root| {
        output_of(Command::new("python3").args(["-m", "venv"]).arg(root))?;
        let mut pip = Command::new(root.join("bin/pip"));
        output_of(pip.args(["install", "--no-index", "--disable-pip-version-check"]).arg(&wheel).env("HOME", root))?;
        Ok(Command::new(root.join("bin").join(COMMAND)))
    })?;
    let uvx = tools::from_pypi(UV)?.join("uvx");
    Install::new("uvx", &wheel)?.run(|root| {
        let mut command = Command::new(&uvx);
        command.args(["--offline", "--no-config", "--from"]).arg(&wheel).arg(COMMAND).env("HOME", root);
        command.env("UV_CACHE_DIR", root.join("cache"));
        Ok(command)
    })?;
    let pipx = tools::from_pypi(PIPX)?.join("pipx");
    // The pip that all environments of pipx share comes from the registry.
    let shared = repository::target().join("tools/pipx-shared");
    output_of(Command::new(&pipx).arg("upgrade-shared").env("PIPX_SHARED_LIBS", &shared))?;
    Install::new("pipx", &wheel)?.run(|root| {
        let mut command = Command::new(&pipx);
        command.env("HOME", root).env("PIPX_HOME", root.join("pipx")).env("PIPX_BIN_DIR", root.join("bin"));
        command.env("PIPX_SHARED_LIBS", &shared);
        output_of(command.args(["install", "--quiet", "--pip-args=--no-index"]).arg(&wheel))?;
        Ok(Command::new(root.join("bin").join(COMMAND)))
    })?;
    let packages = [file(artifacts, &format!("{PACKAGE}-{VERSION}"), ".tgz")?, file(artifacts, "-linux-", ".tgz")?];
    Install::new("npm", &packages[1])?.run(|root| {
        fs::write(root.join("package.json"), "{}").map_err(Failure::at(root))?;
        let mut npm = Command::new("npm");
        npm.args(["install", "--offline", "--no-audit", "--no-fund", "--loglevel=error"]).args(&packages);
        output_of(npm.current_dir(root).env("HOME", root))?;
        let mut npx = Command::new("npx");
        npx.args(["--offline", "--no", "--", PACKAGE]).current_dir(root).env("HOME", root);
        Ok(npx)
    })
}

/// Returns the file of the artifacts whose name contains `word` and has this ending.
pub(crate) fn file(artifacts: &Path, word: &str, ending: &str) -> Result<PathBuf, Failure> {
    let files = repository::files_below(artifacts)?;
    let found = files.into_iter().find(|file| {
        let name = file.file_name().unwrap_or_default().to_string_lossy();
        name.ends_with(ending) && name.contains(word) && !name.contains("-go-")
    });
    found.ok_or_else(|| Failure::Message(format!("there is no file *{word}*{ending} in {}", artifacts.display())))
}

/// Returns a command that sees nothing but an otherwise empty root.
fn alone(root: &Path, program: &str) -> Command {
    let mut command = Command::new("unshare");
    command.args(["--map-root-user", "--root"]).arg(root).arg(program);
    command
}

/// An installation that is tried.
struct Install<'f> {
    with: &'static str,
    from: &'f Path,
    root: tempfile::TempDir,
}

impl<'f> Install<'f> {
    fn new(with: &'static str, from: &'f Path) -> Result<Self, Failure> {
        Ok(Self { with, from, root: tempfile::tempdir()? })
    }

    /// Installs, and asks the command for its version and for findings in a profile on its standard input.
    fn run(self, install: impl Fn(&Path) -> Result<Command, Failure>) -> Result<(), Failure> {
        let start = Instant::now();
        let version = output_of(install(self.root.path())?.arg("--version"))?;
        let took = start.elapsed();
        if !version.starts_with(&format!("{COMMAND} {VERSION}")) {
            return Err(Failure::Message(format!("{}: the command is {version}", self.with)));
        }
        let mut sizes = 0;
        for path in repository::files_below(self.root.path())? {
            sizes += fs::symlink_metadata(&path).map_err(Failure::at(&path))?.len();
        }
        let name = self.from.file_name().unwrap_or_default().to_string_lossy();
        let size = fs::metadata(self.from).map_err(Failure::at(self.from))?.len();
        println!("| {} | {name} | {} | {} | {} |", self.with, size / 1024, sizes / 1024, took.as_millis());
        Ok(())
    }
}
