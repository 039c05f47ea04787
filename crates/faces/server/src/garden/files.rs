//! Profiles and Shoots from files, which are polled for changes.

use std::collections::BTreeSet;
use std::fs::{self, File};
use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::os::unix::fs::MetadataExt as _;
use std::path::PathBuf;
use std::sync::Arc;

use rootstock_analysis::configuration::Landscape;
use rootstock_analysis::{Analysis, Role};
use rootstock_maintenance::FleetItem;
use rootstock_provider_api::Registry;
use rootstock_sources::cluster::{Kind, reduced};
use rootstock_sources::files::{FoundFile, ShootTexts, find, read};

use crate::clock;
use crate::garden::{Garden, IndexedShoot, InternedNames, KEPT_RENDERINGS, NamespaceHashes, with_running_release};

/// Files with profiles and Shoots.
#[derive(Debug)]
pub(crate) struct Files {
    profiles: Vec<PathBuf>,
    shoots: Vec<PathBuf>,
    landscape: Landscape,
    /// The analysis of the last state, so that only changed files are parsed again.
    analysis: Analysis,
    /// The fingerprints of the files when they were last read.
    seen: Option<Vec<Fingerprint>>,
}

/// The fingerprint of a file. It detects a symbolic link that a kubelet swaps, a file that an editor replaces, and new content.
#[derive(Debug, PartialEq, Eq)]
struct Fingerprint {
    path: PathBuf,
    /// Length, modification time in seconds and nanoseconds, and inode; `None` if the metadata cannot be read.
    state: Option<(u64, i64, i64, u64)>,
}

impl Files {
    pub(crate) fn new(profiles: &[PathBuf], shoots: &[PathBuf], landscape: Landscape, registry: Arc<Registry>) -> Self {
        let mut analysis = Analysis::new(registry, landscape.settings(clock::now()));
        analysis.set_kept_renderings(KEPT_RENDERINGS);
        Self { landscape, profiles: profiles.to_vec(), shoots: shoots.to_vec(), analysis, seen: None }
    }

    /// Returns the state, if it has changed since the last call.
    pub(crate) fn poll(&mut self) -> Option<Garden> {
        // Taken before the files are read, so that the next call detects a change during the reading.
        let seen = self.seen();
        if self.seen.as_ref() == Some(&seen) {
            return None;
        }
        self.seen = Some(seen);
        Some(self.read())
    }

    fn seen(&self) -> Vec<Fingerprint> {
        let found = [&self.profiles, &self.shoots].into_iter().flat_map(|paths| find(paths));
        let seen = found.map(|found| match found {
            Ok(FoundFile { path, .. }) => {
                let state = fs::metadata(&path).ok();
                let state = state.map(|it| (it.len(), it.mtime(), it.mtime_nsec(), it.ino()));
                Fingerprint { path, state }
            }
            Err((name, _)) => Fingerprint { path: name.into(), state: None },
        });
        seen.collect()
    }

    fn read(&mut self) -> Garden {
        let (mut hasher, mut troubles) = (DefaultHasher::new(), Vec::new());
        self.read_profiles(&mut hasher, &mut troubles);
        let shoots = self.read_shoots(&mut hasher, &mut troubles);
        let read_at = clock::now();
        let landscape = with_running_release(&self.landscape, &shoots, &mut troubles);
        let mut analysis = self.analysis.clone();
        analysis.set_settings(landscape.settings(read_at));
        troubles.extend(analysis.notices_about_known().iter().map(ToString::to_string));
        // All callers see everything, so that the hashes by namespace are not needed.
        let hashes = NamespaceHashes::new();
        Garden::new(format!("{:016x}", hasher.finish()), read_at, analysis, shoots, troubles, hashes, landscape)
    }

    fn read_profiles(&mut self, hasher: &mut DefaultHasher, troubles: &mut Vec<String>) {
        let mut names = BTreeSet::new();
        for found in find(&self.profiles) {
            let (name, bytes) = match found {
                Ok(file) => (file.name, read(&file.path)),
                Err((name, reason)) => (name, Err(reason)),
            };
            match bytes {
                Ok(bytes) => {
                    (&name, &bytes).hash(hasher);
                    self.analysis.set(Role::Known, &name, &bytes);
                    let unreadable = self.analysis.unreadable(Role::Known, &name);
                    troubles.extend(unreadable.map(|why| format!("{name}: {}", why.detail)));
                    names.insert(name);
                }
                Err(reason) => {
                    troubles.push(format!("{name}: {reason}"));
                    self.analysis.remove(Role::Known, &name);
                }
            }
        }
        for seen in self.analysis.input_names(Role::Known) {
            if !names.contains(&seen) {
                self.analysis.remove(Role::Known, &seen);
            }
        }
    }

