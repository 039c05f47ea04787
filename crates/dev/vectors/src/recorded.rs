//! Files of recorded verdicts: one JSON object a line, plain or compressed.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::path::{Path, PathBuf};

use flate2::read::GzDecoder;
use serde::Deserialize;
use serde_json::Value;

/// The folders of recorded verdicts: those on usual inputs, and those on wilder ones.
const FOLDERS: [&str; 2] = [
    concat!(env!("CARGO_MANIFEST_DIR"), "/../../../fixtures/conformance"),
    concat!(env!("CARGO_MANIFEST_DIR"), "/../../../fixtures/conformance/wilder"),
];

/// A reason why recorded verdicts cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum ReadError {
    /// A file or folder cannot be read.
    #[error("`{}`: {source}", path.display())]
    File {
        /// The file or folder.
        path: PathBuf,
        /// The reason.
        source: io::Error,
    },
    /// A line is no verdict.
    #[error("`{}`, line {line}: {source}", path.display())]
    Line {
        /// The file.
        path: PathBuf,
        /// The line, counted from 1.
        line: usize,
        /// The reason.
        source: serde_json::Error,
    },
    /// No verdict is recorded for a suite.
    #[error("no verdict is recorded for the suite `{0}`")]
    Nothing(String),
}

/// One recorded verdict.
#[derive(Debug, Clone, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Row {
    /// The name of the verdict, which no other has.
    pub id: String,
    /// The question.
    pub suite: String,
    /// What was asked about.
    pub input: Value,
    /// Gardener's answer.
    pub expect: Value,
    /// Gardener's answer for the profile as it is stored, where that was recorded as well. Both must hold.
    #[serde(default)]
    pub expect_stored: Option<Value>,
    /// How the input was made from another.
    #[serde(default)]
    pub mutations: Vec<String>,
    /// What was recorded besides the answer.
    #[serde(default)]
    pub beside: Value,
}

/// A file with the verdicts of a suite.
#[derive(Debug)]
pub struct VectorFile {
    path: PathBuf,
    /// Its name without endings.
    pub suite: String,
}

/// The recorded files of the project.
///
/// # Errors
///
/// A folder cannot be read.
pub fn recorded_files() -> Result<Vec<VectorFile>, ReadError> {
    let mut files = Vec::new();
    for folder in FOLDERS {
        files.extend(files_in(Path::new(folder))?);
    }
    Ok(files)
}

/// The files of a folder, sorted by suite.
///
/// # Errors
///
/// The folder cannot be read.
pub fn files_in(folder: &Path) -> Result<Vec<VectorFile>, ReadError> {
    let at = |source| ReadError::File { path: folder.to_owned(), source };
    let mut files = Vec::new();
    for entry in std::fs::read_dir(folder).map_err(at)? {
        let path = entry.map_err(at)?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let plain = name.strip_suffix(".gz").unwrap_or(&name);
        if let Some(suite) = plain.strip_suffix(".jsonl") {
            files.push(VectorFile { suite: suite.to_owned(), path });
        }
    }
    files.sort_by(|a, b| a.suite.cmp(&b.suite));
    Ok(files)
}

/// Every recorded verdict of a suite.
///
/// # Errors
///
/// A file cannot be read, or none has the name of the suite.
pub fn rows(suite: &str) -> Result<Vec<Row>, ReadError> {
    let mut rows = Vec::new();
    for file in recorded_files()?.iter().filter(|file| file.suite == suite) {
        rows.extend(file.rows()?);
    }
    if rows.is_empty() { Err(ReadError::Nothing(suite.to_owned())) } else { Ok(rows) }
}

impl VectorFile {
    /// All its verdicts.
    ///
    /// # Errors
    ///
    /// The file cannot be read, or a line of it is no verdict.
    pub fn rows(&self) -> Result<Vec<Row>, ReadError> {
        let at = |source| ReadError::File { path: self.path.clone(), source };
        let file = File::open(&self.path).map_err(at)?;
        let is_compressed = self.path.extension().is_some_and(|extension| extension == "gz");
        let text: Box<dyn Read> = if is_compressed { Box::new(GzDecoder::new(file)) } else { Box::new(file) };
        let mut rows = Vec::new();
        for (line, number) in BufReader::new(text).lines().zip(1..) {
            let line = line.map_err(at)?;
            if !line.trim().is_empty() {
                let row = serde_json::from_str(&line);
                rows.push(row.map_err(|source| ReadError::Line { path: self.path.clone(), line: number, source })?);
            }
        }
        Ok(rows)
    }
}
