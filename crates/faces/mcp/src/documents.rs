//! The documents of a call: texts, and files below the roots.

use std::io;
use std::path::{Path, PathBuf};

use rootstock_core_model::counted;
use rootstock_sources::files::{ReadFailure, find, path_name, read_at_most};
use serde::Serialize;

use crate::arguments::{GivenDocument, GivenRole};

/// The maximum size of all files of a call, in bytes.
const MAX_BYTES: u64 = 64 << 20;

/// The permission of a server to change files.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FileAccess {
    /// Files are only read.
    ReadOnly,
    /// `fix` may write the files that it was given.
    ReadWrite,
}

/// A document, as the module takes it.
#[derive(Debug, Serialize)]
pub(crate) struct Document {
    pub(crate) name: String,
    pub(crate) role: GivenRole,
    pub(crate) text: String,
    /// The file; `None` if the call has the text.
    #[serde(skip)]
    pub(crate) path: Option<PathBuf>,
}

/// The documents of a call.
#[derive(Debug, Default)]
pub(crate) struct Documents {
    pub(crate) documents: Vec<Document>,
    /// The reasons why files in given directories are not among them, as sentences without a period.
    pub(crate) skipped: Vec<String>,
}

/// The directories below which files are read.
#[derive(Debug)]
pub(crate) struct Roots(Vec<Root>);

#[derive(Debug)]
struct Root {
    /// The directory, as given.
    given: PathBuf,
    /// The directory without symbolic links.
    canonical: PathBuf,
}

impl Roots {
    /// Opens directories. Returns the first one that cannot be read, and the reason.
    pub(crate) fn open(given: &[PathBuf]) -> Result<Self, (PathBuf, io::Error)> {
        let open = |given: &PathBuf| {
            let canonical = given.canonicalize()?;
            // Fails for a file.
            canonical.read_dir()?;
            Ok(Root { given: given.clone(), canonical })
        };
        let open = |given: &PathBuf| open(given).map_err(|why: io::Error| (given.clone(), why));
        given.iter().map(open).collect::<Result<Vec<Root>, _>>().map(Self)
    }

    /// Returns the documents of a call. `landscape` are the profiles to read if the call has none with the role `known`; those that
    /// are themselves in question are left out.
    pub(crate) fn documents(&self, given: Vec<GivenDocument>, landscape: &[PathBuf]) -> Result<Documents, String> {
        let (mut documents, mut skipped) = (Vec::new(), Vec::new());
        let mut left = MAX_BYTES;
        let has_known = has_known(&given);
        for document in given {
            match (document.path, document.name, document.text) {
                (Some(path), None, None) if path.is_empty() => {
                    return Err("the `path` of a document is empty: name a file, or `.` for the first root".to_owned());
                }
                (Some(path), None, None) => {
                    for read in self.read(&path, document.role, &mut left)? {
                        match read {
                            Ok(document) => documents.push(document),
                            Err(Unread::Skipped(reason)) => skipped.push(reason),
                            Err(Unread::Fatal(reason)) => return Err(reason),
                        }
                    }
                }
                (None, Some(name), Some(text)) => {
                    documents.push(Document { name, role: document.role, text, path: None });
                }
                _ => return Err("a document must have either `path`, or `name` and `text`".to_owned()),
            }
        }
        if !has_known {
            for found in find(landscape) {
                let file = found.map_err(|(name, why)| format!("the profile `{name}` of rootstock.toml: {why}"))?;
                let path = file.path.canonicalize().ok();
                if path.is_none() || !documents.iter().any(|document| document.path == path) {
                    let read = read(&file.path, file.name, GivenRole::Known, &mut left);
                    documents.push(read.map_err(|unread| {
                        format!(
                            "{} (it is one of `landscape.profiles` in rootstock.toml: correct the path there, or give profiles \
                             with the role `known`)",
                            unread.reason()
                        )
                    })?);
                }
            }
        }
        Ok(Documents { documents, skipped })
    }

