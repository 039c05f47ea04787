//! A folder of manifests on the disk.

use serde_json::{Value, json};

pub(crate) struct Folder(tempfile::TempDir);

impl Folder {
    pub(crate) fn new() -> Self {
        Self(tempfile::tempdir().unwrap())
    }

    /// Writes a file, and creates its parent folders.
    pub(crate) fn write(&self, name: &str, text: &str) {
        let path = self.0.path().join(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    }

    /// Returns the URI of a file in the folder.
    pub(crate) fn uri(&self, name: &str) -> String {
        format!("file://{}/{name}", self.0.path().display())
    }

    /// Returns the parameters of a notification about changed files.
    pub(crate) fn changed(&self, names: &[&str]) -> Value {
        let changes: Vec<Value> = names.iter().map(|name| json!({"uri": self.uri(name), "type": 2})).collect();
        json!({"changes": changes})
    }
}
