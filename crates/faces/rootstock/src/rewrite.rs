//! The replacement of files, and answers that go to files: complete, or not at all.

mod answer_file;
mod temporary_files;

use std::fs::{self, File, Metadata};
use std::io::{self, Write as _};
use std::path::Path;

use rootstock_sources::files::ReadFailure;
use tempfile::NamedTempFile;

use crate::Status;

pub(crate) use answer_file::AnswerFile;
pub(crate) use answer_file::write as write_answer;
use temporary_files::Readers;

/// The reason why a file was not replaced.
#[derive(Debug, thiserror::Error)]
pub(crate) enum ReplaceError {
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
    FileSystem(ReadFailure),
}

impl ReplaceError {
    /// Returns the exit status.
    pub(crate) fn status(&self) -> Status {
        match self {
            Self::FileSystem(ReadFailure::Other(error)) | Self::AttributeLost { error, .. } => {
                Status::of_unwritten(error)
            }
            _ => Status::Unreadable,
        }
    }
}

impl From<io::Error> for ReplaceError {
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
pub(crate) fn replace(path: &Path, before: &str, after: &str) -> Result<(), ReplaceError> {
    let target = fs::canonicalize(path)?;
    let metadata = fs::metadata(&target)?;
    if !metadata.is_file() {
        return Err(ReplaceError::NotAFile);
    }
    // Renaming would succeed on a read-only file.
    if metadata.permissions().readonly() {
        return Err(ReplaceError::ReadOnly);
    }
    let now = fs::read(&target)?;
    if now == after.as_bytes() {
        // Already written under another name.
        return Ok(());
    }
    if now != before.as_bytes() {
        return Err(ReplaceError::Changed);
    }
    reject_hard_links(&metadata)?;
    let folder = target.parent().ok_or(ReplaceError::NoDirectory)?;
    temporary_files::sweep(folder);
    let mut file = temporary_files::temporary_file(folder, Readers::Owner)?;
    write(&mut file, &target, &metadata, after)?;
    // Writing takes time, so that another program may have changed the file.
    if fs::read(&target)? != before.as_bytes() {
        return Err(ReplaceError::Changed);
    }
    file.persist(&target).map_err(|error| error.error)?;
    Ok(())
}

/// Writes the text, and copies the metadata of the target.
fn write(file: &mut NamedTempFile, target: &Path, metadata: &Metadata, text: &str) -> Result<(), ReplaceError> {
    file.write_all(text.as_bytes())?;
    copy_owner(file.as_file(), metadata).map_err(|_| ReplaceError::OwnerLost)?;
    // Before the permissions, which mean something else with an access control list.
    remove_inherited_acl(target, file.path())?;
    file.as_file().set_permissions(metadata.permissions())?;
    copy_attributes(target, file.path())?;
    file.as_file().sync_all()?;
    Ok(())
}

#[cfg(unix)]
fn reject_hard_links(metadata: &Metadata) -> Result<(), ReplaceError> {
    use std::os::unix::fs::MetadataExt as _;
    match metadata.nlink() {
        0 | 1 => Ok(()),
        links => Err(ReplaceError::HardLinks { links }),
    }
}

#[cfg(not(unix))]
fn reject_hard_links(_: &Metadata) -> Result<(), ReplaceError> {
    Ok(())
}

#[cfg(unix)]
fn copy_owner(file: &File, metadata: &Metadata) -> io::Result<()> {
    use std::os::unix::fs::{MetadataExt as _, fchown};
    let now = file.metadata()?;
    let other = |was: u32, is: u32| (was != is).then_some(was);
    let (user, group) = (other(metadata.uid(), now.uid()), other(metadata.gid(), now.gid()));
    if user.is_some() || group.is_some() { fchown(file, user, group) } else { Ok(()) }
}

#[cfg(not(unix))]
fn copy_owner(_: &File, _: &Metadata) -> io::Result<()> {
    Ok(())
}

/// The attribute with the access control list of a file.
#[cfg(unix)]
const ACL: &str = "system.posix_acl_access";

/// Removes the access control list that the new file has from the default of its folder, unless the target has one, which is copied.
#[cfg(unix)]
fn remove_inherited_acl(target: &Path, new: &Path) -> Result<(), ReplaceError> {
    let has_acl = |path: &Path| matches!(xattr::get(path, ACL), Ok(Some(_)));
    if has_acl(new) && !has_acl(target) {
        xattr::remove(new, ACL).map_err(|error| ReplaceError::AttributeLost { name: ACL.to_owned(), error })?;
    }
    Ok(())
}

#[cfg(not(unix))]
fn remove_inherited_acl(_: &Path, _: &Path) -> Result<(), ReplaceError> {
    Ok(())
}

/// Copies the attributes that the new file does not have by itself.
#[cfg(unix)]
fn copy_attributes(from: &Path, to: &Path) -> Result<(), ReplaceError> {
    // A file system without attributes has nothing to copy.
    let Ok(names) = xattr::list(from) else { return Ok(()) };
    for name in names {
        let copy = || match xattr::get(from, &name)? {
            Some(value) if xattr::get(to, &name)?.as_ref() != Some(&value) => xattr::set(to, &name, &value),
            _ => Ok(()),
        };
        copy().map_err(|error| ReplaceError::AttributeLost { name: name.to_string_lossy().into_owned(), error })?;
    }
    Ok(())
}

#[cfg(not(unix))]
fn copy_attributes(_: &Path, _: &Path) -> Result<(), ReplaceError> {
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
        assert!(matches!(replace(&path, "old", "mended"), Err(ReplaceError::Changed)));
        assert_eq!(fs::read_to_string(&path).unwrap(), "newer");
    }

