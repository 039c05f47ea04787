//! The bytes of one file.

use std::fs::File;
use std::io::{self, Read as _};
use std::path::Path;

/// The most bytes that are taken from one input. The limits of a document are the reader's.
pub const MOST_BYTES: u64 = 256 << 20;

/// Why bytes cannot be read.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum NotRead {
    /// There is nothing under that name.
    #[error("there is no such file")]
    Missing,
    /// No permission to read it.
    #[error("permission denied")]
    Denied,
    /// A directory, and no file.
    #[error("it is a directory")]
    Directory,
    /// A pipe, a socket or a device in a directory: it may never end. Named itself it is read.
    #[error("it is not a file but a pipe, a socket or a device; those are read where they are named themselves")]
    NotAFile,
    /// More bytes than are taken.
    #[error("larger than {} MiB", .most >> 20)]
    TooLarge {
        /// How many are taken.
        most: u64,
    },
    /// Something else.
    #[error("{0}")]
    Other(io::Error),
}

impl From<io::Error> for NotRead {
    fn from(error: io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::NotFound => Self::Missing,
            io::ErrorKind::PermissionDenied => Self::Denied,
            io::ErrorKind::IsADirectory => Self::Directory,
            _ => Self::Other(error),
        }
    }
}

/// The bytes of a file.
///
/// # Errors
///
/// Why they cannot be read, also when there are more than [`MOST_BYTES`].
pub fn read(path: &Path) -> Result<Vec<u8>, NotRead> {
    read_at_most(path, MOST_BYTES)
}

/// The bytes of a file that should be small.
///
/// # Errors
///
/// Why they cannot be read, also when there are more than `most`.
pub fn read_at_most(path: &Path, most: u64) -> Result<Vec<u8>, NotRead> {
    let file = File::open(path)?;
    let size = file.metadata().map_or(0, |metadata| metadata.len()).min(most);
    let mut bytes = Vec::with_capacity(usize::try_from(size).unwrap_or_default() + 1);
    file.take(most + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > most { Err(NotRead::TooLarge { most }) } else { Ok(bytes) }
}
