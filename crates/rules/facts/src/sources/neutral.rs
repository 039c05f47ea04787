//! The neutral form itself.

use rootstock_core_model::{Path, decode};
use rootstock_document::{NodeRef, decode::BySerde};

use crate::{FactFile, FactList, FactSource, SourceError};

pub(super) const SOURCE: FactSource = FactSource {
    name: "facts",
    printed_by: "a list of facts",
    provider: None,
    is_regional: false,
    is_partial: false,
    recognizes: |root| root.get("facts").is_some(),
    read,
};

fn read(root: NodeRef<'_>, file: &mut FactFile) -> Result<(), SourceError> {
    let (BySerde(list), wrong) = decode::<BySerde<FactList>>(root, &Path::object());
    match wrong.into_iter().next() {
        Some(violation) => Err(SourceError::Unreadable(Box::new(violation))),
        None => {
            file.sheets.extend(list.facts);
            Ok(())
        }
    }
}
