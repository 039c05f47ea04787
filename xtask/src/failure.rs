//! Errors of tasks.

use std::io;
use std::path::{Path, PathBuf};

/// An error of a task.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Failure {
    /// A file cannot be read or written.
    #[error("`{}`: {source}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// The reason.
        source: io::Error,
    },
    /// Recorded verdicts cannot be read.
    #[error(transparent)]
    Vectors(#[from] rootstock_vectors::ReadError),
    /// Standard output cannot be written, or a program cannot be started.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// A value cannot be converted from or to JSON.
    #[error(transparent)]
    Json(#[from] serde_json::Error),
    /// A value cannot be converted from or to YAML.
    #[error(transparent)]
    Yaml(#[from] serde_yaml::Error),
    /// The task found a problem.
    #[error("{0}")]
    Message(String),
}

impl Failure {
    /// Returns whether the reader of our output has closed it, which is not an error of the task.
    pub(crate) fn is_broken_pipe(&self) -> bool {
        matches!(self, Self::Io(error) if error.kind() == io::ErrorKind::BrokenPipe)
    }

    /// Returns a function for `map_err` on file operations.
    pub(crate) fn at(path: &Path) -> impl FnOnce(io::Error) -> Self {
        move |source| Self::File { path: path.to_owned(), source }
    }
}
