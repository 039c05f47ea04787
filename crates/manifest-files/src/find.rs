//! Which files there are behind paths.

use std::collections::HashSet;
use std::io;
use std::path::{Path, PathBuf};

use walkdir::{DirEntry, WalkDir};

use crate::NotRead;

/// A file to be read, or the name of one that cannot be found and why.
pub type Found = Result<PathBuf, (String, NotRead)>;

/// The files behind some paths, in their order, those of a directory sorted by name, each path once. Of a directory only
/// manifests count (.yaml, .yml, .json), at any depth, but nothing hidden; `-` stands for itself.
///
/// Nothing is read yet, so that a thousand files are never in memory at the same time.
pub fn find(paths: &[PathBuf]) -> Vec<Found> {
    let mut found: Vec<Found> = Vec::new();
    let mut seen = HashSet::new();
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

fn is_hidden(entry: &DirEntry) -> bool {
    entry.file_name().as_encoded_bytes().starts_with(b".")
}

fn is_manifest(path: &Path) -> bool {
    path.extension().is_some_and(|extension| ["yaml", "yml", "json"].iter().any(|known| extension == *known))
}
