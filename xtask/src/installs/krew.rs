//! The plug-in of kubectl, installed by krew from its files.

use std::process::Command;

use crate::ci::tools;
use crate::failure::Failure;
use crate::names::{COMMAND, VERSION};
use crate::process::{output_of, succeed};
use crate::{dist, process, repository};

const KREW: &str = "sigs.k8s.io/krew/cmd/krew@v0.4.3";

/// Installs the plug-in, in a debug build, from an archive and a manifest as they are released, and runs it.
pub(crate) fn test() -> Result<(), Failure> {
    let krew = tools::from_go("krew", KREW)?;
    let program = "kubectl-rootstock";
    let mut cargo = process::cargo(["build", "--workspace", "--locked", "--quiet", "--example=schema_cases"]);
    succeed(cargo.arg(format!("--bin={program}")).arg("--features=gardener-rootstock/cluster"))?;
    let root = tempfile::tempdir()?;
    let [manifest, archive] = dist::pack_plugin(&repository::target().join("debug").join(program), root.path())?;
    let mut install = Command::new(&krew);
    install
        .arg("install")
        .arg(format!("--manifest={}", manifest.display()))
        .arg(format!("--archive={}", archive.display()));
    succeed(install.env("KREW_ROOT", root.path().join("krew")).env("KREW_NO_UPGRADE_CHECK", "1"))?;
    let version = output_of(Command::new(root.path().join("krew/bin").join(program)).arg("--version"))?;
    if version.starts_with(&format!("{COMMAND} {VERSION}")) {
        return Ok(());
    }
    Err(Failure::Message(format!("krew installs {version}")))
}
