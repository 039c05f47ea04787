//! Lists of references and changes in files.

use std::path::PathBuf;

use rootstock_upkeep::{ChangeList, ProfileChange, ReferenceList};

use crate::failure::{Failure, Unusable};
use crate::{Streams, input};

/// What is in all of the files together.
pub(super) fn references(paths: &[PathBuf], streams: &mut Streams) -> Result<ReferenceList, Failure> {
    let mut all = ReferenceList::default();
    for path in paths {
        let (file, bytes) = input::require(path, streams)?;
        let list = ReferenceList::read(&file, &bytes).map_err(|reason| Unusable::List { file, reason })?;
        all.images.extend(list.images);
    }
    Ok(all)
}

/// The changes in all of the files, one file after the other.
pub(super) fn changes(paths: &[PathBuf], streams: &mut Streams) -> Result<Vec<ProfileChange>, Failure> {
    let mut all = Vec::new();
    for path in paths {
        let (file, bytes) = input::require(path, streams)?;
        let list = ChangeList::read(&file, &bytes).map_err(|reason| Unusable::List { file, reason })?;
        all.extend(list.changes);
    }
    Ok(all)
}
