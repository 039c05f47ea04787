//! A text takes the place of a file: whole, or not at all.

use std::fs::{self, Metadata};
use std::io::{self, Write as _};
use std::path::Path;

use rootstock_manifest_files::NotRead;

/// Why a file is as it was.
#[derive(Debug, thiserror::Error)]
pub(crate) enum NotReplaced {
    #[error("it is no regular file")]
    NotAFile,
    #[error("it is read-only")]
    ReadOnly,
    #[error("it has changed since it was read")]
    Changed,
    #[error("it has no directory")]
    NoDirectory,
    #[error("its owner cannot be kept")]
    OwnerLost,
    #[error(transparent)]
    FileSystem(NotRead),
}

impl From<io::Error> for NotReplaced {
    fn from(error: io::Error) -> Self {
        Self::FileSystem(error.into())
    }
}

/// Puts `after` in the place of a file that holds `before`.
///
/// The text is written beside the file and renamed, so that nobody ever sees half of it. Permissions and owner stay; of a
/// symbolic link the file behind it is replaced.
///
/// # Errors
///
/// Why the file is as it was.
pub(crate) fn replace(path: &Path, before: &str, after: &str) -> Result<(), NotReplaced> {
    let target = fs::canonicalize(path)?;
    let metadata = fs::metadata(&target)?;
    if !metadata.is_file() {
        return Err(NotReplaced::NotAFile);
    }
    // Renaming would not mind.
    if metadata.permissions().readonly() {
        return Err(NotReplaced::ReadOnly);
    }
    let now = fs::read(&target)?;
    if now == after.as_bytes() {
        // Reached under another name before.
        return Ok(());
    }
    if now != before.as_bytes() {
        return Err(NotReplaced::Changed);
    }
    let folder = target.parent().ok_or(NotReplaced::NoDirectory)?;
    let mut file = tempfile::Builder::new().prefix(".rootstock-").suffix(".tmp").tempfile_in(folder)?;
    file.write_all(after.as_bytes())?;
    keep_owner(file.as_file(), &metadata).map_err(|_| NotReplaced::OwnerLost)?;
    file.as_file().set_permissions(metadata.permissions())?;
    file.as_file().sync_all()?;
    file.persist(&target).map_err(|error| error.error)?;
    Ok(())
}

#[cfg(unix)]
fn keep_owner(file: &fs::File, metadata: &Metadata) -> std::io::Result<()> {
    use std::os::unix::fs::{MetadataExt as _, fchown};
    let now = file.metadata()?;
    let other = |was: u32, is: u32| (was != is).then_some(was);
    let (user, group) = (other(metadata.uid(), now.uid()), other(metadata.gid(), now.gid()));
    if user.is_some() || group.is_some() { fchown(file, user, group) } else { Ok(()) }
}

#[cfg(not(unix))]
fn keep_owner(_: &fs::File, _: &Metadata) -> std::io::Result<()> {
    Ok(())
}
