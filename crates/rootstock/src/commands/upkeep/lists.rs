//! Lists of references in files.

use std::path::PathBuf;

use rootstock_upkeep::ReferenceList;

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
