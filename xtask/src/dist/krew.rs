//! The manifest for kubectl's plug-in manager: `kubectl krew install --manifest=FILE`.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::{Value, json};

use super::platform::Platform;
use crate::failure::Failure;
use crate::names::{COMMAND, VERSION};

/// Writes `rootstock-TARGET.krew.yaml` for one archive, and returns its path.
pub(super) fn write(folder: &Path, platform: &Platform, name: &str, sum: &str) -> Result<PathBuf, Failure> {
    let path = folder.join(format!("rootstock-{}.krew.yaml", platform.target));
    let text = serde_yaml::to_string(&manifest(platform.go, name, sum))?;
    fs::write(&path, text).map_err(Failure::at(&path))?;
    Ok(path)
}

fn manifest((system, architecture): (&str, &str), name: &str, sum: &str) -> Value {
    let (version, repository) = (VERSION, env!("CARGO_PKG_REPOSITORY"));
    json!({
        "apiVersion": "krew.googlecontainertools.github.com/v1alpha2",
        "kind": "Plugin",
        "metadata": {"name": COMMAND},
        "spec": {
            "version": format!("v{version}"),
            "homepage": repository,
            "shortDescription": "Check Gardener CloudProfiles, and plan maintenance",
            "description": "Checks Gardener's CloudProfiles, NamespacedCloudProfiles and Shoots before they are applied, tells which \
                            machine image is compatible with which machine type, and what the next maintenance does.\n",
            "platforms": [{
                "selector": {"matchLabels": {"os": system, "arch": architecture}},
                "uri": format!("{repository}/releases/download/v{version}/{name}.tar.gz"),
                "sha256": sum,
                "bin": "kubectl-rootstock",
                "files": [{"from": format!("{name}/kubectl-rootstock"), "to": "."}, {"from": format!("{name}/LICENSE"), "to": "."}],
            }],
        },
    })
}
