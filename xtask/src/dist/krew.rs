//! The manifest for kubectl's plug-in manager: `kubectl krew install --manifest=FILE`.

use std::fs;
use std::path::Path;

use serde_json::{Value, json};

use crate::failure::Failure;

/// Writes `rootstock-TARGET.krew.yaml` for one archive.
pub(super) fn write(folder: &Path, target: &str, name: &str, sum: &str) -> Result<(), Failure> {
    let Some(selector) = selector(target) else { return Ok(()) };
    let path = folder.join(format!("rootstock-{target}.krew.yaml"));
    let text =
        serde_yaml::to_string(&manifest(&selector, name, sum)).map_err(|error| Failure::Message(error.to_string()))?;
    fs::write(&path, text).map_err(Failure::at(&path))
}

/// Returns the platform of a target in krew's terms; `None` for one that krew does not support.
fn selector(target: &str) -> Option<Value> {
    let architecture = match target.split('-').next()? {
        "x86_64" => "amd64",
        "aarch64" => "arm64",
        _ => return None,
    };
    let system = if target.contains("-linux-") {
        "linux"
    } else if target.ends_with("-apple-darwin") {
        "darwin"
    } else {
        return None;
    };
    Some(json!({"os": system, "arch": architecture}))
}

fn manifest(selector: &Value, name: &str, sum: &str) -> Value {
    let (version, repository) = (env!("CARGO_PKG_VERSION"), env!("CARGO_PKG_REPOSITORY"));
    json!({
        "apiVersion": "krew.googlecontainertools.github.com/v1alpha2",
        "kind": "Plugin",
        "metadata": {"name": "rootstock"},
        "spec": {
            "version": format!("v{version}"),
            "homepage": repository,
            "shortDescription": "Check Gardener CloudProfiles, and plan maintenance",
            "description": "Checks Gardener's CloudProfiles, NamespacedCloudProfiles and Shoots before they are applied, tells which \
                            machine image is compatible with which machine type, and what the next maintenance does.\n",
            "platforms": [{
                "selector": {"matchLabels": selector},
                "uri": format!("{repository}/releases/download/v{version}/{name}.tar.gz"),
                "sha256": sum,
                "bin": "kubectl-rootstock",
                "files": [{"from": format!("{name}/kubectl-rootstock"), "to": "."}, {"from": format!("{name}/LICENSE"), "to": "."}],
            }],
        },
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn targets_become_krew_platforms() {
        assert_eq!(selector("x86_64-unknown-linux-musl"), Some(json!({"os": "linux", "arch": "amd64"})));
        assert_eq!(selector("aarch64-apple-darwin"), Some(json!({"os": "darwin", "arch": "arm64"})));
        assert_eq!(selector("wasm32-unknown-unknown"), None);
    }
}
