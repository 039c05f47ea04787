//! Lists of references and changes in files.

use std::path::PathBuf;

use rootstock_upkeep::{ChangeList, ProfileChange, ReferenceList};

use crate::failure::{Failure, InputError};
use crate::{Streams, input};

/// Reads the references of all files.
pub(super) fn references(paths: &[PathBuf], streams: &mut Streams) -> Result<ReferenceList, Failure> {
    let mut all = ReferenceList::default();
    for path in paths {
        let (file, bytes) = input::require(path, streams)?;
        let list = ReferenceList::read(&file, &bytes).map_err(|reason| InputError::List { file, reason })?;
        all.images.extend(list.images);
    }
    Ok(all)
}

/// Reads the changes of all files, in the order of the files.
pub(super) fn changes(paths: &[PathBuf], streams: &mut Streams) -> Result<Vec<ProfileChange>, Failure> {
    let mut all = Vec::new();
    for path in paths {
        let (file, bytes) = input::require(path, streams)?;
        let list = ChangeList::read(&file, &bytes).map_err(|reason| InputError::List { file, reason })?;
        all.extend(list.changes);
    }
    Ok(all)
}
