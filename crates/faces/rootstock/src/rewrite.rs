//! The replacement of files, and answers that go to files: complete, or not at all.

mod answer_file;
mod leftovers;

use std::fs::{self, File, Metadata};
use std::io::{self, Write as _};
use std::path::Path;

use rootstock_sources::files::NotRead;
use tempfile::NamedTempFile;

pub(crate) use answer_file::AnswerFile;
pub(crate) use answer_file::write as write_answer;
use leftovers::Readers;

/// The reason why a file was not replaced.
#[derive(Debug, thiserror::Error)]
pub(crate) enum NotReplaced {
    #[error("it is not a regular file")]
    NotAFile,
    #[error("it is read-only")]
    ReadOnly,
    #[error("it has changed since it was read")]
    Changed,
    #[error("it has no parent directory")]
    NoDirectory,
    #[error("its owner cannot be kept")]
    OwnerLost,
    #[error("it has {links} hard links, which would be broken")]
    HardLinks {
        /// The number of links.
        links: u64,
    },
    #[error("its extended attribute `{name}` cannot be kept: {error}")]
    AttributeLost {
        /// The attribute.
        name: String,
        /// The reason.
        error: io::Error,
    },
    #[error(transparent)]
    FileSystem(NotRead),
}

impl From<io::Error> for NotReplaced {
    fn from(error: io::Error) -> Self {
        Self::FileSystem(error.into())
    }
}

/// Replaces the content of a file from `before` to `after`.
///
/// Writes the text to a temporary file in the same folder and renames it, so that no reader ever sees half of it; removes
/// temporary files of earlier, killed runs. Keeps permissions, owner and extended attributes; follows symbolic links.
///
/// # Errors
///
/// Returns the reason why the file was not replaced.
pub(crate) fn replace(path: &Path, before: &str, after: &str) -> Result<(), NotReplaced> {
    let target = fs::canonicalize(path)?;
    let metadata = fs::metadata(&target)?;
    if !metadata.is_file() {
        return Err(NotReplaced::NotAFile);
    }
    // Renaming would succeed on a read-only file.
    if metadata.permissions().readonly() {
        return Err(NotReplaced::ReadOnly);
    }
    let now = fs::read(&target)?;
    if now == after.as_bytes() {
        // Already written under another name.
        return Ok(());
    }
    if now != before.as_bytes() {
        return Err(NotReplaced::Changed);
    }
    keep_links(&metadata)?;
    let folder = target.parent().ok_or(NotReplaced::NoDirectory)?;
    leftovers::sweep(folder);
    let mut file = leftovers::temporary_file(folder, Readers::Owner)?;
    write(&mut file, &target, &metadata, after)?;
    // Writing takes time, so that another program may have changed the file.
    if fs::read(&target)? != before.as_bytes() {
        return Err(NotReplaced::Changed);
    }
    file.persist(&target).map_err(|error| error.error)?;
    Ok(())
}

/// Writes the text, and copies the metadata of the target.
fn write(file: &mut NamedTempFile, target: &Path, metadata: &Metadata, text: &str) -> Result<(), NotReplaced> {
    file.write_all(text.as_bytes())?;
    keep_owner(file.as_file(), metadata).map_err(|_| NotReplaced::OwnerLost)?;
    file.as_file().set_permissions(metadata.permissions())?;
    keep_attributes(target, file.path())?;
    file.as_file().sync_all()?;
    Ok(())
}

#[cfg(unix)]
fn keep_links(metadata: &Metadata) -> Result<(), NotReplaced> {
    use std::os::unix::fs::MetadataExt as _;
    match metadata.nlink() {
        0 | 1 => Ok(()),
        links => Err(NotReplaced::HardLinks { links }),
    }
}

#[cfg(not(unix))]
fn keep_links(_: &Metadata) -> Result<(), NotReplaced> {
    Ok(())
}

#[cfg(unix)]
fn keep_owner(file: &File, metadata: &Metadata) -> io::Result<()> {
    use std::os::unix::fs::{MetadataExt as _, fchown};
    let now = file.metadata()?;
    let other = |was: u32, is: u32| (was != is).then_some(was);
    let (user, group) = (other(metadata.uid(), now.uid()), other(metadata.gid(), now.gid()));
    if user.is_some() || group.is_some() { fchown(file, user, group) } else { Ok(()) }
}

#[cfg(not(unix))]
fn keep_owner(_: &File, _: &Metadata) -> io::Result<()> {
    Ok(())
}

/// Copies the attributes that the new file does not have by itself.
#[cfg(unix)]
fn keep_attributes(from: &Path, to: &Path) -> Result<(), NotReplaced> {
    // A file system without attributes has nothing to copy.
    let Ok(names) = xattr::list(from) else { return Ok(()) };
    for name in names {
        let copy = || match xattr::get(from, &name)? {
            Some(value) if xattr::get(to, &name)?.as_ref() != Some(&value) => xattr::set(to, &name, &value),
            _ => Ok(()),
        };
        copy().map_err(|error| NotReplaced::AttributeLost { name: name.to_string_lossy().into_owned(), error })?;
    }
    Ok(())
}

#[cfg(not(unix))]
fn keep_attributes(_: &Path, _: &Path) -> Result<(), NotReplaced> {
    Ok(())
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use super::*;

    #[test]
    fn a_file_changed_since_it_was_read_is_not_overwritten() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.yaml");
        fs::write(&path, "newer").unwrap();
        assert!(matches!(replace(&path, "old", "mended"), Err(NotReplaced::Changed)));
        assert_eq!(fs::read_to_string(&path).unwrap(), "newer");
    }

    #[cfg(unix)]
    #[test]
    fn hard_links_are_not_cut() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.yaml");
        fs::write(&path, "old").unwrap();
        fs::hard_link(&path, folder.path().join("b.yaml")).unwrap();
        assert!(matches!(replace(&path, "old", "new"), Err(NotReplaced::HardLinks { links: 2 })));
        assert_eq!(fs::read_to_string(&path).unwrap(), "old");
    }

    #[cfg(unix)]
    #[test]
    fn extended_attributes_stay() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.yaml");
        fs::write(&path, "old").unwrap();
        // Not every file system supports attributes.
        let can_have = xattr::set(&path, "user.note", b"mine").is_ok();
        replace(&path, "old", "new").unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "new");
        assert_eq!(xattr::get(&path, "user.note").ok().flatten().is_some(), can_have);
    }
}
