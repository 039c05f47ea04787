//! Files of recorded verdicts: one JSON object per line, plain or compressed.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::path::{Path, PathBuf};

use flate2::read::GzDecoder;
use serde::Deserialize;
use serde_json::Value;

/// The folders of recorded verdicts: those with typical inputs, and those with unusual ones.
const FOLDERS: [&str; 2] = [
    concat!(env!("CARGO_MANIFEST_DIR"), "/../../../fixtures/conformance"),
    concat!(env!("CARGO_MANIFEST_DIR"), "/../../../fixtures/conformance/wilder"),
];

/// The folder of verdicts recorded in several releases of Gardener.
const RELEASES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../fixtures/conformance/releases");

/// The folder of verdicts recorded in several releases of the extensions.
const EXTENSION_RELEASES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../fixtures/conformance/releases-ext");

/// The reason why recorded verdicts cannot be read.
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
    /// A line is not a verdict.
    #[error("`{}`, line {line}: {source}", path.display())]
    Line {
        /// The file.
        path: PathBuf,
        /// The line number, from 1.
        line: usize,
        /// The reason.
        source: serde_json::Error,
    },
    /// A suite has no recorded verdicts.
    #[error("no verdict is recorded for the suite `{0}`")]
    Nothing(String),
}

/// A recorded verdict.
#[derive(Debug, Clone, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Row {
    /// The unique id of the verdict.
    pub id: String,
    /// The question.
    pub suite: String,
    /// The input.
    pub input: Value,
    /// Gardener's answer. In the verdicts of several releases: an object with an entry for each release from which on the answer is
    /// another one.
    pub expect: Value,
    /// Gardener's answer for the profile as it is stored, if recorded. Both answers must hold.
    #[serde(default)]
    pub expect_stored: Option<Value>,
    /// In the verdicts of several releases of an extension: the answers that differ after its mutating webhook.
    #[serde(default)]
    pub admission: Option<Value>,
    /// The mutations that turned another input into this one.
    #[serde(default)]
    pub mutations: Vec<String>,
    /// Other recorded data.
    #[serde(default, rename = "beside")]
    pub other: Value,
}

/// A file with the verdicts of a suite.
#[derive(Debug)]
pub struct VectorFile {
    path: PathBuf,
    /// The name without extensions.
    pub suite: String,
}

/// Returns the recorded files of the project.
///
/// # Errors
///
/// Returns an error if a folder cannot be read.
pub fn recorded_files() -> Result<Vec<VectorFile>, ReadError> {
    let mut files = Vec::new();
    for folder in FOLDERS {
        files.extend(files_in(Path::new(folder))?);
    }
    Ok(files)
}

/// Returns the files with verdicts of several releases of Gardener.
///
/// # Errors
///
/// Returns an error if the folder cannot be read.
pub fn files_by_release() -> Result<Vec<VectorFile>, ReadError> {
    files_in(Path::new(RELEASES))
}

/// Returns the files with verdicts of several releases of the extensions.
///
/// # Errors
///
/// Returns an error if the folder cannot be read.
pub fn files_by_extension_release() -> Result<Vec<VectorFile>, ReadError> {
    files_in(Path::new(EXTENSION_RELEASES))
}

/// Returns the files of a folder, sorted by suite.
///
/// # Errors
///
/// Returns an error if the folder cannot be read.
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

/// Returns every recorded verdict of a suite.
///
/// # Errors
///
/// Returns an error if a file cannot be read, or if none has the name of the suite.
pub fn rows(suite: &str) -> Result<Vec<Row>, ReadError> {
    let mut rows = Vec::new();
    for file in recorded_files()?.iter().filter(|file| file.suite == suite) {
        rows.extend(file.rows()?);
    }
    if rows.is_empty() { Err(ReadError::Nothing(suite.to_owned())) } else { Ok(rows) }
}

impl VectorFile {
    /// Returns all verdicts in the file.
    ///
    /// # Errors
    ///
    /// Returns an error if the file cannot be read, or if a line of it is not a verdict.
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
