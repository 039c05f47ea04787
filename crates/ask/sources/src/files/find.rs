//! Discovery of files.

use std::collections::HashSet;
use std::fmt::Write as _;
use std::io;
use std::path::{Path, PathBuf};

use walkdir::{DirEntry, WalkDir};

use super::read::ReadFailure;

/// A file and its display name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FoundFile {
    /// The name, unique among the files that were found together.
    pub name: String,
    /// The path; `-` is standard input.
    pub path: PathBuf,
}

/// A file to read, or the name of a missing one and the reason.
pub type FindResult = Result<FoundFile, (String, ReadFailure)>;

/// Returns the display name of a file: its path, with invalid UTF-8 bytes as `\xff`.
///
/// ```
/// use std::path::Path;
///
/// assert_eq!(rootstock_sources::files::path_name(Path::new("profiles/aws.yaml")), "profiles/aws.yaml");
/// ```
#[must_use]
pub fn path_name(path: &Path) -> String {
    let mut name = String::new();
    for chunk in path.as_os_str().as_encoded_bytes().utf8_chunks() {
        name.push_str(chunk.valid());
        for byte in chunk.invalid() {
            // Writing to a string cannot fail.
            let _ = write!(name, "\\x{byte:02x}");
        }
    }
    name
}

/// Finds the files at some paths, in order, each once even if it has several names; those of a directory are sorted by name. Only
/// manifests (.yaml, .yml, .json) count in a directory, at any depth, but no hidden ones; `-` is returned as is. A
/// pipe, socket or device that is named like a manifest is reported as an error, because it may never end.
///
/// Does not read any file, so that a thousand files are never in memory at once.
pub fn find(paths: &[PathBuf]) -> Vec<FindResult> {
    let mut found = FileSearch::default();
    for path in paths {
        if path.as_os_str() == "-" || !path.is_dir() {
            found.add(path.clone());
        } else {
            found.walk(path, WalkDir::new(path));
        }
    }
    found.files
}

/// Like [`find`] for a single directory, without its subdirectories.
///
/// ```
/// let found = rootstock_sources::files::find_directly_in(std::path::Path::new("../../../fixtures/readme"));
/// let names: Vec<&str> = found.iter().flatten().filter_map(|file| file.path.file_name()?.to_str()).collect();
/// assert_eq!(names, ["orchard.yaml"]);
/// ```
#[must_use]
pub fn find_directly_in(directory: &Path) -> Vec<FindResult> {
    let mut found = FileSearch::default();
    found.walk(directory, WalkDir::new(directory).max_depth(1));
    found.files
}

#[derive(Default)]
struct FileSearch {
    files: Vec<FindResult>,
    paths: HashSet<PathBuf>,
    names: HashSet<String>,
}

impl FileSearch {
    fn walk(&mut self, directory: &Path, walk: WalkDir) {
        let walk = walk.follow_links(true).sort_by_file_name();
        for entry in walk.into_iter().filter_entry(|entry| entry.depth() == 0 || !is_hidden(entry)) {
            match entry {
                Ok(entry) if entry.file_type().is_dir() || !is_manifest(entry.path()) => {}
                Ok(entry) if entry.file_type().is_file() => self.add(entry.into_path()),
                Ok(entry) => self.files.push(Err((path_name(entry.path()), ReadFailure::NotAFile))),
                Err(error) => {
                    let name = path_name(error.path().unwrap_or(directory));
                    self.files.push(Err((name, io::Error::from(error).into())));
                }
            }
        }
    }

    fn add(&mut self, path: PathBuf) {
        // A file may be reached by links and by several spellings. What is not a file has no other name.
        let identity = if path.is_file() { path.canonicalize().ok() } else { None };
        if !self.paths.insert(identity.unwrap_or_else(|| path.clone())) {
            return;
        }
        let plain = path_name(&path);
        let mut name = plain.clone();
        let mut count = 1;
        // The name of another file may equal the escaped name of this one.
        while !self.names.insert(name.clone()) {
            count += 1;
            name = format!("{plain} ({count})");
        }
        self.files.push(Ok(FoundFile { name, path }));
    }
}

fn is_hidden(entry: &DirEntry) -> bool {
    entry.file_name().as_encoded_bytes().starts_with(b".")
}

fn is_manifest(path: &Path) -> bool {
    path.extension().is_some_and(|extension| ["yaml", "yml", "json"].iter().any(|known| extension == *known))
}

#[cfg(all(test, unix))]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt as _;

    use super::*;

    #[test]
    fn file_names_are_unique() {
        let path = |bytes: &[u8]| PathBuf::from(OsStr::from_bytes(bytes));
        let paths = [&b"a\xff"[..], b"a\xfe", "a\u{fffd}".as_bytes(), b"a\\xff", b"a\xff"].map(path);
        let names: Vec<String> = find(&paths).into_iter().map(|found| found.unwrap().name).collect();
        assert_eq!(names, ["a\\xff", "a\\xfe", "a\u{fffd}", "a\\xff (2)"]);
    }

    #[test]
    fn file_with_several_names_is_found_once() {
        let file = "../../../fixtures/readme/orchard.yaml";
        let paths = [file, "../../../fixtures/./readme/orchard.yaml", "../../../fixtures/readme", "missing", "missing"];
        let found: Vec<PathBuf> =
            find(&paths.map(PathBuf::from)).into_iter().map(|found| found.unwrap().path).collect();
        assert_eq!(found, [file, "missing"].map(PathBuf::from));
    }
}
