//! The file with the lock.

use std::path::Path;

use rootstock_guarantees::{Lock, LockSettings};
use rootstock_queries::QueryContext;
use rootstock_sources::files::path_name;

use crate::Streams;
use crate::failure::{Failure, InputError, UsageError};
use crate::input;

/// The name of the file if none is given.
pub(crate) const FILE_NAME: &str = "images.lock";

/// The text of a lock, and the lock.
pub(crate) struct LockFile {
    pub(crate) text: String,
    pub(crate) lock: Lock,
}

/// Reads a lock, which must have been written under the settings of this run.
pub(crate) fn load(path: &Path, asked: QueryContext, streams: &mut Streams) -> Result<LockFile, Failure> {
    let found = read(path, streams)?;
    if !found.lock.has_settings_of(&Lock::new(settings(asked))) {
        return Err(UsageError::OtherLockSettings { file: path_name(path) }.into());
    }
    Ok(found)
}

/// Reads a lock.
pub(crate) fn read(path: &Path, streams: &mut Streams) -> Result<LockFile, Failure> {
    let (file, bytes) = input::require(path, streams)?;
    let text = String::from_utf8_lossy(&bytes).into_owned();
    match text.parse() {
        Ok(lock) => Ok(LockFile { text, lock }),
        Err(reason) => Err(InputError::Lock { file, reason }.into()),
    }
}

/// Reads the lock that `new` replaces. Content that is not a lock is replaced, too, for instance one with conflict markers.
pub(crate) fn replaced(path: &Path, new: &Lock, streams: &mut Streams) -> Result<LockFile, Failure> {
    let (file, bytes) = input::require(path, streams)?;
    let text = String::from_utf8_lossy(&bytes).into_owned();
    let lock: Lock = match text.parse() {
        Ok(lock) => lock,
        Err(_) => {
            streams.say(format!("{file} cannot be read as a lock, and is written anew with the given profiles alone"));
            Lock::new(new.settings)
        }
    };
    let lost: Vec<String> =
        lock.profiles().filter(|old| new.profiles().all(|one| one != *old)).map(str::to_owned).collect();
    if !lock.has_settings_of(new) && !lost.is_empty() {
        return Err(UsageError::LockedElsewise { file, profiles: lost }.into());
    }
    Ok(LockFile { text, lock })
}

/// Returns the settings of a lock that is written now.
pub(crate) const fn settings(asked: QueryContext) -> LockSettings {
    LockSettings::of(asked.semantics, &asked.settings)
}