    #[cfg(unix)]
    #[test]
    fn hard_links_are_not_broken() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.yaml");
        fs::write(&path, "old").unwrap();
        fs::hard_link(&path, folder.path().join("b.yaml")).unwrap();
        assert!(matches!(replace(&path, "old", "new"), Err(ReplaceError::HardLinks { links: 2 })));
        assert_eq!(fs::read_to_string(&path).unwrap(), "old");
    }

    #[cfg(unix)]
    #[test]
    fn extended_attributes_are_kept() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.yaml");
        fs::write(&path, "old").unwrap();
        // Not every file system supports attributes.
        let is_supported = xattr::set(&path, "user.note", b"mine").is_ok();
        replace(&path, "old", "new").unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "new");
        assert_eq!(xattr::get(&path, "user.note").ok().flatten().is_some(), is_supported);
    }
    #[cfg(target_os = "linux")]
    #[test]
    fn access_control_list_of_the_folder_is_not_added() {
        use std::os::unix::fs::PermissionsExt as _;
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.yaml");
        fs::write(&path, "old").unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o640)).unwrap();
        // `setfacl -d -m u:65534:rwx`: owner, the user 65534, group, mask, others.
        let mut default = 2_u32.to_le_bytes().to_vec();
        for (tag, permissions, id) in
            [(1_u16, 7_u16, u32::MAX), (2, 7, 65_534), (4, 5, u32::MAX), (16, 7, u32::MAX), (32, 0, u32::MAX)]
        {
            default.extend(tag.to_le_bytes());
            default.extend(permissions.to_le_bytes());
            default.extend(id.to_le_bytes());
        }
        // Not every file system supports access control lists.
        let is_supported = xattr::set(folder.path(), "system.posix_acl_default", &default).is_ok();
        fs::write(folder.path().join("other"), "").unwrap();
        let inherits = xattr::get(folder.path().join("other"), ACL).is_ok_and(|acl| acl.is_some());
        assert_eq!(inherits, is_supported);
        replace(&path, "old", "new").unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "new");
        assert_eq!(xattr::get(&path, ACL).ok().flatten(), None);
        assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o640);
    }
}