    fn read_shoots(&self, hasher: &mut DefaultHasher, troubles: &mut Vec<String>) -> Vec<Arc<IndexedShoot>> {
        let mut shoots = Vec::new();
        for found in find(&self.shoots) {
            let texts = match found {
                Ok(FoundFile { name, path }) => {
                    let texts = File::open(&path).and_then(|file| ShootTexts::new(&name, file));
                    texts.map_err(|error| format!("{name}: {error}"))
                }
                Err((name, reason)) => Err(format!("{name}: {reason}")),
            };
            match texts {
                Ok(texts) => shoots.extend(texts),
                Err(trouble) => troubles.push(trouble),
            }
        }
        for item in &mut shoots {
            match item {
                FleetItem::Json(json) => {
                    if let Some(reduced) = reduced(&json.text, Kind::Shoot) {
                        json.text = reduced;
                    }
                    json.text.hash(hasher);
                }
                FleetItem::Unreadable(unreadable) => {
                    unreadable.message.hash(hasher);
                    troubles.push(unreadable.to_string());
                }
                FleetItem::Shoot(_) => {}
            }
        }
        let mut names = InternedNames::default();
        shoots.into_iter().map(|item| Arc::new(IndexedShoot::new(item, &mut names))).collect()
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "tests")]

    use std::os::unix::fs::symlink;
    use std::path::Path;

    use rootstock_analysis::ProfileKey;

    use super::*;

    fn profile(name: &str) -> String {
        format!(
            "apiVersion: core.gardener.cloud/v1beta1\nkind: CloudProfile\nmetadata: {{name: {name}}}\nspec: {{type: local}}\n"
        )
    }

    fn files(directory: &Path) -> Files {
        let registry = rootstock_providers::registry().unwrap();
        Files::new(
            &[directory.join("profiles")],
            &[directory.join("shoots.yaml")],
            Landscape::default(),
            registry.into(),
        )
    }

    fn names(garden: &Garden) -> Vec<String> {
        garden.analysis.profiles().map(|(key, _)| key.to_string()).collect()
    }

    #[test]
    fn changes_are_read_and_errors_are_reported() {
        let directory = tempfile::tempdir().unwrap();
        fs::create_dir(directory.path().join("profiles")).unwrap();
        fs::write(directory.path().join("profiles/one.yaml"), profile("one")).unwrap();
        let mut files = files(directory.path());

        let first = files.poll().unwrap();
        assert_eq!(names(&first), ["one"]);
        assert!(first.troubles.iter().any(|it| it.ends_with("shoots.yaml: No such file or directory (os error 2)")));
        assert!(files.poll().is_none());

        fs::write(directory.path().join("profiles/two.yaml"), "kind: CloudProfile\nspec: [\n").unwrap();
        fs::write(directory.path().join("shoots.yaml"), "kind: Shoot\nmetadata: {namespace: a, name: b}\n").unwrap();
        let second = files.poll().unwrap();
        assert_eq!((names(&second), second.shoots.len()), (vec!["one".to_owned()], 1));
        assert!(second.troubles.iter().any(|it| it.contains("two.yaml: ")), "{:?}", second.troubles);
        assert_ne!(first.version, second.version);

        fs::write(directory.path().join("profiles/two.yaml"), profile("two")).unwrap();
        fs::remove_file(directory.path().join("profiles/one.yaml")).unwrap();
        assert_eq!(names(&files.poll().unwrap()), ["two"]);
        // Earlier snapshots do not change.
        assert!(first.analysis.profile(&ProfileKey::global("one")).is_ok());
    }

    /// Imitates a kubelet that updates a volume: it swaps a link to a directory, and deletes the old directory.
    #[test]
    fn each_volume_update_of_a_kubelet_is_detected() {
        let directory = tempfile::tempdir().unwrap();
        let mount = directory.path().join("profiles");
        fs::create_dir(&mount).unwrap();
        symlink("..data/profile.yaml", mount.join("profile.yaml")).unwrap();
        let mut files = files(directory.path());
        for round in 0..4 {
            let (version, name) = (format!("..v{round}"), format!("round-{round}"));
            fs::create_dir(mount.join(&version)).unwrap();
            fs::write(mount.join(&version).join("profile.yaml"), profile(&name)).unwrap();
            symlink(&version, mount.join("..new")).unwrap();
            fs::rename(mount.join("..new"), mount.join("..data")).unwrap();
            let _ = fs::remove_dir_all(mount.join(format!("..v{}", round - 1)));
            assert_eq!(names(&files.poll().unwrap()), [name]);
        }
    }
}
