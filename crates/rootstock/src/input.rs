//! What is given on the command line: files, directories and standard input, as bytes under a name.

use std::fs::File;
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};

use walkdir::{DirEntry, WalkDir};

use crate::Streams;
use crate::failure::{Failure, Unusable, Usage};

/// The most bytes that are taken from one input. The limits of a document are the reader's.
const MOST_BYTES: u64 = 256 << 20;

/// A file to be read, or the name of one that cannot be found and why.
pub(crate) type Found = Result<PathBuf, (String, NotRead)>;

/// One input, or why it cannot be had.
pub(crate) struct Input {
    /// The name as given, or found below a directory that was given.
    pub(crate) name: String,
    /// The bytes.
    pub(crate) bytes: Result<Vec<u8>, NotRead>,
}

/// Why bytes cannot be had.
#[derive(Debug, thiserror::Error)]
pub(crate) enum NotRead {
    #[error("there is no such file")]
    Missing,
    #[error("permission denied")]
    Denied,
    #[error("it is a directory")]
    Directory,
    #[error("larger than {} MiB", MOST_BYTES >> 20)]
    TooLarge,
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

/// The inputs behind the arguments, in their order, those of a directory sorted by name, each path once.
///
/// Nothing is read yet, so that a thousand files are never in memory at the same time.
pub(crate) fn find(paths: &[PathBuf]) -> Vec<Found> {
    let mut found: Vec<Found> = Vec::new();
    let mut seen = std::collections::HashSet::new();
    for path in paths {
        if path.as_os_str() == "-" || !path.is_dir() {
            if seen.insert(path.clone()) {
                found.push(Ok(path.clone()));
            }
            continue;
        }
        let walk = WalkDir::new(path).follow_links(true).sort_by_file_name();
        for entry in walk.into_iter().filter_entry(|entry| entry.depth() == 0 || !is_hidden(entry)) {
            match entry {
                Ok(entry) if entry.file_type().is_file() && is_manifest(entry.path()) => {
                    if seen.insert(entry.path().to_owned()) {
                        found.push(Ok(entry.into_path()));
                    }
                }
                Ok(_) => {}
                Err(error) => {
                    let name = error.path().unwrap_or(path).display().to_string();
                    found.push(Err((name, io::Error::from(error).into())));
                }
            }
        }
    }
    found
}

/// Reads one input.
pub(crate) fn read(path: &Path, streams: &mut Streams) -> Input {
    let bytes = if path.as_os_str() == "-" {
        streams.read_input(MOST_BYTES + 1)
    } else {
        File::open(path).and_then(|file| {
            let size = file.metadata().map_or(0, |metadata| metadata.len()).min(MOST_BYTES);
            let mut bytes = Vec::with_capacity(usize::try_from(size).unwrap_or_default() + 1);
            file.take(MOST_BYTES + 1).read_to_end(&mut bytes)?;
            Ok(bytes)
        })
    };
    let bytes = match bytes {
        Ok(bytes) if bytes.len() as u64 > MOST_BYTES => Err(NotRead::TooLarge),
        Ok(bytes) => Ok(bytes),
        Err(error) => Err(error.into()),
    };
    Input { name: path.display().to_string(), bytes }
}

/// Refuses arguments that name standard input more than once.
pub(crate) fn read_standard_input_once<'a>(paths: impl IntoIterator<Item = &'a PathBuf>) -> Result<(), Failure> {
    if paths.into_iter().filter(|path| path.as_os_str() == "-").count() > 1 {
        return Err(Usage::StandardInputTwice.into());
    }
    Ok(())
}

/// Reads one input that must be there.
pub(crate) fn require(path: &Path, streams: &mut Streams) -> Result<(String, Vec<u8>), Failure> {
    let Input { name, bytes } = read(path, streams);
    match bytes {
        Ok(bytes) => Ok((name, bytes)),
        Err(reason) => Err(Unusable::NotRead { file: name, reason }.into()),
    }
}

fn is_hidden(entry: &DirEntry) -> bool {
    entry.file_name().as_encoded_bytes().starts_with(b".")
}

fn is_manifest(path: &Path) -> bool {
    path.extension().is_some_and(|extension| ["yaml", "yml", "json"].iter().any(|known| extension == *known))
}
