//! The programs that `check --kustomize` and `--helm` run.

use std::env;

use super::manifests::{HELM, NEWEST_KUBECTL};
use super::tools;
use crate::failure::Failure;
use crate::process;

/// Runs the tests of `check --kustomize` and `--helm` that need kubectl and Helm.
pub(super) fn test() -> Result<(), Failure> {
    let helm = tools::from_go("helm", HELM)?;
    let programs = [Some(tools::from_pypi(NEWEST_KUBECTL)?), helm.parent().map(Into::into)];
    let inherited = env::var_os("PATH").unwrap_or_default();
    let path = env::join_paths(programs.into_iter().flatten().chain(env::split_paths(&inherited)))
        .map_err(|error| Failure::Message(error.to_string()))?;
    let tests = ["test", "--workspace", "--locked", "--test=command", "--", "--ignored", "rendering_programs"];
    process::succeed_with_tests(process::cargo(tests).env("PATH", path))
}
