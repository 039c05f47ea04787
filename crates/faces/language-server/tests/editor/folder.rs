//! A folder of manifests on the disk.

use serde_json::{Value, json};

pub(crate) struct Folder(tempfile::TempDir);

impl Folder {
    pub(crate) fn new() -> Self {
        Self(tempfile::tempdir().unwrap())
    }

    /// Writes a file, and the folders above it that are missing.
    pub(crate) fn write(&self, name: &str, text: &str) {
        let path = self.0.path().join(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    }

    /// What an editor calls a file in it.
    pub(crate) fn uri(&self, name: &str) -> String {
        format!("file://{}/{name}", self.0.path().display())
    }

    /// What an editor says of files that have changed on the disk.
    pub(crate) fn changed(&self, names: &[&str]) -> Value {
        let changes: Vec<Value> = names.iter().map(|name| json!({"uri": self.uri(name), "type": 2})).collect();
        json!({"changes": changes})
    }
}
