//! The files that a kustomization is made of.

use std::collections::BTreeSet;
use std::path::{Component, Path, PathBuf};

use rootstock_analysis::ValueOrigins;
use rootstock_core_model::{NodeRef, ReadLimits, read};
use rootstock_sources::files::{path_name, read as read_file};

/// The names of a kustomization, in kustomize's order.
const NAMES: [&str; 3] = ["kustomization.yaml", "kustomization.yml", "Kustomization"];
/// The lists of files and folders that a kustomization builds on.
const BASES: [&str; 3] = ["resources", "components", "bases"];

/// Returns the patches and bases of a kustomization, those that are applied last first. What is not a local file is left out.
pub(super) fn origins(directory: &Path) -> ValueOrigins {
    let mut origins = ValueOrigins::default();
    add(directory, &mut BTreeSet::new(), &mut origins);
    origins
}

fn add(directory: &Path, seen: &mut BTreeSet<PathBuf>, origins: &mut ValueOrigins) {
    let is_new = directory.canonicalize().is_ok_and(|place| seen.insert(place));
    let bytes = NAMES.iter().find_map(|name| read_file(&directory.join(name)).ok()).filter(|_| is_new);
    let Some(bytes) = bytes else { return };
    let file = read::read("kustomization", &bytes, &ReadLimits::DEFAULT);
    let Some(root) = file.documents.first().and_then(|document| document.raw()).map(|raw| raw.node()) else { return };
    let items = |list: &str| root.get(list).into_iter().flat_map(|list| list.items()).collect::<Vec<_>>();
    for patch in [items("patches"), items("patchesJson6902")].into_iter().flatten().rev() {
        let Some(path) = text(patch, "path") else { continue };
        let target = patch.get("target");
        let target = target.and_then(|target| Some((text(target, "kind")?, text(target, "name")?)));
        add_file(&joined(directory, path), target, origins);
    }
    for path in items("patchesStrategicMerge").into_iter().rev().filter_map(NodeRef::as_str) {
        add_file(&joined(directory, path), None, origins);
    }
    for base in BASES.iter().flat_map(|list| items(list)).filter_map(NodeRef::as_str) {
        let path = joined(directory, base);
        if path.is_dir() { add(&path, seen, origins) } else { add_file(&path, None, origins) }
    }
}

/// Appends a path, and leaves out folders that `..` cancels.
fn joined(directory: &Path, path: &str) -> PathBuf {
    let mut joined = directory.to_owned();
    for part in Path::new(path).components() {
        let is_folder = matches!(joined.components().next_back(), Some(Component::Normal(_)));
        match part {
            Component::ParentDir if is_folder => _ = joined.pop(),
            other => joined.push(other),
        }
    }
    joined
}

fn add_file(path: &Path, target: Option<(&str, &str)>, origins: &mut ValueOrigins) {
    if let Ok(bytes) = read_file(path) {
        origins.add(&path_name(path), &bytes, target);
    }
}

fn text<'n>(node: NodeRef<'n>, field: &str) -> Option<&'n str> {
    node.get(field)?.as_str()
}