    /// Reads a file, or the manifests in a directory, of which those that cannot be read are skipped. Fails if all are.
    fn read(&self, path: &str, role: GivenRole, left: &mut u64) -> Result<Vec<Result<Document, Unread>>, String> {
        let first = self.0.first().map(|root| root.given.as_path()).unwrap_or(Path::new("."));
        let full = first.join(path);
        // Before the search, which would tell what is in other directories.
        self.resolve(&full, path)?;
        let found = find(std::slice::from_ref(&full));
        if found.is_empty() {
            return Err(format!("`{path}` has no files that end in .yaml, .yml or .json"));
        }
        // As the caller knows it: without the root.
        let short = |path: &Path, name: String| {
            path.strip_prefix(first).map(path_name).ok().filter(|name| !name.is_empty()).unwrap_or(name)
        };
        let read = found.into_iter().map(|found| {
            let file = found.map_err(|(name, why)| {
                Unread::Skipped(format!("`{}` cannot be read: {why}", short(Path::new(&name), name.clone())))
            })?;
            let name = short(&file.path, file.name);
            let canonical = self
                .resolve(&file.path, &name)
                .map_err(|_| Unread::Skipped(format!("`{name}` is not below the roots, where this server reads")))?;
            read(&canonical, name, role, left)
        });
        let read: Vec<Result<Document, Unread>> = read.collect();
        match read.iter().find_map(|read| read.as_ref().err()) {
            Some(unread) if read.iter().all(Result::is_err) => Err(unread.reason().to_owned()),
            _ => Ok(read),
        }
    }

    /// Returns a path without symbolic links, if it is below a root. `name` is its name in the error.
    fn resolve(&self, path: &Path, name: &str) -> Result<PathBuf, String> {
        let roots = || {
            let roots: Vec<String> = self.0.iter().map(|root| format!("`{}`", path_name(&root.canonical))).collect();
            roots.join(" or ")
        };
        // A missing file and one that may not be read are the same, so that other directories cannot be explored.
        let canonical = path.canonicalize().ok();
        canonical.filter(|path| self.0.iter().any(|root| path.starts_with(&root.canonical))).ok_or_else(|| {
            format!(
                "there is no file `{name}` below {}, where this server reads; give `name` and `text` instead of `path`, or start \
                 the server with `--root`",
                roots()
            )
        })
    }
}

/// Returns whether a call has the objects that others refer to, which replace those of the landscape.
pub(crate) fn has_known(given: &[GivenDocument]) -> bool {
    given.iter().any(|document| document.role == GivenRole::Known)
}

/// The reason why a file is not read.
enum Unread {
    /// The other files of its directory are read.
    Skipped(String),
    /// No other file can be read.
    Fatal(String),
}

impl Unread {
    fn reason(&self) -> &str {
        match self {
            Self::Skipped(reason) | Self::Fatal(reason) => reason,
        }
    }
}

fn read(path: &Path, name: String, role: GivenRole, left: &mut u64) -> Result<Document, Unread> {
    if !path.exists() {
        return Err(Unread::Skipped(format!("there is no file `{name}`")));
    }
    if !path.is_file() {
        return Err(Unread::Skipped(format!("`{name}` is not a file")));
    }
    let bytes = read_at_most(path, *left).map_err(|why| match why {
        ReadFailure::TooLarge { .. } => {
            Unread::Fatal(format!("`{name}` is too large: the files of a call may have {}", counted(64, "MiB")))
        }
        why => Unread::Skipped(format!("`{name}` cannot be read: {why}")),
    })?;
    *left = left.saturating_sub(bytes.len() as u64);
    let text = String::from_utf8(bytes).map_err(|_| Unread::Skipped(format!("`{name}` is not UTF-8")))?;
    Ok(Document { name, role, text, path: path.canonicalize().ok() })
}
