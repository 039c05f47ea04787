//! A text takes the place of a file: whole, or not at all.

use std::fs::{self, Metadata};
use std::io::Write as _;
use std::path::Path;

use crate::input::reason;

/// Puts `after` in the place of a file that holds `before`.
///
/// The text is written beside the file and renamed, so that nobody ever sees half of it. Permissions and owner stay; of a
/// symbolic link the file behind it is replaced.
///
/// # Errors
///
/// Why the file is as it was: it has changed since it was read, it is read-only, its owner cannot be kept, and whatever the
/// file system says.
pub(crate) fn replace(path: &Path, before: &str, after: &str) -> Result<(), String> {
    let say = |error: std::io::Error| reason(&error);
    let target = fs::canonicalize(path).map_err(say)?;
    let metadata = fs::metadata(&target).map_err(say)?;
    if !metadata.is_file() {
        return Err("it is no regular file".to_owned());
    }
    // Renaming would not mind.
    if metadata.permissions().readonly() {
        return Err("it is read-only".to_owned());
    }
    let now = fs::read(&target).map_err(say)?;
    if now == after.as_bytes() {
        // Reached under another name before.
        return Ok(());
    }
    if now != before.as_bytes() {
        return Err("it has changed since it was read".to_owned());
    }
    let folder = target.parent().ok_or("it has no directory")?;
    let mut file = tempfile::Builder::new().prefix(".rootstock-").suffix(".tmp").tempfile_in(folder).map_err(say)?;
    file.write_all(after.as_bytes()).map_err(say)?;
    keep_owner(file.as_file(), &metadata).map_err(|_| "its owner cannot be kept".to_owned())?;
    file.as_file().set_permissions(metadata.permissions()).map_err(say)?;
    file.as_file().sync_all().map_err(say)?;
    file.persist(&target).map_err(|error| reason(&error.error))?;
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
