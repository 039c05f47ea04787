//! `cargo xtask apiserver`: tests the server behind a real kube-apiserver, if one is installed.

use std::path::PathBuf;

use crate::failure::Failure;
use crate::process;

/// The variable by which envtest names the folder with the programs of a control plane.
const ASSETS: &str = "KUBEBUILDER_ASSETS";
/// The tests that also need kubectl.
const MANIFESTS: &str = "manifests::";

/// Starts etcd and kube-apiserver, and runs the tests against them.
pub(crate) fn run() -> Result<(), Failure> {
    let Some(folder) = std::env::var_os(ASSETS).map(PathBuf::from) else {
        let how = "it names a folder with kube-apiserver and etcd, as `setup-envtest use --print path` prints it";
        return Err(Failure::Message(format!("{ASSETS} is not set, so there is nothing to try it with: {how}")));
    };
    for program in ["kube-apiserver", "etcd"] {
        if !folder.join(program).is_file() {
            return Err(Failure::Message(format!("{ASSETS}: there is no {program} in {}", folder.display())));
        }
    }
    let arguments = ["test", "--locked", "--package=rootstock-server", "--test=real", "--", "--ignored", "--nocapture"];
    let mut command = process::cargo(arguments);
    if !folder.join("kubectl").is_file() {
        println!("{ASSETS}: there is no kubectl in {}, so that the manifests are not applied", folder.display());
        command.args(["--skip", MANIFESTS]);
    }
    match command.status()?.success() {
        true => Ok(()),
        false => Err(Failure::Message(format!("{} fails", process::shown(&command)))),
    }
}
