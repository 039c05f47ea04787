//! Why a task failed.

use std::io;
use std::path::{Path, PathBuf};

/// Why a task failed.
#[derive(Debug, thiserror::Error)]
pub(crate) enum Failure {
    /// A file could not be read or written.
    #[error("`{}`: {source}", path.display())]
    File {
        /// Which.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// Recorded verdicts could not be read.
    #[error(transparent)]
    Vectors(#[from] rootstock_vectors::ReadError),
    /// Standard output could not be written to, or a program not started.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// Something could not be put into or out of JSON.
    #[error(transparent)]
    Json(#[from] serde_json::Error),
    /// Something could not be put into or out of YAML.
    #[error(transparent)]
    Yaml(#[from] serde_yaml::Error),
    /// The task ran, and what it looked at is not as it should be.
    #[error("{0}")]
    Found(String),
}

impl Failure {
    /// The reader of our output has gone away; that is its own affair.
    pub(crate) fn is_broken_pipe(&self) -> bool {
        matches!(self, Self::Io(error) if error.kind() == io::ErrorKind::BrokenPipe)
    }

    /// For `map_err` on a file operation.
    pub(crate) fn at(path: &Path) -> impl FnOnce(io::Error) -> Self {
        move |source| Self::File { path: path.to_owned(), source }
    }
}
