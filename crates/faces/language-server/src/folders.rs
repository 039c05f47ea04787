//! The folders whose manifests are judged together with what is open.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use rootstock_analysis::configuration::FILE_NAME;
use rootstock_sources::files;

/// An editor says which folders are open. One that says none leaves it to the server, as Helix and Neovim do outside of a
/// repository: then they are those of the documents that it opens.
#[derive(Debug)]
pub(crate) struct Folders {
    are_given: bool,
    /// With everything below them.
    roots: Vec<PathBuf>,
    /// Without what is below them: that may be a whole home directory.
    alone: BTreeSet<PathBuf>,
}

impl Folders {
    pub(crate) fn new(given: Vec<PathBuf>) -> Self {
        Self { are_given: !given.is_empty(), roots: given, alone: BTreeSet::new() }
    }

    /// The folder at or above which the configuration lies.
    pub(crate) fn first(&self) -> Option<&Path> {
        self.roots.first().map(PathBuf::as_path)
    }

    pub(crate) fn hold(&self, name: &str) -> bool {
        let path = Path::new(name);
        let is_alone = path.parent().is_some_and(|folder| self.alone.contains(folder));
        is_alone || self.roots.iter().any(|root| path.starts_with(root))
    }

    /// The manifests in the folders that the editor has said. What cannot be read is no document of the editor's.
    pub(crate) fn manifests(&self) -> Vec<String> {
        names(files::find(&self.roots))
    }

    /// Takes the folder of a document that is opened outside of all: the nearest one with a configuration, or else the one that
    /// it lies in. The manifests there, unless there is nothing to take.
    pub(crate) fn take(&mut self, document: &str) -> Option<Vec<String>> {
        if self.are_given || self.hold(document) {
            return None;
        }
        let folder = Path::new(document).parent().filter(|folder| folder.is_absolute())?;
        if let Some(root) = folder.ancestors().find(|folder| folder.join(FILE_NAME).is_file()) {
            let root = root.to_owned();
            self.roots.push(root.clone());
            return Some(names(files::find(&[root])));
        }
        self.alone.insert(folder.to_owned());
        Some(names(files::find_directly_in(folder)))
    }
}

fn names(found: Vec<files::Found>) -> Vec<String> {
    found.into_iter().flatten().map(|file| file.name).collect()
}
