//! Vector files: one JSON object a line, plain or compressed.

use std::fs::File;
use std::io::{BufRead, BufReader, Read};
use std::path::{Path, PathBuf};

use flate2::read::GzDecoder;
use serde::Deserialize;
use serde_json::Value;

use crate::failure::Failure;

/// One recorded verdict.
#[derive(Debug, Clone, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Row {
    pub(super) id: String,
    pub(super) suite: String,
    pub(super) input: Value,
    pub(super) expect: Value,
    /// The verdict on the profile as it is stored, where that was recorded as well. Both must hold.
    #[serde(default)]
    pub(super) expect_stored: Option<Value>,
}

/// A file of vectors.
#[derive(Debug)]
pub(super) struct VectorFile {
    path: PathBuf,
    /// Its name without endings.
    pub(super) suite: String,
}

/// The vector files of a folder, sorted by suite.
pub(super) fn files(folder: &Path) -> Result<Vec<VectorFile>, Failure> {
    let mut files = Vec::new();
    for entry in std::fs::read_dir(folder).map_err(Failure::at(folder))? {
        let path = entry.map_err(Failure::at(folder))?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let plain = name.strip_suffix(".gz").unwrap_or(&name);
        if let Some(suite) = plain.strip_suffix(".jsonl") {
            files.push(VectorFile { suite: suite.to_owned(), path });
        }
    }
    files.sort_by(|a, b| a.suite.cmp(&b.suite));
    Ok(files)
}

impl VectorFile {
    /// All its rows.
    pub(super) fn rows(&self) -> Result<Vec<Row>, Failure> {
        let file = File::open(&self.path).map_err(Failure::at(&self.path))?;
        let is_compressed = self.path.extension().is_some_and(|extension| extension == "gz");
        let text: Box<dyn Read> = if is_compressed { Box::new(GzDecoder::new(file)) } else { Box::new(file) };
        let mut rows = Vec::new();
        for (index, line) in BufReader::new(text).lines().enumerate() {
            let line = line.map_err(Failure::at(&self.path))?;
            if !line.trim().is_empty() {
                let row = serde_json::from_str(&line);
                rows.push(row.map_err(|source| Failure::Vector {
                    path: self.path.clone(),
                    line: index + 1,
                    source,
                })?);
            }
        }
        Ok(rows)
    }
}
