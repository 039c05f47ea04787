//! The files that wait beside those they are going to replace, and those that a killed run has left there.
//!
//! Whoever writes one holds a lock on it, which ends with the process: one without a lock is nobody's any more.

use std::fs::{self, File};
use std::io;
use std::path::Path;

use tempfile::NamedTempFile;

const PREFIX: &str = ".rootstock-";
const SUFFIX: &str = ".tmp";
/// How often a sweep of somebody else may come between a file and its lock.
const MOST_ATTEMPTS: usize = 8;

/// Who may read a file while it waits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Readers {
    /// Nobody else: it may hold what others must not see.
    Owner,
    /// Whoever may read other new files.
    AsUsual,
}

/// A file that nobody sweeps away as long as it is open.
///
/// # Errors
///
/// When none can be made in the folder.
pub(super) fn temporary_file(folder: &Path, readers: Readers) -> io::Result<NamedTempFile> {
    let mut form = tempfile::Builder::new();
    form.prefix(PREFIX).suffix(SUFFIX);
    if readers == Readers::AsUsual {
        open_to_others(&mut form);
    }
    let mut attempts = 0;
    loop {
        attempts += 1;
        let file = form.tempfile_in(folder)?;
        match file.as_file().lock() {
            // A file system without locks: no sweep takes a lock there either.
            Err(error) if error.kind() == io::ErrorKind::Unsupported => return Ok(file),
            Err(error) => return Err(error),
            Ok(()) if file.path().exists() || attempts == MOST_ATTEMPTS => return Ok(file),
            Ok(()) => {}
        }
    }
}

/// The file mode creation mask takes away what should not be.
#[cfg(unix)]
fn open_to_others(form: &mut tempfile::Builder<'_, '_>) {
    use std::os::unix::fs::PermissionsExt as _;
    form.permissions(fs::Permissions::from_mode(0o666));
}

#[cfg(not(unix))]
fn open_to_others(_: &mut tempfile::Builder<'_, '_>) {}

/// Takes away what killed runs have left. What cannot be taken away harms nobody.
pub(super) fn sweep(folder: &Path) {
    let Ok(entries) = fs::read_dir(folder) else { return };
    for entry in entries.flatten() {
        let name = entry.file_name();
        let is_ours = name.as_encoded_bytes().starts_with(PREFIX.as_bytes())
            && name.as_encoded_bytes().ends_with(SUFFIX.as_bytes());
        if is_ours && entry.file_type().is_ok_and(|kind| kind.is_file()) {
            let path = entry.path();
            // The lock is held until the file is gone.
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
    fn only_what_nobody_writes_is_taken_away() {
        let folder = tempfile::tempdir().unwrap();
        let left = folder.path().join(".rootstock-a1b2.tmp");
        fs::write(&left, "half a te").unwrap();
        fs::write(folder.path().join("other.tmp"), "").unwrap();
        let under_way = temporary_file(folder.path(), Readers::Owner).unwrap();
        sweep(folder.path());
        assert!(!left.exists());
        assert!(under_way.path().exists());
        assert!(folder.path().join("other.tmp").exists());
    }
}
