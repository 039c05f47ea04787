//! The destination file of an answer: written completely, or not at all.

use std::fs::{self, File, OpenOptions};
use std::io;
use std::path::{Path, PathBuf};

use tempfile::NamedTempFile;

use super::temporary_files::{self, Readers};

/// A file that replaces another one when the answer is complete.
#[derive(Debug)]
pub(crate) struct AnswerFile {
    target: PathBuf,
    /// The temporary file in the same folder; `None` if the target is a pipe or a device, which is written directly.
    temporary: Option<NamedTempFile>,
}

impl AnswerFile {
    /// Creates the file, and returns it with a handle to write the answer to.
    ///
    /// # Errors
    ///
    /// Returns an error if the target cannot be written.
    pub(crate) fn create(path: &Path) -> io::Result<(Self, File)> {
        // For a symbolic link, its target is replaced.
        let target = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
        let existing = fs::metadata(&target).ok();
        if existing.as_ref().is_some_and(|existing| !existing.is_file()) {
            let file = OpenOptions::new().write(true).open(&target)?;
            return Ok((Self { target, temporary: None }, file));
        }
        if existing.as_ref().is_some_and(|existing| existing.permissions().readonly()) {
            return Err(io::Error::new(io::ErrorKind::PermissionDenied, "it is read-only"));
        }
        let folder = match target.parent() {
            Some(folder) if !folder.as_os_str().is_empty() => folder,
            _ => Path::new("."),
        };
        temporary_files::sweep(folder);
        let temporary = temporary_files::temporary_file(folder, Readers::ByUmask)?;
        if let Some(existing) = existing {
            temporary.as_file().set_permissions(existing.permissions())?;
        }
        let file = temporary.as_file().try_clone()?;
        Ok((Self { target, temporary: Some(temporary) }, file))
    }

    /// Replaces the target with what was written. Without this call, the target stays as it was.
    ///
    /// # Errors
    ///
    /// Returns an error if the target cannot be replaced.
    pub(crate) fn commit(self) -> io::Result<()> {
        if let Some(temporary) = self.temporary {
            temporary.as_file().sync_all()?;
            temporary.persist(&self.target).map_err(|error| error.error)?;
        }
        Ok(())
    }
}

/// Writes a whole answer to a file.
///
/// # Errors
///
/// Returns an error if the file cannot be written; it is unchanged then.
pub(crate) fn write(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let (answer, mut file) = AnswerFile::create(path)?;
    io::Write::write_all(&mut file, bytes)?;
    answer.commit()
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "tests")]
mod tests {
    use std::io::Write as _;

    use super::*;

    #[test]
    fn uncommitted_answer_leaves_the_file_unchanged() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("answer.json");
        fs::write(&path, "old").unwrap();
        let (answer, mut file) = AnswerFile::create(&path).unwrap();
        file.write_all(b"half an ans").unwrap();
        drop(answer);
        assert_eq!(fs::read_to_string(&path).unwrap(), "old");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    }

    #[cfg(unix)]
    #[test]
    fn file_mode_is_kept_or_follows_the_umask() {
        use std::os::unix::fs::PermissionsExt as _;
        let folder = tempfile::tempdir().unwrap();
        let (usual, ours) = (folder.path().join("usual"), folder.path().join("ours"));
        fs::write(&usual, "").unwrap();
        write(&ours, b"answer").unwrap();
        let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode();
        assert_eq!(mode(&ours), mode(&usual));
        fs::set_permissions(&ours, fs::Permissions::from_mode(0o640)).unwrap();
        write(&ours, b"newer").unwrap();
        assert_eq!(mode(&ours) & 0o777, 0o640);
        assert_eq!(fs::read(&ours).unwrap(), b"newer");
    }

    #[cfg(unix)]
    #[test]
    fn symlink_is_followed_and_device_is_written_in_place() {
        let folder = tempfile::tempdir().unwrap();
        let (target, link) = (folder.path().join("target"), folder.path().join("link"));
        fs::write(&target, "old").unwrap();
        std::os::unix::fs::symlink(&target, &link).unwrap();
        write(&link, b"new").unwrap();
        assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
        assert_eq!(fs::read(&target).unwrap(), b"new");
        write(Path::new("/dev/null"), b"gone").unwrap();
        assert!(!fs::metadata("/dev/null").unwrap().is_file());
    }

    #[test]
    fn directory_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        assert!(write(folder.path(), b"").is_err());
        assert!(write(&folder.path().join("missing/answer"), b"").is_err());
    }
}
