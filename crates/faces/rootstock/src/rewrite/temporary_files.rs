//! Temporary files that wait next to their targets, and the removal of those that killed runs left behind.
//!
//! The writer of a temporary file holds a lock on it until its process ends: a file without a lock is a leftover.

use std::fs::{self, File};
use std::io;
use std::path::Path;

use tempfile::NamedTempFile;

const PREFIX: &str = ".rootstock-";
const SUFFIX: &str = ".tmp";
/// The limit of attempts to create a file, because the sweep of another process may remove it before it is locked.
const MAX_ATTEMPTS: usize = 8;

/// The users who may read a temporary file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Readers {
    /// Only the owner, because the text may be confidential.
    Owner,
    /// Everyone who may read other new files.
    ByUmask,
}

/// Creates a file that no sweep removes while it is open.
///
/// # Errors
///
/// Returns an error if the file cannot be created in the folder.
pub(super) fn temporary_file(folder: &Path, readers: Readers) -> io::Result<NamedTempFile> {
    let mut form = tempfile::Builder::new();
    form.prefix(PREFIX).suffix(SUFFIX);
    if readers == Readers::ByUmask {
        open_to_others(&mut form);
    }
    let mut attempts = 0;
    loop {
        attempts += 1;
        let file = form.tempfile_in(folder)?;
        match file.as_file().lock() {
            // Without file locks, no sweep can lock the file either.
            Err(error) if error.kind() == io::ErrorKind::Unsupported => return Ok(file),
            Err(error) => return Err(error),
            Ok(()) if file.path().exists() || attempts == MAX_ATTEMPTS => return Ok(file),
            Ok(()) => {}
        }
    }
}

/// Lets everyone read and write the file, as far as the umask permits.
#[cfg(unix)]
fn open_to_others(form: &mut tempfile::Builder<'_, '_>) {
    use std::os::unix::fs::PermissionsExt as _;
    form.permissions(fs::Permissions::from_mode(0o666));
}

#[cfg(not(unix))]
fn open_to_others(_: &mut tempfile::Builder<'_, '_>) {}

/// Removes the leftovers of killed runs. Ignores errors, because a leftover does no harm.
pub(super) fn sweep(folder: &Path) {
    let Ok(entries) = fs::read_dir(folder) else { return };
    for entry in entries.flatten() {
        let name = entry.file_name();
        let is_ours = name.as_encoded_bytes().starts_with(PREFIX.as_bytes())
            && name.as_encoded_bytes().ends_with(SUFFIX.as_bytes());
        if is_ours && entry.file_type().is_ok_and(|kind| kind.is_file()) {
            let path = entry.path();
            // The lock is held until the file is removed.
            if let Ok(file) = File::open(&path)
                && file.try_lock().is_ok()
            {
                let _ = fs::remove_file(&path);
            }
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use super::*;

    #[test]
    fn only_leftovers_without_a_writer_are_removed() {
        let folder = tempfile::tempdir().unwrap();
        let left = folder.path().join(".rootstock-a1b2.tmp");
        fs::write(&left, "half a te").unwrap();
        fs::write(folder.path().join("other.tmp"), "").unwrap();
        let in_progress = temporary_file(folder.path(), Readers::Owner).unwrap();
        sweep(folder.path());
        assert!(!left.exists());
        assert!(in_progress.path().exists());
        assert!(folder.path().join("other.tmp").exists());
    }
}
