//! The bytes of one file.

use std::fs::File;
use std::io::{self, Read as _};
use std::path::Path;

/// The maximum size of an input in bytes. The limits of a document are up to the reader.
pub const MAX_FILE_BYTES: u64 = 256 << 20;

/// The reason why a file cannot be read.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ReadFailure {
    /// The file does not exist.
    #[error("there is no such file")]
    Missing,
    /// The garden does not have the object.
    #[error("the garden has no such object")]
    NotInGarden,
    /// The permission to read it is missing.
    #[error("permission denied")]
    Denied,
    /// The path is a directory, not a file.
    #[error("it is a directory")]
    Directory,
    /// A pipe, a socket or a device in a directory: it may never end. It is read if it is given explicitly.
    #[error("it is a pipe, a socket or a device, which is read only if it is named explicitly")]
    NotAFile,
    /// The file is too large.
    #[error("larger than {} MiB", .most >> 20)]
    TooLarge {
        /// The maximum size in bytes.
        most: u64,
    },
    /// Another error.
    #[error("{0}")]
    Other(io::Error),
}

impl From<io::Error> for ReadFailure {
    fn from(error: io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::NotFound => Self::Missing,
            io::ErrorKind::PermissionDenied => Self::Denied,
            io::ErrorKind::IsADirectory => Self::Directory,
            _ => Self::Other(error),
        }
    }
}

/// Reads a file.
///
/// # Errors
///
/// Returns the reason why it cannot be read, for instance because it is larger than [`MAX_FILE_BYTES`].
pub fn read(path: &Path) -> Result<Vec<u8>, ReadFailure> {
    read_at_most(path, MAX_FILE_BYTES)
}

/// Reads a file that should be small.
///
/// # Errors
///
/// Returns the reason why it cannot be read, for instance because it is larger than `most` bytes.
pub fn read_at_most(path: &Path, most: u64) -> Result<Vec<u8>, ReadFailure> {
    let file = File::open(path)?;
    let size = file.metadata().map_or(0, |metadata| metadata.len()).min(most);
    let mut bytes = Vec::with_capacity(usize::try_from(size).unwrap_or_default() + 1);
    file.take(most + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > most { Err(ReadFailure::TooLarge { most }) } else { Ok(bytes) }
}
