//! The folders whose manifests are checked together with the open documents.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use rootstock_analysis::configuration::FILE_NAME;
use rootstock_sources::files;

/// The folders of the workspace. If the editor names none, as Helix and Neovim do outside of a repository, the folders of opened
/// documents are used.
#[derive(Debug)]
pub(crate) struct Folders {
    is_set_by_editor: bool,
    /// Folders that are searched recursively.
    roots: Vec<PathBuf>,
    /// Folders that are not searched recursively, because they may be a whole home directory.
    non_recursive: BTreeSet<PathBuf>,
}

impl Folders {
    pub(crate) fn new(given: Vec<PathBuf>) -> Self {
        Self { is_set_by_editor: !given.is_empty(), roots: given, non_recursive: BTreeSet::new() }
    }

    /// Returns the folder in which, or above which, the configuration is looked up.
    pub(crate) fn first(&self) -> Option<&Path> {
        self.roots.first().map(PathBuf::as_path)
    }

    pub(crate) fn contains(&self, name: &str) -> bool {
        let path = Path::new(name);
        let is_in_non_recursive = path.parent().is_some_and(|folder| self.non_recursive.contains(folder));
        is_in_non_recursive || self.roots.iter().any(|root| path.starts_with(root))
    }

    /// Lists the manifests in the folders named by the editor, except for unreadable ones.
    pub(crate) fn manifests(&self) -> Vec<String> {
        names(files::find(&self.roots))
    }

    /// Adds the folder of a document that is outside of all folders: the nearest one with a configuration, or else its own.
    /// Returns the manifests there, or `None` if no folder was added.
    pub(crate) fn take(&mut self, document: &str) -> Option<Vec<String>> {
        if self.is_set_by_editor || self.contains(document) {
            return None;
        }
        let folder = Path::new(document).parent().filter(|folder| folder.is_absolute())?;
        if let Some(root) = folder.ancestors().find(|folder| folder.join(FILE_NAME).is_file()) {
            let root = root.to_owned();
            self.roots.push(root.clone());
            return Some(names(files::find(&[root])));
        }
        self.non_recursive.insert(folder.to_owned());
        Some(names(files::find_directly_in(folder)))
    }
}

fn names(found: Vec<files::FindResult>) -> Vec<String> {
    found.into_iter().flatten().map(|file| file.name).collect()
}
